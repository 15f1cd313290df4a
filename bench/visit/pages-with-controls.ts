import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { toControlPage } from './control-page.ts';

export interface Subject {
  name: string;
  path: string;
  controlPath: string;
  hasForm: boolean;
}

export const subjects: readonly Subject[] = [
  { name: 'home', path: '/', controlPath: '/control-index', hasForm: true },
  { name: 'creators', path: '/creators', controlPath: '/control-creators', hasForm: true },
  { name: 'venues', path: '/venues', controlPath: '/control-venues', hasForm: true },
  { name: 'contact', path: '/contact', controlPath: '/control-contact', hasForm: true },
  { name: '404', path: '/not-on-the-list', controlPath: '/control-404', hasForm: false },
];

/** A copy of the built site in which every page has its control beside it, for one server to serve both. */
export async function copyWithControls(distDir: string): Promise<{ dir: string; remove(): Promise<void> }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'entree-visit-'));
  await cp(distDir, dir, { recursive: true, preserveTimestamps: true });
  for (const name of await readdir(dir)) {
    if (!name.endsWith('.html')) continue;
    const html = await readFile(path.join(dir, name), 'utf8');
    await writeFile(path.join(dir, `control-${name}`), toControlPage(html));
  }
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}
