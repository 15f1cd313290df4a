import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const maxLines = 199;

test('the files that a newcomer reads first exist and are short', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const [, section = ''] = /## Read these first\n(.*?)\n## /s.exec(text) ?? [];
  const files = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file]) => file ?? '');
  expect(files).toHaveLength(10);
  const tooLong = files
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > maxLines);
  expect(tooLong, 'split them by subject, or name other files in docs/architecture.md').toEqual([]);
});
