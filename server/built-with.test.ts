import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findBuildDifferences } from './built-with.ts';

test('pages that were built for another backend than the server is told of are named with the setting', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'entree-built-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const builtWith = { PUBLIC_BACKEND_URL: 'https://api.example' };
  await writeFile(path.join(folder, '.built-with.json'), JSON.stringify(builtWith));
  expect(await findBuildDifferences(folder, builtWith)).toEqual([]);
  const differences = await findBuildDifferences(folder, { PUBLIC_BACKEND_ANON_KEY: 'k' });
  expect(differences).toHaveLength(2);
  expect(differences[0]).toContain('PUBLIC_BACKEND_URL');
  expect(differences[0]).toContain('https://api.example');
  expect(differences[0]).toContain('npm run build');
});

test('a file that a full disk cut short stops no start', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'entree-built-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, '.built-with.json'), '');
  expect(await findBuildDifferences(folder, {})).toEqual([]);
});
