import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { copiedTables } from '#server/store/copy-store.ts';
import { openStore } from '#server/store/open-store.ts';
import { withPostgresTarget } from '#server/store/postgres/copy-sides.ts';
import { withSqliteTarget } from '#server/store/sqlite/copy-sides.ts';
import { databaseFile } from '#server/store/sqlite/database-file.ts';
import { setUpCli } from '#test/cli-fixture.ts';
import { engines, isSkipped } from '#test/faults/stores.ts';
import { runOnStore } from '#test/run-on-store.ts';
import { openSharedPostgres } from '#test/shared-postgres.ts';

const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Entrée <hello@entree.example>' };

describe.each(engines)('a copy of a store on %s', (engine) => {
  describe.skipIf(isSkipped(engine))('', () => {
    const cli = setUpCli(engine);
    const targets = engines.filter((target) => !isSkipped(target));

    /** Postgres lists a connection for a moment after it was closed. */
    async function closeStore() {
      await cli.store.close();
      if (cli.databaseUrl === null) return;
      const place = { databaseUrl: cli.databaseUrl, dataDir: '' };
      const listed =
        "select from pg_stat_activity where application_name = 'entree' and datname = current_database()";
      await expect.poll(() => runOnStore(place, listed)).toEqual([]);
    }

    /** Somebody in each state, with all that a store holds of them. */
    async function fill() {
      const decide = (...argv: string[]) =>
        cli.run([...argv, '--yes'], { env: mail, now: () => new Date('2026-11-27T00:00:00Z') });
      for (const name of ['ada', 'bo', 'cy', 'di', 'ed'])
        await cli.accept('creator', { name, email: `${name}@example.com`, bio: `“${name}” 🍷\nnext` });
      await cli.accept('venue', { name: 'Vi', email: 'vi@example.com' });
      await cli.accept('contact', { name: 'Co', email: 'co@example.com' });
      await cli.accept('creator', { name: 'ada', email: 'Ada@example.com', city: 'Perth NSW' });
      await cli.accept('creator', { name: 'Qu', email: 'qu@example.com' }, 'honeypot');
      await cli.claim();
      await decide('invite', '1', '--tell', '2026-12-01 10:00', '--note', 'Table for two');
      await decide('invite', '2');
      const letter = (await cli.store.readReview({ sequence: 1 }))?.letters[0]?.id ?? '';
      await cli.store.readSecret('answers', 'key of the links');
      await cli.store.answerInvitation({ letter, answer: 'coming', sentence: 'With a friend' });
      await decide('decline', '3', '--letter');
      await decide('shortlist', '4');
      await decide('note', '5', 'Call on Tuesday');
      await cli.accept('creator', { name: 'Gone', email: 'gone@example.com' });
      await decide('erase', '--email', 'gone@example.com');
    }

    const reads = [
      ['stats', '--json'],
      ['list', '--json'],
      ['export', '--all', '--format', 'json'],
      ['show', '1', '--json'],
      ['person', '--email', 'ada@example.com'],
    ];

    test.each(targets)(
      'on %s answers every command as before, and the next number follows',
      async (target) => {
        await fill();
        const now = () => new Date('2026-11-28T00:00:00Z');
        const before = await Promise.all(reads.map((argv) => cli.run(argv, { now })));
        await closeStore();
        const folder = join(cli.folder, 'new');
        const url = target === 'postgres' ? await (await openSharedPostgres()).takeDatabase() : null;
        const copied = await cli.run(['copy-store', '--to', url ?? folder]);
        expect(copied).toMatchObject({ exitCode: 0, err: '' });
        expect(copied.out).toContain('both sides are equal');
        expect(copied.out).not.toContain('password');
        const env = url === null ? { DATA_DIR: folder, DATABASE_URL: '' } : { DATABASE_URL: url };
        const after = await Promise.all(reads.map((argv) => cli.run(argv, { now, env })));
        // How long the oldest waits is counted by the machine's clock.
        const withoutAge = ({ out }: { out: string }) => out.replace(/(?<=AgeMs": )\d+/g, 'age');
        expect(after.map(withoutAge)).toEqual(before.map(withoutAge));
        // The source has what it had, no server starts on it, and the target is no target any more.
        const where = url === null ? join(folder, 'waitlist.db') : new URL(url).pathname;
        const read = await cli.run(['list', '--json'], { now });
        expect(read).toMatchObject({ out: before[1]?.out, err: expect.stringContaining(where) });
        await expect(cli.reopenStore()).rejects.toThrow(/^This store was copied to .*copy-store --undo$/);
        await cli.fail(['copy-store', '--to', url ?? folder], 'not empty');
        await cli.fail(['copy-store', '--undo'], 'Nothing was changed', { typed: 'n\n' });
        await expect(cli.reopenStore()).rejects.toThrow(where);
        expect(await cli.run(['copy-store', '--undo', '--yes'])).toMatchObject({ exitCode: 0 });
        await cli.reopenStore();
        await cli.fail(['copy-store', '--undo', '--yes'], 'was not copied');
        const place = { databaseUrl: url, dataDir: folder };
        await runOnStore(
          place,
          "insert into submissions (id, kind, fields, email_key, received_at) values ('x', 'contact', '{}', 'x', 1)",
        );
        const [{ sequence }] = (await runOnStore(
          place,
          "select sequence from submissions where id = 'x'",
        )) as [{ sequence: number }];
        // Number 10 was erased, and does not come again.
        expect(Number(sequence)).toBe(11);
        const copy = await openStore(place);
        expect(await copy.readSecret('answers', 'another key')).toBe('key of the links');
        await copy.close();
      },
    );

    test('is written over what kill -9 left at its target', async () => {
      await fill();
      await closeStore();
      const folder = join(cli.folder, 'target');
      mkdirSync(folder);
      const module = join(import.meta.dirname, '../server/store/sqlite/copy-sides.ts');
      const child = spawn(process.execPath, [
        '--input-type=module',
        '--eval',
        `import { withSqliteTarget } from ${JSON.stringify(module)};
        await withSqliteTarget(${JSON.stringify(join(folder, 'waitlist.db'))}, async ({ database }) => {
          const row = { kind: 'venue', file: 'x'.repeat(10_000_000), actor: '', actor_name: '', way: 'cli', imported_at: 1 };
          await database.insertInto('imports').values({ id: 'i', ...row }).execute();
          console.log('written');
          await new Promise((done) => setTimeout(done, 60_000));
        });`,
      ]);
      await once(child.stdout, 'data');
      child.kill('SIGKILL');
      await once(child, 'exit');
      expect(statSync(join(folder, 'waitlist.db')).size).toBeGreaterThan(1_000_000);
      const copied = await cli.run(['copy-store', '--to', folder]);
      expect(copied).toMatchObject({ exitCode: 0, out: expect.stringContaining('both sides are equal') });
      expect(readFileSync(join(folder, 'waitlist.db'), 'latin1')).not.toContain('xxxxxxxx');
    });

    test('is refused while a server has the store open', async () => {
      await cli.fail(['copy-store', '--to', join(cli.folder, 'new')], 'is in use');
    });

    test.each(['POSTGRES://u:secret@h/w', ' https://u:secret@h/w ', 'Postgres:u:secret@h', 'x://secret'])(
      '%s is an address, and no folder is made of it',
      async (address) => {
        await closeStore();
        for (const [argv, env, problem] of [
          [['copy-store', '--to', address], {}, /^The target is not of the form postgres:/],
          [['copy-store'], { COPY_TO: address }, /COPY_TO must look like postgres:/],
        ] as const) {
          const { exitCode, err, out } = await cli.run(argv, { env });
          expect({ exitCode: exitCode > 0, out }).toEqual({ exitCode: true, out: '' });
          expect(err).toMatch(problem);
          expect(err).not.toContain('secret');
        }
        expect(readdirSync(cli.folder).filter((name) => name.includes(':'))).toEqual([]);
        await cli.reopenStore();
      },
    );

    test('copies to the setting COPY_TO; --to comes first', async () => {
      await closeStore();
      const [setting, option] = [join(cli.folder, 'setting'), join(cli.folder, 'option')];
      const env = { COPY_TO: ` ${setting} ` };
      expect(await cli.run(['copy-store', '--to', option], { env })).toMatchObject({ exitCode: 0 });
      expect([option, setting].map((each) => existsSync(each))).toEqual([true, false]);
      expect(await cli.run(['copy-store'], { env })).toMatchObject({ exitCode: 0 });
      expect(existsSync(join(setting, 'waitlist.db'))).toBe(true);
    });

    // Only root can give a folder to another user.
    test.runIf(process.getuid?.() === 0)('is not written where another user could take it', async () => {
      await closeStore();
      const [foreign, linked, file] = ['foreign', 'linked', 'file'].map((name) => join(cli.folder, name)) as [
        string,
        string,
        string,
      ];
      for (const folder of [foreign, file]) mkdirSync(folder);
      writeFileSync(join(file, 'waitlist.db'), '');
      symlinkSync(cli.folder, linked);
      for (const path of [foreign, linked, join(file, 'waitlist.db')]) lchownSync(path, 1, 1);
      for (const [folder, why] of [
        [foreign, 'belongs to another user'],
        [join(linked, 'new'), 'is a link of another user'],
        [file, 'belongs to another user'],
      ] as const)
        await cli.fail(['copy-store', '--to', folder], why);
      expect(existsSync(join(cli.folder, 'new'))).toBe(false);
      await cli.reopenStore();
    });

    test('while a copy is being written nobody opens its target, and nothing of a failed one is left', async () => {
      await closeStore();
      const folder = join(cli.folder, 'target');
      const url = engine === 'postgres' ? await (await openSharedPostgres()).takeDatabase() : null;
      const target = { databaseUrl: url, dataDir: folder, busyTimeoutMs: 0 };
      const whileCopying = async () => {
        await expect(openStore(target)).rejects.toThrow(
          url === null
            ? /locked by another process, such as copy-store/
            : /A store is being copied to .*start again/,
        );
        throw new Error('broken off');
      };
      const copying =
        url === null
          ? withSqliteTarget(databaseFile(folder), whileCopying)
          : withPostgresTarget(url, whileCopying);
      await expect(copying).rejects.toThrow('broken off');
      if (url === null) expect(readdirSync(folder)).toEqual([]);
      // Neither is a target that somebody has open.
      const store = await openStore(target);
      await cli.fail(['copy-store', '--to', url ?? folder], 'is in use');
      await store.close();
      await cli.reopenStore();
    });

    test('is refused where the source is of a newer release, which is named', async () => {
      await runOnStore(
        cli.place,
        "insert into migrations values ('9999-of-the-next-release', '2026-12-24T00:00:00Z')",
      );
      await runOnStore(cli.place, "insert into releases values ('9.8.7', 1)");
      await closeStore();
      await cli.fail(['copy-store', '--to', join(cli.folder, 'new')], 'a newer release, 9.8.7.');
      await runOnStore(cli.place, "delete from migrations where name like '9999%'");
      await cli.reopenStore();
    });

    test('is refused where the source is of an earlier release', async () => {
      await runOnStore(cli.place, 'delete from migrations');
      await closeStore();
      await cli.fail(['copy-store', '--to', join(cli.folder, 'new')], 'earlier release');
      await cli.reopenStore().catch(() => undefined);
    });
  });

  test.skipIf(isSkipped(engine))('takes or leaves every table on purpose', async () => {
    const url = engine === 'postgres' ? await (await openSharedPostgres()).takeDatabase() : null;
    if (url === null) return;
    const rows = await runOnStore(
      { databaseUrl: url, dataDir: '' },
      "select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'",
    );
    const notCopied = 'migrations sign_in_links console_sessions limit_counts copied_to releases'.split(' ');
    expect(rows.map(({ name }) => name).sort()).toEqual([...Object.keys(copiedTables), ...notCopied].sort());
  });
});
