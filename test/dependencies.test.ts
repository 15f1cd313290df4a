import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
/** What a module, a page or a style sheet imports by a package's name. */
const packageImports =
  /(?:\bfrom|\bimport|\bimport\(|@import)\s*['"]((?:@[a-z][\w.-]*\/)?[a-z][\w.-]*)(?:\/[^'"]*)?['"]/g;

test('what is built and run by `npm start` imports only what `npm start` installs', () => {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const folders = ['contract', 'site', 'admin', 'server', 'cli', 'astro.config.ts'];
  const files = execFileSync('git', ['ls-files', ...folders], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|tsx|astro|css)$/.test(file) && !/(\.test|-fixture)\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(300);
  const missing: string[] = [];
  for (const file of files) {
    const text = readFileSync(path.join(root, file), 'utf8');
    const ran = text.replace(/\b(import|export) type [^;]+;/g, '');
    for (const [line, name = ''] of ran.matchAll(packageImports)) {
      if (!Object.hasOwn(dependencies, name)) missing.push(`${file}: ${line}`);
    }
  }
  expect(missing).toEqual([]);
});
