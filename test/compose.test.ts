import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const compose = readFileSync('compose.yaml', 'utf8');
const readme = readFileSync('README.md', 'utf8');

/** Set by the file or the image itself, or without use in a container. */
const notPassed = [
  'HOST',
  'PORT',
  'DATA_DIR',
  'DATABASE_URL',
  'SITE_URL',
  'TRUST_PROXY',
  'OPS_PORT',
  'ADMIN_PORT',
];

test('compose.yaml passes every setting of the README to the instances', () => {
  const rows = readme.split('\n').filter((line) => /^\| `[A-Z]/.test(line));
  const names = rows.flatMap((line) =>
    [...(line.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name as string),
  );
  expect(names).toContain('ADMIN_EMAILS');
  const instances = compose.slice(0, compose.indexOf('services:'));
  const missing = names.filter(
    (name) => !notPassed.includes(name) && !instances.includes(`${name}: \${${name}:-}`),
  );
  expect(missing).toEqual([]);
});

test('of the console and the store no port is published but on the loopback of the machine', () => {
  const published = [...compose.matchAll(/^ {6}- "([\d.:]+:\d+)"$/gm)].map(([, ports]) => ports);
  expect(published).toEqual(['80:80', '443:443', '127.0.0.1:3001:3001']);
});
