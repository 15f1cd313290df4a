import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const list = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((file) => existsSync(path.join(root, file)));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const headings = (file: string) => [...read(file).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) => title);
/** The anchor that GitHub gives a heading. */
const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

test('each link of the documents leads to a file, and to a heading of it', () => {
  const broken = list('*.md').flatMap((file) =>
    [...read(file).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(([link, target, anchor]) => {
      const to = target ? path.join(path.dirname(file), target) : file;
      const isThere =
        existsSync(path.join(root, to)) &&
        (anchor === undefined || headings(to).map(anchorOf).includes(anchor));
      return isThere ? [] : [`${file}: ${link}`];
    }),
  );
  expect(broken).toEqual([]);
});

test('each chapter of the operations page that a message names is there', () => {
  const chapters = headings('docs/operations.md');
  const named = list('cli', 'contract', 'server').flatMap((file) =>
    [...read(file).matchAll(/"([^"\n]+)" in docs\/operations\.md|docs\/operations\.md, "([^"\n]+)"/g)].map(
      ([, before, behind]) => before ?? behind,
    ),
  );
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((title) => !chapters.includes(title ?? ''))).toEqual([]);
});

test('each decision record that a comment names is there', () => {
  const records = list('docs/decisions').map((file) => path.basename(file).slice(0, 4));
  const named = list('*.ts', '*.tsx', '*.css', '*.astro').flatMap((file) =>
    [...read(file).matchAll(/docs\/decisions\/(\d{4})/g)].map(([, number]) => `${number} in ${file}`),
  );
  expect(named.filter((each) => !records.includes(each.slice(0, 4)))).toEqual([]);
});

test('each procedure that an alert names is in the operations page', () => {
  const page = read('docs/operations.md');
  const alerts = read('docs/operations/alerts.yaml');
  for (const [, alert = ''] of alerts.matchAll(/alert: (\w+)/g)) expect(page).toContain(`\`${alert}\``);
  for (const [, name = ''] of alerts.matchAll(/(?:Runbook:|chapter) '([^']+)'/g))
    expect(page).toContain(name);
});
