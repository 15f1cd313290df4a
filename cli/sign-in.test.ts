import { expect, test } from 'vitest';
import { createSessions } from '#server/admin/sessions.ts';
import { describeOnEachEngine } from '#test/cli-fixture.ts';
import { findFreePort } from '#test/program.ts';

describeOnEachEngine('signing in to the console', (cli) => {
  const { fail, run } = cli;
  const consoleOrigin = 'http://127.0.0.1:3001';

  test('sign-in prints a link that works once; sessions names who used it; sign-out ends it', async () => {
    const env = { ADMIN_PORT: String(await findFreePort()) };
    const printed = await run(['sign-in', '--json'], { env });
    expect(printed.err).toContain('No console answers');
    const { link, validForMs } = JSON.parse(printed.out);
    expect(validForMs).toBe(600_000);
    const token = new URL(link).hash.split('/').at(-1) ?? '';

    const sessions = createSessions(cli.store, []);
    const session = await sessions.redeemLink({ headers: {}, consoleOrigin }, token);
    expect(await sessions.redeemLink({ headers: {}, consoleOrigin }, token)).toBeNull();
    const name = session?.person.name ?? '';
    const request = { headers: { cookie: session?.cookie.split(';')[0] }, consoleOrigin };
    expect(await sessions.read(request)).toMatchObject({ name });
    const listed = await run(['sessions']);
    expect(listed.out).toContain('1 session.');
    expect(listed.out).toMatch(new RegExp(`${name} +link +signed in`));

    await fail(['sign-out', '--who', 'nobody'], 'nobody has no session');
    expect((await run(['sign-out', '--who', name])).out).toBe('1 session and 0 links ended.\n');
    expect(await sessions.read(request)).toBeNull();
  });

  test('people who share an account on the server sign in under names of their own', async () => {
    const names: string[] = [];
    for (const given of ['Grace', ' Ada  Lovelace ']) {
      const { out } = await run(['sign-in', '--json', '--as', given]);
      const token = new URL(JSON.parse(out).link).hash.split('/').at(-1) ?? '';
      const session = await createSessions(cli.store, []).redeemLink({ headers: {}, consoleOrigin }, token);
      names.push(session?.person.name ?? '');
      expect(session?.person.id).toBe(session?.person.name);
    }
    expect(names).toEqual([
      expect.stringMatching(/^Grace \(.+\)$/),
      expect.stringMatching(/^Ada Lovelace \(.+\)$/),
    ]);
    await run(['sign-in', '--as', 'Grace']);
    expect((await run(['sign-out', '--who', 'grace'])).out).toBe('1 session and 1 link ended.\n');
    expect((await run(['sign-out', '--who', names[1] ?? ''])).out).toBe('1 session and 0 links ended.\n');
    const [, account = ''] = /\((.+)\)$/.exec(names[0] ?? '') ?? [];
    await run(['sign-in']);
    await run(['sign-in', '--as', 'Grace']);
    expect((await run(['sign-out', '--who', account])).out).toBe('0 sessions and 1 link ended.\n');
    for (const wrong of [' ', 'x'.repeat(51)])
      expect(await run(['sign-in', '--as', wrong])).toMatchObject({
        exitCode: 2,
        err: expect.stringContaining('1 to 50 characters'),
      });
  });

  test('sign-out of everybody ends links that were not used', async () => {
    await run(['sign-in']);
    expect((await run(['sign-out', '--all'])).out).toBe('0 sessions and 1 link ended.\n');
    expect((await run(['sign-out'])).exitCode).toBe(2);
    expect((await run(['sign-out', '--all', '--who', 'root'])).exitCode).toBe(2);
  });

  test('sign-in says why there is no console', async () => {
    await fail(['sign-in'], 'Remove ADMIN_PORT=off', { env: { ADMIN_PORT: 'off' } });
  });
});
