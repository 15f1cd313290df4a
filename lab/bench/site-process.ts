import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '..', '..');
export const distDir = path.join(root, 'dist');

export interface SiteProcess {
  /** On localhost, because browsers let a plain-http page there do what it may do on https. */
  url: string;
  port: number;
  pid: number;
  close(): Promise<void>;
}

/** Starts the real app on these pages, in a process of its own. */
export async function startSite(pagesDir: string): Promise<SiteProcess> {
  const child = fork(path.join(import.meta.dirname, 'serve-site.ts'), [pagesDir], { stdio: 'inherit' });
  const exited = once(child, 'exit');
  const [port] = (await Promise.race([
    once(child, 'message'),
    exited.then(() => {
      throw new Error('The site ended at its start; its message stands above.');
    }),
  ])) as [number];
  return {
    url: `http://localhost:${port}`,
    port,
    pid: child.pid ?? 0,
    async close() {
      child.disconnect();
      await exited;
    },
  };
}
