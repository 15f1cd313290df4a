import fc, { type Arbitrary } from 'fast-check';
import { honeypotField } from '#contract/submission.ts';
import { publishableKey } from '#contract/wire.ts';
import { contact, headerNames, headerValues, methods, targets, texts, waitlist } from './wire-values.ts';

/** What is sent over one connection. */
export interface WireCase {
  pieces: Buffer[];
  /** Pause between two pieces. */
  pauseMs: number;
  /** When our side closes: after the answers, right after the last piece, or then with a reset. */
  ending: 'patient' | 'half-close' | 'reset';
  /** How many requests were begun. */
  requests: number;
}

/** Each part of most requests is right: a request that is wrong in one place only reaches the innermost code. */
function mostly<Value>(right: Value, wrong: Arbitrary<Value>, share = 0.05): Arbitrary<Value> {
  const weight = Math.round(share * 100);
  return fc.oneof({ arbitrary: fc.constant(right), weight: 100 - weight }, { arbitrary: wrong, weight });
}

const text = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary', maxLength: 300 }));

const creator = { handle: '@ana', venueName: '', website: '', city: 'Sydney', bio: 'Bars.', message: '' };
const venue = { handle: '', venueName: 'Bar', website: '', city: 'Sydney', bio: '', message: 'Seats.' };
const forms = [
  { target: waitlist, fields: { ...creator, isVenueForm: false } },
  { target: waitlist, fields: { ...venue, isVenueForm: true } },
  { target: contact, fields: { message: 'Hello' } },
];
const fieldNames = ['name', 'email', ...Object.keys(forms[0]?.fields ?? {})];
const foreignNames = ['__proto__', 'constructor', honeypotField, '', 'extra', 'Name', 'fields'];

const changes = fc.uniqueArray(
  fc.record({
    name: fc.oneof(
      { arbitrary: fc.constantFrom(...fieldNames), weight: 6 },
      { arbitrary: fc.constantFrom(...foreignNames), weight: 1 },
    ),
    value: fc.oneof({ arbitrary: text, weight: 2 }, { arbitrary: fc.jsonValue(), weight: 1 }),
    isMissing: fc.nat(6).map((chance) => chance === 0),
  }),
  { selector: ({ name }) => name, maxLength: 4 },
);

/** A form as the site sends it, to a function and as JSON or as a browser does by itself; some fields are changed. */
const sentForm = fc
  .record({
    form: fc.constantFrom(...forms),
    person: fc.nat(1_000_000),
    changes: mostly([], changes, 0.5),
    isUrlEncoded: fc.nat(3).map((chance) => chance === 0),
  })
  .map(({ form, person, changes, isUrlEncoded }) => {
    const fields = new Map<string, unknown>(
      Object.entries({ name: 'Ana', email: `ana${person}@example.com`, ...form.fields }),
    );
    for (const { name, value, isMissing } of changes) {
      if (isMissing) fields.delete(name);
      else fields.set(name, value);
    }
    const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
    const body = isUrlEncoded
      ? new URLSearchParams([...fields].map(([name, value]) => [name, asText(value)])).toString()
      : // Not an object's own JSON: in an object `__proto__` is no key.
        `{${[...fields].map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)}}`;
    const headers: [string, string][] = isUrlEncoded
      ? [
          ['Content-Type', 'application/x-www-form-urlencoded'],
          ['Sec-Fetch-Site', 'same-origin'],
        ]
      : [
          ['Content-Type', 'application/json'],
          ['apikey', publishableKey],
        ];
    return { method: 'POST', target: form.target, headers, body: Buffer.from(body) };
  });

const readRequest = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'OPTIONS'),
  target: fc.constantFrom(...targets),
  headers: fc.constant<[string, string][]>([]),
  body: fc.constant(Buffer.alloc(0)),
});

const mutate = (bytes: Buffer): Arbitrary<Buffer> =>
  fc.oneof(
    fc.nat(bytes.length).map((end) => bytes.subarray(0, end)),
    fc
      .tuple(
        fc.nat(bytes.length),
        fc.nat(4),
        fc.oneof(text.map(Buffer.from), fc.uint8Array({ maxLength: 4 })),
      )
      .map(([at, length, others]) =>
        Buffer.concat([bytes.subarray(0, at), others, bytes.subarray(at + length)]),
      ),
    fc.constant(Buffer.concat([bytes, bytes])),
    fc.nat(30_000).map((count) => Buffer.from('['.repeat(count))),
    fc
      .tuple(
        fc.constantFrom(1, 1_000, 66_000),
        fc.constantFrom('a', '{"a":', '\u0000', '%', '&=', '"\\ud800'),
      )
      .map(([length, filling]) => Buffer.alloc(length, filling)),
  );

const header = fc.tuple(fc.constantFrom(...headerNames), fc.constantFrom(...headerValues));
const manyHeaders = fc
  .array(fc.constantFrom(...headerValues), { maxLength: 200, size: 'max' })
  .map((values) => values.map((value): [string, string] => ['x-a', value]));

