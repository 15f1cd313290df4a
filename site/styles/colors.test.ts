import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { colors } from './colors.ts';

const tokens = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8');

test.each(Object.entries(colors))('%s is the token of the style sheets', (name, color) => {
  const token = `--color-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  expect(tokens).toContain(`  ${token}: ${color};\n`);
});
