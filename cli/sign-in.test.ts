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
