import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { honeypotField } from '#contract/submission.ts';
import { functionNames, functionPath, publishableKey } from '#contract/wire.ts';
import { findFreePort, startProgram } from '#test/program.ts';
import { runOnStore } from '#test/run-on-store.ts';
import { startSlackStandIn } from '#test/slack-stand-in.ts';

/** Each value is found nowhere else, so that wherever it appears it came from here. */
const typed = {
  name: 'Zephyrine Quillfeather',
  email: 'zq.private@quill-feather.example',
  handle: '@zephyr_of_quills',
  city: 'Woolloomooloo-Zq',
  bio: 'I photograph oysters at midnight zqbio',
  venueName: 'The Zq Larder',
  website: 'https://zq-larder.example/secret-menu',
  message: 'Forty seats and a zq courtyard',
};
const creator = { ...typed, venueName: '', website: '', message: '', isVenueForm: false };
const venue = { ...typed, handle: '', bio: '', isVenueForm: true };
const contact = { name: typed.name, email: typed.email, message: typed.message };
const honeypotText = 'zq honeypot text';
const forwarded = '203.0.113.77';
const visitor = 'ZqBrowser/1.0';

test('logs and metrics of a whole run contain nothing that was typed, and the metrics count all of it', async () => {
  await using slack = await startSlackStandIn();
  const opsPort = await findFreePort();
  await using program = await startProgram({
    SLACK_WEBHOOK_URL: slack.waitlistUrl,
    SLACK_CONTACT_WEBHOOK_URL: slack.contactUrl,
    SLACK_MIN_INTERVAL_MS: '10',
    OPS_PORT: String(opsPort),
    LOG_LEVEL: 'trace',
    RATE_LIMIT_PER_MINUTE: '12',
  });
  const waitlist = `${program.url}${functionPath(functionNames.waitlist)}`;
  const post = async (url: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        apikey: publishableKey,
        'x-forwarded-for': forwarded,
        'user-agent': visitor,
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      redirect: 'manual',
    });
    await answer.text();
    return answer.status;
  };

  // Slack fails once, and refuses one message permanently: both are logged.
  slack.queueFaults({ kind: 'answer', status: 500 }, { kind: 'refused', code: 'invalid_payload' });
  expect(await post(waitlist, creator)).toBe(200);
  expect(await post(waitlist, venue)).toBe(200);
  expect(await post(`${program.url}${functionPath(functionNames.contact)}`, contact)).toBe(200);
  const idempotencyKey = randomUUID();
  expect(await post(waitlist, creator, { 'idempotency-key': idempotencyKey })).toBe(200);
  expect(await post(waitlist, creator, { 'idempotency-key': idempotencyKey })).toBe(200);
  expect(await post(waitlist, { ...creator, [honeypotField]: honeypotText })).toBe(200);
  expect(await post(waitlist, { ...creator, email: `${typed.email} no` })).toBe(422);
  expect(await post(waitlist, `{"name": "${typed.name}", `)).toBe(400);
  expect(await post(waitlist, creator, { apikey: typed.name.replace(' ', '-') })).toBe(401);
  expect(await post(waitlist, { ...creator, bio: typed.bio.repeat(3_000) })).toBe(413);
  const form = new URLSearchParams({ ...contact, [honeypotField]: honeypotText }).toString();
  const formHeaders = { 'content-type': 'application/x-www-form-urlencoded', origin: program.url };
  expect(await post(`${program.url}${functionPath(functionNames.contact)}`, form, formHeaders)).toBe(303);
  expect((await fetch(`${program.url}/${encodeURIComponent(typed.email)}?q=${typed.handle}`)).status).toBe(
    404,
  );
  expect((await fetch(`${program.url}/functions/v1/${typed.handle}`)).status).toBe(404);
  for (let count = 0; count < 6; count += 1) await post(waitlist, creator);
  expect(await post(waitlist, creator)).toBe(429);

  const readMetrics = async () => (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
  await expect.poll(readMetrics).toMatch(/entree_deliveries\{channel="waitlist",state="delivered"\} [1-9]/);
  await expect.poll(() => program.output()).toMatch(/retry|again/i);
  const metrics = await readMetrics();
  expect(metrics).toMatch(/entree_submissions_accepted_total\{kind="venue"\} 1\n/);
  expect(metrics).toMatch(/entree_submissions_quarantined_total\{reason="honeypot"\} 2\n/);
  expect(metrics).toMatch(/entree_submissions_quarantined_total\{reason="email"\} [1-9]/);
  for (const code of ['INVALID_FIELDS', 'INVALID_JSON', 'INVALID_CREDENTIALS', 'PAYLOAD_TOO_LARGE']) {
    expect(metrics).toContain(`entree_requests_refused_total{code="${code}"} 1\n`);
  }
  expect(metrics).toMatch(/entree_requests_refused_total\{code="TOO_MANY_REQUESTS"\} [1-9]/);
  expect(metrics).toMatch(/entree_sends_total\{channel="\w+",outcome="retry"\} 1\n/);
  for (const name of [
    'entree_deliveries{channel="waitlist",state="waiting"}',
    'entree_deliveries{channel="waitlist",state="parked"}',
    'entree_deliveries{channel="waitlist",state="quarantined"}',
    'entree_oldest_waiting_age_seconds{channel="waitlist"}',
    'entree_submissions_delivered_total{channel="waitlist"}',
    'entree_commit_submissions_count',
    'entree_commit_duration_seconds_count',
    'entree_answer_duration_seconds_count{route="/functions/v1/send-waitlist-to-slack",status="2xx"}',
    'entree_send_duration_seconds_count{channel="waitlist"}',
    'entree_event_loop_delay_seconds{quantile="0.99"}',
    'entree_store_up 1',
  ]) {
    expect(metrics).toContain(name);
  }
  expect((await fetch(`${program.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${program.url}/readyz`)).status).toBe(200);
  expect((await fetch(`${program.url}/metrics`)).status).toBe(404);

  const place = { databaseUrl: null, dataDir: program.folder };
  const rows = await runOnStore(place, 'select address_hash as hash from submissions');
  expect(rows.length).toBeGreaterThan(5);
  expect(await program.stop()).toBe(0);

  const logs = program.output();
  expect(logs).toContain('function called');
  for (const text of [logs, metrics]) {
    const lower = text.toLowerCase();
    for (const value of [...Object.values(typed), honeypotText, forwarded, visitor, publishableKey, 'zq']) {
      for (const written of [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]) {
        expect(lower).not.toContain(written.toLowerCase());
      }
    }
    for (const { hash } of rows) expect(text).not.toContain(String(hash));
    expect(text).not.toContain(slack.waitlistUrl);
  }
  // A request can still be followed: each line of a call carries its id.
  const calls = logs.split('\n').filter((line) => line.includes('function called'));
  expect(calls.every((line) => /"reqId":"[0-9a-f-]{36}"/.test(line))).toBe(true);
  expect(JSON.stringify(slack.messages.map(({ text }) => text))).toContain(typed.name);
});
