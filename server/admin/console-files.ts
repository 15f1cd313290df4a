import type { SecurityHeaders } from '#server/http/security-headers.ts';
import { listFiles, loadFile, type SiteFile } from '#server/http/site-file.ts';

/** The built front end in memory, by path. A path is looked up, never resolved, so that it cannot leave the folder. */
export type ConsoleFiles = ReadonlyMap<string, SiteFile>;

/**
 * null: it was not built.
 *
 * @throws the file system's error when it cannot be read
 */
export async function loadConsoleFiles(
  folder: string,
  security: SecurityHeaders,
): Promise<ConsoleFiles | null> {
  const names = await listFiles(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (!names.includes('index.html')) return null;
  const files = await Promise.all(
    names.map(async (name) => [`/${name}`, await loadFile(folder, name, { security, siteUrl: '' })] as const),
  );
  return new Map(files.map(([name, file]) => [name === '/index.html' ? '/' : name, file]));
}
