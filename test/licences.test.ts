import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeLicences, licencesFile, readLockFile } from '../scripts/licences.mjs';

test('docs/licences.md is current (else: node scripts/licences.mjs)', () => {
  const { text, unknown } = describeLicences(readLockFile());
  expect(unknown).toEqual([]);
  expect(readFileSync(licencesFile, 'utf8')).toBe(text);
});

test('a licence that nobody has looked at is found', () => {
  const { text, unknown } = describeLicences({
    packages: {
      '': {},
      'node_modules/a': { version: '1.0.0', license: 'SSPL-1.0' },
      'node_modules/b': { version: '2.0.0' },
      'node_modules/c': { version: '3.0.0', license: 'MIT', optionalDependencies: { '@c/linux': '3.0.0' } },
      'node_modules/@c/linux': { version: '3.0.0' },
    },
  });
  expect(unknown).toEqual(['SSPL-1.0: a 1.0.0', 'none named: b 2.0.0']);
  expect(text).toContain('**MIT**: @c/linux 3.0.0, c 3.0.0.');
});
