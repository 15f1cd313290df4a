import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(path.join(import.meta.dirname, '..', name), 'utf8');

test('the image is built with every file and folder that its Dockerfile copies', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  const [everything, ...kept] = read('.dockerignore').trim().split('\n');
  expect(everything).toBe('*');
  expect(copied.length).toBeGreaterThan(5);
  for (const name of copied) expect(kept).toContain(`!${name}`);
});

test('one image serves every address, and is built on every processor: the Dockerfile names none', () => {
  const commands = read('Dockerfile').replace(/^#.*$/gm, '');
  expect(commands).not.toContain('SITE_URL');
  expect(commands).not.toMatch(/x86|amd64|aarch|arm64|x64/);
});
