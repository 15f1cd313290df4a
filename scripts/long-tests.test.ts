import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { longTests } from './long-tests.ts';

const root = path.join(import.meta.dirname, '..');

/** `{a,b}.test.ts` is `a.test.ts` and `b.test.ts`. */
function namesOf(pattern: string): string[] {
  const [, before = '', names, behind = ''] = /^(.*?)\{([^}]+)\}(.*)$/.exec(pattern) ?? [];
  return names === undefined ? [pattern] : names.split(',').map((name) => `${before}${name}${behind}`);
}

test('each long test that is named is there', () => {
  const named = [...longTests.unit, ...longTests.browser.map((file) => `test/${file}`)].flatMap(namesOf);
  expect(named.filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual([]);
});
