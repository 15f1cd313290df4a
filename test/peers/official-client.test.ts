import { FunctionsClient, FunctionsFetchError, FunctionsHttpError } from '@supabase/functions-js';
import { createClient } from '@supabase/supabase-js';
import { createClient as createClient250 } from 'supabase-js-2-50';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { functionNames, publishableKey } from '#contract/wire.ts';
import { type AppFixture, contactBody, creatorBody, openAppFixture, venueBody } from '#server/app-fixture.ts';

/** What the clients of both generations have in common here. */
interface Answer {
  data: unknown;
  error: unknown;
}
interface Options {
  body: Record<string, unknown> | string;
  headers?: Record<string, string>;
}
type Invoke = (name: string, options: Options) => Promise<Answer>;

/** A key as old projects have it: a JWT, which the client repeats as a Bearer. */
const legacyKey =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoiYW5vbiIsImlzcyI6ImVudHJlZSJ9.c2lnbmF0dXJlLW9mLW5vLW1lYW5pbmc';

let fixture: AppFixture;
let url = '';
beforeAll(async () => {
  fixture = await openAppFixture({ PUBLIC_BACKEND_ANON_KEY: legacyKey });
  url = await fixture.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.due('waitlist');
  await fixture.due('contact');
});

const withoutSession = { auth: { persistSession: false, autoRefreshToken: false } };
const clients: Record<string, (key: string) => Invoke> = {
  'functions-js 2.119.1': (key) => {
    const client = new FunctionsClient(`${url}/functions/v1`, { headers: { apikey: key } });
    return (name, options) => client.invoke(name, options);
  },
  'supabase-js 2.119.1': (key) => {
    const client = createClient(url, key, withoutSession);
    return (name, options) => client.functions.invoke(name, options);
  },
  'supabase-js 2.50.0': (key) => {
    const client = createClient250(url, key, withoutSession);
    return (name, options) => client.functions.invoke(name, options);
  },
};

/** Matched by name: each client has its own classes. */
async function refusalOf(error: unknown): Promise<{ status: number; body: unknown }> {
  if (!(error instanceof Error) || error.name !== FunctionsHttpError.name) throw new Error('no HTTP refusal');
  const context: unknown = Reflect.get(error, 'context');
  if (!(context instanceof Response)) throw new Error('no answer in the error');
  return { status: context.status, body: await context.json() };
}

describe.each(Object.keys(clients))('%s', (clientName) => {
  const connect = (key = publishableKey): Invoke => {
    const open = clients[clientName];
    if (!open) throw new Error(`no client ${clientName}`);
    return open(key);
  };

  test.each([
    ['creator', functionNames.waitlist, creatorBody, 'waitlist'],
    ['venue', functionNames.waitlist, venueBody, 'waitlist'],
    ['contact', functionNames.contact, contactBody, 'contact'],
  ] as const)('a %s submission is a success and stands in the store', async (kind, name, body, channel) => {
    const { data, error } = await connect()(name, { body });
    expect(error).toBeNull();
    expect(data).toEqual({ success: true, id: expect.any(String) });
    expect(await fixture.due(channel)).toMatchObject([{ kind, fields: { email: body.email } }]);
  });

  test('a key of the old form works too, with its Bearer', async () => {
    expect((await connect(legacyKey)(functionNames.contact, { body: contactBody })).error).toBeNull();
  });

  test('an Idempotency-Key travels', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await connect()(functionNames.contact, { body: contactBody, headers });
    const second = await connect()(functionNames.contact, { body: contactBody, headers });
    expect(second.data).toEqual(first.data);
    expect(await fixture.due('contact')).toHaveLength(1);
  });

  test('a session that this server never issued is no reason to refuse', async () => {
    const headers = { Authorization: 'Bearer somebody.elses.token' };
    expect((await connect()(functionNames.contact, { body: contactBody, headers })).error).toBeNull();
  });

  test.each([
    ['fields', functionNames.waitlist, { ...creatorBody, email: 'x' }, 422, 'INVALID_FIELDS'],
    ['missing keys', functionNames.waitlist, contactBody, 422, 'INVALID_FIELDS'],
    ['an unknown function', 'nothing', contactBody, 404, 'NOT_FOUND'],
    [
      'too much',
      functionNames.contact,
      { ...contactBody, message: 'x'.repeat(70_000) },
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    ['text', functionNames.contact, 'text', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ])('%s: the error carries the answer', async (_what, name, body, status, code) => {
    const { data, error } = await connect()(name, { body });
    expect(data).toBeNull();
    expect(await refusalOf(error)).toMatchObject({ status, body: { code } });
  });

  test('a wrong key is refused', async () => {
    const { error } = await connect('sb_publishable_of_somebody_else')(functionNames.contact, {
      body: contactBody,
    });
    expect(await refusalOf(error)).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
  });
});

test('a server that is not there is a failed fetch', async () => {
  const client = new FunctionsClient('http://127.0.0.1:9/functions/v1', {
    headers: { apikey: publishableKey },
  });
  const { error } = await client.invoke(functionNames.contact, { body: contactBody });
  expect(error).toBeInstanceOf(FunctionsFetchError);
});
