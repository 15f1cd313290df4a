import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

test('no picture, font or letter frame is older than the code and the values that it is drawn from', () => {
  const findOld = path.join(import.meta.dirname, '../engraver/find-old.ts');
  const old = execFileSync(process.execPath, [findOld], { encoding: 'utf8' }).trim();
  expect(old, `Older than what they are drawn from: ${old}. Run: npm run engrave`).toBe('');
});
