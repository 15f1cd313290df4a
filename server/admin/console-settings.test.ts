import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { problemsOf } from '#server/config-fixture.ts';

const team = {
  ADMIN_URL: 'https://console.example.com',
  OIDC_ISSUER: 'https://slack.com',
  OIDC_CLIENT_ID: 'id',
  OIDC_CLIENT_SECRET: 'hunter2',
  ADMIN_EMAILS: 'Grace@Example.com, @example.org',
};

test('the console is on port 3001 of this machine, or off', () => {
  expect(readConfig({}).console).toEqual({ port: 3001, url: null, provider: null });
  expect(readConfig({ ADMIN_PORT: 'off' }).console).toBeNull();
  expect(readConfig({ ADMIN_PORT: '4000' }).console?.port).toBe(4000);
});

test('a team has an address, a provider and a list', () => {
  expect(readConfig(team).console).toEqual({
    port: 3001,
    url: 'https://console.example.com',
    provider: {
      url: 'https://console.example.com',
      issuer: 'https://slack.com',
      clientId: 'id',
      clientSecret: 'hunter2',
      allowed: ['grace@example.com', '@example.org'],
    },
  });
});

test.each(Object.keys(team))('without %s the others are refused, and what is missing is named', (name) => {
  const { [name as keyof typeof team]: _missing, ...rest } = team;
  const problems = problemsOf(rest);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(new RegExp(`^${name} must be set beside`));
  expect(problems[0]).not.toContain('hunter2');
});

test.each<[Record<string, string>, RegExp]>([
  [{ ADMIN_PORT: 'x' }, /ADMIN_PORT must be a port from 0 to 65535, or off/],
  [{ ADMIN_PORT: '3000' }, /ADMIN_PORT must differ from PORT/],
  [{ ADMIN_PORT: '9464', OPS_PORT: '9464' }, /ADMIN_PORT must differ from OPS_PORT/],
  [{ ADMIN_URL: 'http://console.example.com' }, /ADMIN_URL must begin with https/],
  [{ ADMIN_URL: 'https://console.example.com/path' }, /ADMIN_URL must be an origin/],
  [{ ADMIN_URL: 'https://a.example', SITE_URL: 'https://a.example' }, /ADMIN_URL must differ from SITE_URL/],
  [{ ...team, OIDC_ISSUER: 'http://provider.example' }, /OIDC_ISSUER must be the address/],
  [{ ...team, ADMIN_EMAILS: 'grace' }, /ADMIN_EMAILS has an item/],
  [{ ...team, ADMIN_EMAILS: '@gmail.com' }, /ADMIN_EMAILS lets in everybody/],
])('%o is refused with what to do', (env, problem) => {
  expect(problemsOf(env).join('\n')).toMatch(problem);
});
