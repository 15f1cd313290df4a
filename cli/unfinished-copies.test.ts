import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { partOf } from '#server/store/sqlite/database-copy.ts';
import { creator, describeOnEachEngine } from '#test/cli-fixture.ts';
import { findUnfinished, writeCopy } from './unfinished-copies.ts';

describeOnEachEngine('a copy that is broken off', (cli) => {
  const backups = () => join(cli.folder, 'backups');

  /** A command that is stopped while it writes a copy, with its log beside it; answers the copy's name. */
  async function breakOff(signal: NodeJS.Signals, name = 'waitlist.db'): Promise<string> {
    await mkdir(backups(), { recursive: true });
    const modules = ['cli/unfinished-copies.ts', 'server/store/sqlite/database-copy.ts'].map((file) =>
      JSON.stringify(join(import.meta.dirname, '..', file)),
    );
    const child = spawn(process.execPath, [
      '--input-type=module',
      '--eval',
      `import { writeFileSync } from 'node:fs';
      import { writeCopy } from ${modules[0]};
      import { partOf } from ${modules[1]};
      const file = partOf(${JSON.stringify(join(backups(), name))});
      await writeCopy(${JSON.stringify(cli.folder)}, file, async () => {
        for (const end of ['', '-journal']) writeFileSync(file + end, 'Ada');
        console.log(file);
        await new Promise((done) => setTimeout(done, 60_000));
      });`,
    ]);
    const [file] = await once(child.stdout, 'data');
    expect(findUnfinished(cli.folder)).toEqual([String(file).trim()]);
    child.kill(signal);
    await once(child, 'exit');
    return String(file).trim();
  }

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s removes what is unfinished', async (signal) => {
    await breakOff(signal);
    expect(await readdir(backups())).toEqual([]);
    expect(findUnfinished(cli.folder)).toEqual([]);
  });

  test('what kill -9 left is named by erase and prune, and removed by the next run', async () => {
    const file = await breakOff('SIGKILL');
    await cli.accept('creator', creator);
    await cli.fail(['erase', '--email', creator.email, '--yes'], file);
    await cli.accept('creator', creator, 'honeypot');
    await cli.run(['discard', '2']);
    const now = () => new Date(Date.now() + 400 * 86_400_000);
    await cli.fail(['prune', '--older-than', '365d', '--yes'], file, { now });
    await cli.accept('creator', creator);
    const next = join(cli.folder, 'next');
    await writeCopy(cli.folder, partOf(next), async () => writeFile(partOf(next), ''));
    expect(await readdir(backups())).toEqual([]);
    expect((await cli.run(['erase', '--email', creator.email, '--yes'])).exitCode).toBe(0);
  });

  test('a copy that is being written is left alone by the next run', async () => {
    await mkdir(backups());
    const file = partOf(join(backups(), 'waitlist.db'));
    await writeCopy(cli.folder, file, async () => {
      await writeFile(file, '');
      await writeCopy(cli.folder, partOf(join(backups(), 'other.db')), async () => undefined);
      expect(findUnfinished(cli.folder)).toEqual([file]);
    });
    expect(findUnfinished(cli.folder)).toEqual([]);
  });
});
