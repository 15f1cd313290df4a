import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { publishableKey } from '#contract/wire.ts';
import { ConfigError, readConfig, settings } from './config.ts';
import { problemsOf } from './config-fixture.ts';

describe('settings', () => {
  test('have the documented defaults', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      dataDir: './data',
      copyTo: null,
      databaseUrl: null,
      slackWebhookUrl: null,
      slackContactWebhookUrl: null,
      slackApp: null,
      webhook: null,
      slackSigningSecret: null,
      slackMinIntervalMs: 1000,
      mail: null,
      receipts: false,
      outgoingProxy: null,
      siteUrl: 'http://localhost:3000',
      allowedOrigins: ['http://localhost:3000'],
      trustProxy: false,
      rateLimitPerMinute: 10,
      opsPort: null,
      console: { port: 3001, url: null, provider: null },
      logLevel: 'info',
      timeZone: 'Australia/Sydney',
      publicKeys: [publishableKey],
      backendOrigin: null,
      warnings: [],
    });
  });

  test('are read', () => {
    const config = readConfig({
      HOST: '0.0.0.0',
      PORT: '8080',
      DATABASE_URL: 'postgres://u:p@db/x',
      COPY_TO: 'postgres://u:p@other/x',
      SLACK_WEBHOOK_URL: 'https://hooks.slack.com/services/T/B/X',
      SITE_URL: 'https://entree.example/',
      ALLOWED_ORIGINS: 'https://a.example, https://b.example:8443',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      RATE_LIMIT_PER_MINUTE: '0',
      OPS_PORT: '9100',
      LOG_LEVEL: 'debug',
      TIME_ZONE: 'Europe/Zurich',
      PUBLIC_BACKEND_URL: 'https://api.example/x',
      PUBLIC_BACKEND_ANON_KEY: 'other',
    });
    expect(config).toMatchObject({
      siteUrl: 'https://entree.example',
      allowedOrigins: ['https://entree.example', 'https://a.example', 'https://b.example:8443'],
      trustProxy: ['10.0.0.0/8', '::1'],
      slackContactWebhookUrl: 'https://hooks.slack.com/services/T/B/X',
      rateLimitPerMinute: 0,
      copyTo: 'postgres://u:p@other/x',
      timeZone: 'Europe/Zurich',
      publicKeys: [publishableKey, 'other'],
      backendOrigin: 'https://api.example',
    });
    expect(readConfig({ TRUST_PROXY: 'loopback' }).trustProxy).toEqual(['loopback']);
    expect(readConfig({ PORT: '4000' }).siteUrl).toBe('http://localhost:4000');
  });

  test.each([
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['HOST', 'http://127.0.0.1'],
    ['HOST', '127.0.0.1:3000'],
    ['HOST', '*'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'not a url'],
    ['SLACK_WEBHOOK_URL', 'http://hooks.slack.com/x'],
    ['SLACK_WEBHOOK_URL', 'https://hooks.slack.example/services/T/B/X'],
    ['SLACK_WEBHOOK_URL', 'https://hooks.slack.com.evil.example/services/T/B/X'],
    ['SLACK_WEBHOOK_URL', 'https://hooks.slack.com/services/T/B'],
    ['SLACK_WEBHOOK_URL', 'https://hooks.slack.com/triggers/T/1/X'],
    ['SLACK_WEBHOOK_URL', 'https://user:word@hooks.slack.com/services/T/B/X'],
    ['SLACK_WEBHOOK_URL', 'http://user@127.0.0.1:4000/x'],
    ['SLACK_CONTACT_WEBHOOK_URL', 'hooks.slack.com'],
    ['SLACK_MIN_INTERVAL_MS', '-1'],
    ['SITE_URL', 'entree.example'],
    ['SITE_URL', 'https://entree.example/path'],
    ['ALLOWED_ORIGINS', 'https://ok.example,*'],
    ['ALLOWED_ORIGINS', 'https://*.example'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/0'],
    ['TRUST_PROXY', 'loopback, 0.0.0.0/1'],
    ['TRUST_PROXY', '::/0'],
    ['TRUST_PROXY', '::ffff:0:0/96'],
    ['TIME_ZONE', 'Sydney'],
    ['RATE_LIMIT_PER_MINUTE', '1.5'],
    ['OPS_PORT', '0'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_BACKEND_URL', '/api'],
  ])('%s=%s is refused by name', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringContaining(name)]);
  });

  test.each([
    ['SLACK_WEBHOOK_URL', 'https://hooks.slack.com/services/T0ENTREE0/B0WAITLIST/aBc123'],
    ['SLACK_WEBHOOK_URL', 'https://hooks.slack-gov.com/services/T0ENTREE0/B0WAITLIST/aBc123'],
    // A stand-in for Slack on this machine has no certificate.
    ['SLACK_WEBHOOK_URL', 'http://127.0.0.1:4000/x'],
    ['HOST', '::'],
    ['HOST', 'localhost'],
    ['HOST', 'web-1.internal'],
    ['TRUST_PROXY', 'fc00::/7, 10.0.0.0/8, ::1/128, ::ffff:10.0.0.0/104'],
    ['TIME_ZONE', 'UTC'],
  ])('%s=%s is taken', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([]);
  });

  test('a proxy for outgoing calls is read under its usual names, and no part of a wrong one is shown', () => {
    const outgoingProxy = { url: 'http://user:word@proxy:3128', exceptions: 'inner.example' };
    expect(readConfig({ https_proxy: outgoingProxy.url, no_proxy: 'inner.example' })).toMatchObject({
      outgoingProxy,
      warnings: [],
    });
    expect(readConfig({ HTTPS_PROXY: outgoingProxy.url, NO_PROXY: 'inner.example' })).toMatchObject({
      outgoingProxy,
    });
    expect(readConfig({ HTTP_PROXY: 'http://proxy:3128' })).toMatchObject({
      outgoingProxy: null,
      warnings: [],
    });
    const [problem, ...others] = problemsOf({ HTTPS_PROXY: 'user:word@proxy:3128' });
    expect(others).toEqual([]);
    expect(problem).toMatch(/^HTTPS_PROXY must be/);
    expect(problem).not.toContain('word');
  });

  test('a name of Node in .env, where Node does not read it, is warned of', () => {
    const { warnings } = readConfig({ NODE_EXTRA_CA_CERTS: '/ca.pem' }, ['NODE_EXTRA_CA_CERTS', 'NODE_ENV']);
    expect(warnings).toEqual([expect.stringMatching(/^NODE_EXTRA_CA_CERTS in \.env has no effect/)]);
    expect(readConfig({ NODE_EXTRA_CA_CERTS: '/ca.pem' }).warnings).toEqual([]);
  });

  test('a name in .env that is almost a setting is a problem; elsewhere it is a warning', () => {
    const misspelt = { SLACK_WEBHOK_URL: 'hunter2', DATABASE_UR: 'hunter2', SLACK_WEBHOOK: 'hunter2' };
    const names = Object.keys(misspelt);
    expect(problemsOf(misspelt, names)).toEqual([
      expect.stringContaining('did you mean SLACK_WEBHOOK_URL?'),
      expect.stringContaining('did you mean DATABASE_URL?'),
      expect.stringContaining('did you mean SLACK_WEBHOOK_URL?'),
    ]);
    expect(problemsOf(misspelt, names).join()).not.toContain('hunter2');
    expect(readConfig(misspelt).warnings).toHaveLength(3);
    expect(problemsOf({ PROT: '80' }, ['PROT'])).toEqual([expect.stringContaining('did you mean PORT?')]);
  });

  test("other programs' variables are none of ours", () => {
    const others = {
      PATH: '/bin',
      PORTS: '1',
      HOSTNAME: 'a',
      HOSTS: 'b',
      TZ: 'UTC',
      PGDATABASE: 'x',
      LOG: 'y',
    };
    expect(readConfig(others).warnings).toEqual([]);
    expect(problemsOf({ COMPOSE_PROJECT_NAME: 'entree' }, ['COMPOSE_PROJECT_NAME'])).toEqual([]);
  });

  test('each has its row in the README', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    // HTTP_PROXY is only warned of.
    const names = Object.keys(settings).filter((name) => name !== 'HTTP_PROXY' && /^[A-Z]/.test(name));
    const missing = names.filter((name) => !new RegExp(`^\\|[^|]*\`${name}\``, 'm').test(readme));
    expect(missing, 'give these a row in the table of settings').toEqual([]);
  });

  test('a wrong value of any setting of the README is answered with a sentence that does not show it', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const rows = readme.split('\n').filter((line) => /^\| (build time: )?`[A-Z]/.test(line));
    const names = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)]);
    expect(names.length).toBeGreaterThan(30);
    // What any text is right for, and two lists whose message names the wrong item.
    const others = /^(DATA_DIR|NO_PROXY|OIDC_CLIENT_.*|PUBLIC_BACKEND_ANON_KEY|TRUST_PROXY|ADMIN_EMAILS)$/;
    for (const [, name = ''] of names.filter(([, each = '']) => !others.test(each))) {
      const [problem, ...beside] = problemsOf({ [name]: 'hunter2:/ hunter2' });
      expect(problem, name).toMatch(new RegExp(`^${name} (must|is|has|cannot) .*\\.$`));
      expect([problem, ...beside].join(), name).not.toContain('hunter2');
    }
  });

  describe('in files, as Docker gives its secrets', () => {
    const secret = {
      DATABASE_URL: 'postgres://u:p@db/x',
      SLACK_WEBHOOK_URL: 'https://hooks.slack.com/services/T/B/X',
      SLACK_CONTACT_WEBHOOK_URL: 'https://hooks.slack.com/services/T/B/Y',
      SLACK_SIGNING_SECRET: '0123456789abcdef'.repeat(2),
      SMTP_URL: 'smtps://u:p@smtp.example.com',
      WEBHOOK_URL: 'https://n8n.example.com/webhook/1',
      WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
      OIDC_CLIENT_SECRET: 'a secret',
      COPY_TO: 'postgres://u:p@db/y',
      HTTPS_PROXY: 'http://u:p@proxy:3128',
    };
    const others = {
      MAIL_FROM: 'a@example.com',
      ADMIN_URL: 'https://console.example.com',
      OIDC_ISSUER: 'https://accounts.google.com',
      OIDC_CLIENT_ID: 'id',
      ADMIN_EMAILS: 'bo@example.com',
    };
    const folder = mkdtempSync(path.join(tmpdir(), 'entree-secrets-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const inFiles = (values: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => {
          writeFileSync(path.join(folder, name), value);
          return [`${name}_FILE`, path.join(folder, name)];
        }),
      );

    test('each secret is read, without the line break at its end', () => {
      const set = readConfig({ ...others, ...secret });
      const env = inFiles(
        Object.fromEntries(Object.entries(secret).map(([name, value]) => [name, `${value}\r\n`])),
      );
      expect(readConfig({ ...others, ...env }, Object.keys(env))).toEqual(set);
      // As compose.yaml passes what is not set.
      expect(readConfig({ ...others, ...env, SMTP_URL: '', DATABASE_URL: ' ' })).toEqual(set);
      const app = { SLACK_CHANNEL: 'C0123456789', ...inFiles({ SLACK_BOT_TOKEN: 'xoxb-1234567890\n' }) };
      expect(readConfig(app).slackApp?.token).toBe('xoxb-1234567890');
    });

    test('a file that cannot be read, or is empty, or is one of two values, is the one problem, and is not shown', () => {
      const fails = (env: Record<string, string>) => {
        const problems = problemsOf({ ...others, ...secret, SMTP_URL: '', ...env });
        expect(problems.join()).not.toContain('hunter2');
        return problems;
      };
      expect(fails({ SMTP_URL_FILE: 'hunter2' })).toEqual([
        expect.stringMatching(/^SMTP_URL_FILE must .*\(ENOENT\)/),
      ]);
      expect(fails({ SMTP_URL_FILE: folder })).toEqual([
        expect.stringMatching(/^SMTP_URL_FILE must .*\(EISDIR\)/),
      ]);
      expect(fails(inFiles({ SMTP_URL: '\n' }))).toEqual([
        expect.stringMatching(/^SMTP_URL_FILE must .* empty/),
      ]);
      expect(fails({ SMTP_URL: secret.SMTP_URL, ...inFiles({ DATABASE_URL: 'hunter2' }) })).toEqual([
        expect.stringContaining('DATABASE_URL and DATABASE_URL_FILE must not both be set'),
      ]);
      expect(fails(inFiles({ SMTP_URL: 'hunter2' }))).toEqual([
        expect.stringMatching(/^SMTP_URL must look like/),
      ]);
    });
  });

  test.each(['"', "'"])('a value in quotes %s, which --env-file keeps, is named as that', (quote) => {
    const quoted = (value: string) => `${quote}${value}${quote}`;
    const env = { SITE_URL: quoted('https://a.example'), OIDC_CLIENT_ID: quoted('hunter2'), PORT: quote };
    const problems = problemsOf(env);
    expect(problems).toContainEqual(
      expect.stringMatching(/^SITE_URL must not stand in quotes: .*--env-file/),
    );
    expect(problems).toContainEqual(expect.stringMatching(/^OIDC_CLIENT_ID must not stand in quotes/));
    expect(problems).toContainEqual(expect.stringMatching(/^PORT must be a whole number/));
    expect(problems.join()).not.toContain('hunter2');
    expect(
      readConfig({ MAIL_FROM: '"Bo, of Cento" <a@example.com>', SMTP_URL: 'smtp://localhost' }).mail,
    ).not.toBeNull();
  });

  test('every problem is reported at once, and no value of a secret', () => {
    const env = {
      DATABASE_URL: 'mysql://user:hunter2@db/x',
      SLACK_WEBHOOK_URL: 'http://hooks.slack.com/services/hunter2',
      PORT: 'hunter2',
    };
    expect(problemsOf(env)).toHaveLength(3);
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(problemsOf(env).join()).not.toContain('hunter2');
  });
});

describe('the settings of events', () => {
  const events = {
    WEBHOOK_URL: 'https://n8n.example.com/webhook/hunter2',
    WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  };

  test('are read together; an own network needs no TLS', () => {
    expect(readConfig({}).webhook).toBeNull();
    const key = Buffer.alloc(32, 1);
    expect(readConfig(events).webhook).toEqual({ url: events.WEBHOOK_URL, key });
    for (const WEBHOOK_URL of [
      'http://n8n:5678/x',
      'http://10.1.2.3/x',
      'http://[::1]/x',
      'http://a.internal/x',
    ])
      expect(problemsOf({ ...events, WEBHOOK_URL }), WEBHOOK_URL).toEqual([]);
  });

  test.each([
    ['WEBHOOK_URL', 'http://hunter2.example.com/x'],
    ['WEBHOOK_URL', 'https://user:hunter2@example.com/x'],
    ['WEBHOOK_URL', 'hunter2'],
    ['WEBHOOK_SECRET', 'hunter2'],
    ['WEBHOOK_SECRET', `whsec_${Buffer.from('hunter2').toString('base64')}`],
    ['WEBHOOK_SECRET', `whsec_${Buffer.alloc(65, 'hunter2').toString('base64')}`],
    ['WEBHOOK_SECRET', `whsec_${Buffer.alloc(32, 1).toString('base64')}hunter2`],
  ])('%s=%s is refused by name, and the value is not shown', (name, value) => {
    const problems = problemsOf({ ...events, [name]: value });
    expect(problems).toEqual([expect.stringContaining(`${name} must be`)]);
    expect(problems.join()).not.toContain(value);
  });

  test.each(['WEBHOOK_URL', 'WEBHOOK_SECRET'] as const)('%s alone is a problem', (name) => {
    expect(problemsOf({ [name]: events[name] })).toEqual([expect.stringContaining(`set beside ${name}`)]);
  });
});

describe('the settings of a Slack app', () => {
  const app = { SLACK_BOT_TOKEN: 'xoxb-1234567890-hunter2', SLACK_CHANNEL: 'C0123456789' };

  test('are read, with one channel for both uses unless there is another', () => {
    expect(readConfig(app).slackApp).toEqual({
      apiUrl: 'https://slack.com/api/',
      token: 'xoxb-1234567890-hunter2',
      waitlistChannel: 'C0123456789',
      contactChannel: 'C0123456789',
    });
    const others = { SLACK_CONTACT_CHANNEL: '#контакт-2', SLACK_API_URL: 'http://127.0.0.1:4000/api' };
    expect(readConfig({ ...app, ...others }).slackApp).toMatchObject({
      apiUrl: 'http://127.0.0.1:4000/api/',
      contactChannel: '#контакт-2',
    });
    expect(readConfig({ ...app, SLACK_API_URL: 'https://slack-gov.com/api' }).slackApp).toMatchObject({
      apiUrl: 'https://slack-gov.com/api/',
    });
  });

  test.each([
    ['SLACK_BOT_TOKEN', 'hunter2'],
    ['SLACK_BOT_TOKEN', 'xoxp-1234567890-hunter2'],
    ['SLACK_BOT_TOKEN', 'xoxb-1234567890 hunter2'],
    ['SLACK_CHANNEL', 'hunter2'],
    ['SLACK_CHANNEL', '#Hunter2'],
    ['SLACK_CHANNEL', '#hunter 2'],
    ['SLACK_CHANNEL', 'U0123456789'],
    ['SLACK_CONTACT_CHANNEL', 'https://hunter2.slack.com/archives/C0123456789'],
    ['SLACK_API_URL', 'https://hunter2.example/api/'],
    ['SLACK_API_URL', 'http://slack.com/api/'],
    ['SLACK_API_URL', 'http://hunter2@127.0.0.1/api/'],
  ])('%s=%s is refused by name, and the value is not shown', (name, value) => {
    const problems = problemsOf({ ...app, [name]: value });
    expect(problems).toEqual([expect.stringContaining(`${name} must be`)]);
    expect(problems.join()).not.toContain('hunter2');
  });

  test.each([
    ['a token without a channel', { SLACK_BOT_TOKEN: app.SLACK_BOT_TOKEN }, 'SLACK_CHANNEL must be set'],
    ['a name that .env takes for a comment', { ...app, SLACK_CHANNEL: '' }, 'In .env a name is quoted'],
    ['a channel without a token', { SLACK_CHANNEL: '#waitlist' }, 'SLACK_BOT_TOKEN must be set'],
    [
      'a webhook beside the app',
      { ...app, SLACK_WEBHOOK_URL: 'https://hooks.slack.com/services/T/B/X' },
      'SLACK_WEBHOOK_URL must not be set beside SLACK_BOT_TOKEN and SLACK_CHANNEL',
    ],
    [
      "a webhook for the contact messages, which have the app's channel",
      { ...app, SLACK_CONTACT_WEBHOOK_URL: 'https://hooks.slack.com/services/T/B/X' },
      'SLACK_CONTACT_WEBHOOK_URL must not be set',
    ],
  ])('%s is a problem', (_name, env, problem) => {
    expect(problemsOf(env)).toEqual([expect.stringContaining(problem)]);
  });
});

test('a start on every address without SITE_URL warns of what will be wrong', () => {
  expect(readConfig({ HOST: '0.0.0.0' }).warnings.join()).toContain('SITE_URL is not set');
  expect(readConfig({ HOST: '0.0.0.0', SITE_URL: 'https://a.example' }).warnings).toEqual([]);
  expect(readConfig({ HOST: '127.0.0.1' }).warnings).toEqual([]);
});

describe('the settings of the console', () => {
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
    [
      { ADMIN_URL: 'https://a.example', SITE_URL: 'https://a.example' },
      /ADMIN_URL must differ from SITE_URL/,
    ],
    [{ ...team, OIDC_ISSUER: 'http://provider.example' }, /OIDC_ISSUER must be the address/],
    [{ ...team, ADMIN_EMAILS: 'grace' }, /ADMIN_EMAILS must be addresses.*: grace$/],
    [
      { ...team, ADMIN_EMAILS: 'bo@example.com, *@example.com' },
      /ADMIN_EMAILS must be .*@example\.com for all.*: \*@example\.com$/,
    ],
    [
      { ...team, ADMIN_EMAILS: '@gmail.com' },
      /ADMIN_EMAILS must be .*everybody can have one.*: @gmail\.com$/,
    ],
  ])('%o is refused with what to do', (env, problem) => {
    expect(problemsOf(env).join('\n')).toMatch(problem);
  });
});

test('receipts need a mail server and a sender, and a warning says where no limit holds a network', () => {
  expect(problemsOf({ RECEIPTS: 'on' })).toEqual([
    'SMTP_URL, MAIL_FROM must be set beside RECEIPTS: receipts are letters.',
  ]);
  expect(problemsOf({ RECEIPTS: 'yes' })).toEqual(['RECEIPTS must be on or off.']);
  expect(readConfig({ RECEIPTS: 'off' }).receipts).toBe(false);
  const mail = { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@example.com' };
  expect(readConfig(mail).receipts).toBe(false);
  expect(readConfig({ ...mail, RECEIPTS: 'on' })).toMatchObject({ receipts: true, warnings: [] });
  expect(readConfig({ ...mail, RECEIPTS: 'on', RATE_LIMIT_PER_MINUTE: '0' }).warnings).toEqual([
    expect.stringMatching(/^RECEIPTS is on and RATE_LIMIT_PER_MINUTE is 0/),
  ]);
});