const chunk = fc.record({
  size: fc.integer({ min: 1, max: 2_000 }),
  head: mostly(null, fc.constantFrom('zz', '-1', 'ffffffffffffffff', '', '0x10'), 0.03),
  extension: mostly('', fc.constantFrom(';a=b', ';', `;${'x'.repeat(5_000)}`)),
});
const lastChunk = mostly('0\r\n\r\n', fc.constantFrom('', '0\r\nx-trailer: y\r\n\r\n'), 0.1);

/** The chunks' sizes are repeated to the end of the body. */
const writeChunks = (body: Buffer): Arbitrary<Buffer> =>
  fc.tuple(fc.array(chunk, { minLength: 1, maxLength: 5 }), lastChunk).map(([chunks, last]) => {
    const parts: Buffer[] = [];
    for (let at = 0, index = 0; at < body.length; index += 1) {
      const { size, head, extension } = chunks[index % chunks.length] as (typeof chunks)[number];
      const piece = body.subarray(at, at + size);
      at += size;
      const line = `${head ?? piece.length.toString(16)}${extension}\r\n`;
      parts.push(Buffer.from(line), piece, Buffer.from('\r\n'));
    }
    return Buffer.concat([...parts, Buffer.from(last)]);
  });

/** The bytes of one request. */
const request: Arbitrary<Buffer> = fc
  .oneof({ arbitrary: sentForm, weight: 7 }, { arbitrary: readRequest, weight: 3 })
  .chain((sent) =>
    fc.record({
      method: mostly(sent.method, fc.constantFrom(...methods)),
      target: mostly(sent.target, fc.constantFrom(...targets)),
      version: mostly(
        'HTTP/1.1',
        fc.constantFrom('HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.1 ', 'http/1.1', '', 'HTTP/9.9'),
      ),
      headers: mostly(sent.headers, fc.subarray(sent.headers)),
      host: mostly<[string, string][]>([['Host', 'localhost']], fc.constant([])),
      more: mostly([], fc.oneof(fc.array(header, { maxLength: 3 }), manyHeaders), 0.1),
      body: mostly(sent.body, mutate(sent.body), 0.1),
      framing: fc.oneof(
        { arbitrary: fc.constant('length'), weight: 15 },
        { arbitrary: fc.constant('chunked'), weight: 4 },
        { arbitrary: fc.constant('none'), weight: 1 },
      ),
      isLast: fc.boolean(),
      lineEnd: mostly('\r\n', fc.constant('\n'), 0.02),
      separator: mostly(': ', fc.constantFrom(':', ' : ', '', '\t'), 0.02),
    }),
  )
  .chain(({ method, target, version, host, headers, more, body, framing, isLast, lineEnd, separator }) => {
    const all = [...host, ...headers, ...more];
    const hasBody = body.length > 0;
    if (framing === 'chunked' && hasBody) all.push(['Transfer-Encoding', 'chunked']);
    if (framing === 'length' && hasBody) all.push(['Content-Length', String(body.length)]);
    if (isLast) all.push(['Connection', 'close']);
    const lines = [`${method} ${target} ${version}`, ...all.map((pair) => pair.join(separator))];
    // Latin-1: each character below 256 becomes the byte of that number.
    const head = Buffer.from(`${lines.join(lineEnd)}${lineEnd}${lineEnd}`, 'latin1');
    const written = framing === 'chunked' ? writeChunks(body) : fc.constant(body);
    return written.map((bytes) => Buffer.concat([head, bytes]));
  })
  .chain((bytes) => mostly(bytes, mutate(bytes)));

/** Between the start of what is sent and its end. */
const place = fc.double({ min: 0, max: 1, noNaN: true });

/** Requests by a grammar of the wire: from what the site itself sends to what no client would send. */
export const wireCase: Arbitrary<WireCase> = fc
  .record({
    first: request,
    more: mostly([], fc.array(request, { minLength: 1, maxLength: 4 }), 0.15),
    end: mostly(1, place, 0.04),
    cuts: mostly([], fc.array(place, { maxLength: 4 }), 0.2),
    pauseMs: fc.nat(14),
    ending: fc.oneof(
      { arbitrary: fc.constant('patient' as const), weight: 20 },
      { arbitrary: fc.constant('half-close' as const), weight: 4 },
      { arbitrary: fc.constant('reset' as const), weight: 1 },
    ),
  })
  .map(({ first, more, end, cuts, pauseMs, ending }) => {
    const whole = Buffer.concat([first, ...more]);
    const sent = whole.subarray(0, Math.floor(end * whole.length));
    const places = cuts.map((cut) => Math.floor(cut * sent.length)).sort((a, b) => a - b);
    const pieces = [0, ...places].map((at, index) => sent.subarray(at, places[index]));
    return { pieces, pauseMs, ending, requests: 1 + more.length };
  });
