import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { toControlPage, toFloorPage } from './control-page.ts';

export interface Subject {
  name: string;
  path: string;
  controlPath: string;
  /** Bare text and a bare form in React; null where there is no form. */
  floorPath: string | null;
}

export const subjects: readonly Subject[] = [
  { name: 'home', path: '/', controlPath: '/control-index', floorPath: '/floor-index' },
  { name: 'creators', path: '/creators', controlPath: '/control-creators', floorPath: '/floor-creators' },
  { name: 'venues', path: '/venues', controlPath: '/control-venues', floorPath: '/floor-venues' },
  { name: 'contact', path: '/contact', controlPath: '/control-contact', floorPath: '/floor-contact' },
  { name: '404', path: '/not-on-the-list', controlPath: '/control-404', floorPath: null },
];

/** A copy of the built site in which every page has its controls beside it, for one server to serve all. */
export async function copyWithControls(distDir: string): Promise<{ dir: string; remove(): Promise<void> }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'entree-visit-'));
  await cp(distDir, dir, { recursive: true, preserveTimestamps: true });
  for (const name of await readdir(dir)) {
    if (!name.endsWith('.html')) continue;
    const html = await readFile(path.join(dir, name), 'utf8');
    await writeFile(path.join(dir, `control-${name}`), toControlPage(html));
    const floor = toFloorPage(html);
    if (floor !== null) await writeFile(path.join(dir, `floor-${name}`), floor);
  }
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}
