import { describe, expect, test } from 'vitest';
import { publishableKey } from '#contract/wire.ts';
import { ConfigError, readConfig } from './config.ts';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

describe('settings', () => {
  test('have the documented defaults', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      dataDir: './data',
      databaseUrl: null,
      slackWebhookUrl: null,
      slackContactWebhookUrl: null,
      slackMinIntervalMs: 1000,
      siteUrl: 'http://localhost:3000',
      allowedOrigins: ['http://localhost:3000'],
      trustProxy: false,
      rateLimitPerMinute: 10,
      opsPort: null,
      logLevel: 'info',
      publicKeys: [publishableKey],
      backendOrigin: null,
    });
  });

  test('are read', () => {
    const config = readConfig({
      HOST: '0.0.0.0',
      PORT: '8080',
      DATABASE_URL: 'postgres://u:p@db/x',
      SLACK_WEBHOOK_URL: 'https://hooks.slack.com/services/T/B/X',
      SITE_URL: 'https://entree.example/',
      ALLOWED_ORIGINS: 'https://a.example, https://b.example:8443',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      RATE_LIMIT_PER_MINUTE: '0',
      OPS_PORT: '9100',
      LOG_LEVEL: 'debug',
      PUBLIC_BACKEND_URL: 'https://api.example/x',
      PUBLIC_BACKEND_ANON_KEY: 'other',
    });
    expect(config).toMatchObject({
      siteUrl: 'https://entree.example',
      allowedOrigins: ['https://entree.example', 'https://a.example', 'https://b.example:8443'],
      trustProxy: ['10.0.0.0/8', '::1'],
      slackContactWebhookUrl: 'https://hooks.slack.com/services/T/B/X',
      rateLimitPerMinute: 0,
      publicKeys: [publishableKey, 'other'],
      backendOrigin: 'https://api.example',
    });
    expect(readConfig({ TRUST_PROXY: 'loopback' }).trustProxy).toEqual(['loopback']);
    expect(readConfig({ PORT: '4000' }).siteUrl).toBe('http://localhost:4000');
  });

  test.each([
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'not a url'],
    ['SLACK_WEBHOOK_URL', 'http://hooks.slack.com/x'],
    ['SLACK_CONTACT_WEBHOOK_URL', 'hooks.slack.com'],
    ['SLACK_MIN_INTERVAL_MS', '-1'],
    ['SITE_URL', 'entree.example'],
    ['SITE_URL', 'https://entree.example/path'],
    ['ALLOWED_ORIGINS', 'https://ok.example,*'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['RATE_LIMIT_PER_MINUTE', '1.5'],
    ['OPS_PORT', '0'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_BACKEND_URL', '/api'],
  ])('%s=%s is refused by name', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringContaining(name)]);
  });

  test('a webhook on loopback may be plain http, for a stand-in', () => {
    expect(problemsOf({ SLACK_WEBHOOK_URL: 'http://127.0.0.1:4000/x' })).toEqual([]);
  });

  test('every problem is told at once, and no value of a secret', () => {
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
