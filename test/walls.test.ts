import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** What the walls of docs/architecture.md forbid: a file, and what it must not import. */
const forbidden = [
  ['contract/a.ts', '#server/config.ts'],
  ['contract/b.ts', '#site/ui/button.tsx'],
  ['contract/c.ts', 'node:fs'],
  ['contract/d.ts', '../server/config.ts'],
  ['site/islands/a.ts', '#server/config.ts'],
  ['site/islands/b.ts', '../../server/config.ts'],
  ['site/islands/c.ts', '#cli/main.ts'],
  ['admin/a.ts', '#server/config.ts'],
  ['admin/b.tsx', '../../site/ui/button.tsx'],
  ['admin/person/c.ts', '../../server/config.ts'],
  ['server/admin/a.ts', '#server/app.ts'],
  ['server/admin/b.ts', '#server/functions/send-to-slack.ts'],
  ['server/admin/c.ts', '#site/ui/button.tsx'],
  ['server/a.ts', '#site/ui/button.tsx'],
  ['server/b.ts', '#server/main.ts'],
  ['server/c.ts', './main.ts'],
  ['server/functions/a.ts', '#server/delivery/deliver.ts'],
  ['server/functions/b.ts', '#server/slack/send.ts'],
  ['server/functions/c.ts', '../slack/send.ts'],
  ['server/functions/d.ts', '#server/config.ts'],
  ['server/http/a.ts', '#server/functions/answers.ts'],
  ['server/abuse/a.ts', '#server/functions/accept-submission.ts'],
  ['server/observability/a.ts', '#server/slack/send.ts'],
  ['site/islands/d.ts', '#lab/bench/accept.ts'],
  ['cli/c.ts', '#lab/bench/accept.ts'],
  ['server/store/a.ts', '#server/delivery/deliver.ts'],
  ['server/store/b.ts', '#server/http/answers.ts'],
  ['server/delivery/a.ts', '#server/slack/send.ts'],
  ['server/delivery/b.ts', '#server/store/sqlite.ts'],
  ['server/delivery/c.ts', '../slack/send.ts'],
  ['server/slack/a.ts', '#server/store/sqlite.ts'],
  ['server/slack/b.ts', '#server/delivery/loop.ts'],
  ['server/slack/c.ts', '#server/functions/answers.ts'],
  ['server/delivery/d.ts', '#server/mail/send-letter.ts'],
  ['server/mail/a.ts', '#server/store/store.ts'],
  ['server/mail/b.ts', '#server/delivery/delivery.ts'],
  ['server/mail/c.ts', '#server/slack/send.ts'],
  ['server/mail/d.ts', '#server/config.ts'],
  ['server/functions/e.ts', '#server/mail/send-letter.ts'],
  ['cli/a.ts', '#server/main.ts'],
  ['cli/b.ts', '#site/ui/button.tsx'],
  ['server/d.test.ts', '#server/main.ts'],
  ['test/a.ts', '#server/main.ts'],
] as const;

const allowed = [
  ['contract/ok.ts', 'zod'],
  ['contract/ok-too.ts', './brand.ts'],
  ['site/islands/ok.ts', '#contract/brand.ts'],
  ['admin/ok.ts', '#contract/brand.ts'],
  ['server/admin/ok.ts', '#server/http/send-file.ts'],
  ['server/functions/ok.ts', '#server/store/store.ts'],
  ['server/functions/ok-too.ts', '#server/http/answers.ts'],
  ['server/functions/ok-three.ts', '#server/abuse/abuse-check.ts'],
  ['server/delivery/ok.ts', '#server/store/errors.ts'],
  ['server/slack/ok.ts', '#server/store/store.ts'],
  ['server/slack/ok-too.ts', '#server/delivery/send-result.ts'],
  ['server/delivery/ok.test.ts', '#server/store/sqlite.ts'],
  ['server/delivery/ok-too.ts', '#server/store/letter.ts'],
  ['server/delivery/ok-as-well.ts', '#server/store/message-update.ts'],
  ['server/mail/ok.ts', '#server/store/letter.ts'],
  ['server/mail/ok-too.ts', '#server/delivery/send-result.ts'],
  ['cli/ok.ts', '#server/store/store.ts'],
] as const;

describe('the import walls', () => {
  const folder = mkdtempSync(join(tmpdir(), 'entree-walls-'));
  let refused: Set<string>;

  beforeAll(() => {
    cpSync('biome.json', join(folder, 'biome.json'));
    for (const [file, imported] of [...forbidden, ...allowed]) {
      const path = join(folder, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `import { thing } from '${imported}';\n\nthing();\n`);
    }
    refused = refusedFiles(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(forbidden)('%s must not import %s', (file) => {
    expect(refused).toContain(file);
  });

  test.each(allowed)('%s may import %s', (file) => {
    expect(refused).not.toContain(file);
  });
});

function refusedFiles(folder: string): Set<string> {
  const { stdout } = spawnSync(
    join(process.cwd(), 'node_modules/.bin/biome'),
    [
      'lint',
      '--vcs-enabled=false',
      '--only=style/noRestrictedImports',
      '--reporter=github',
      '--max-diagnostics=200',
      '--colors=off',
      folder,
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  return new Set(
    [...stdout.matchAll(/noRestrictedImports,file=([^,]+),/g)].map(([, file = '']) =>
      file.startsWith(folder) ? file.slice(folder.length + 1) : file,
    ),
  );
}
