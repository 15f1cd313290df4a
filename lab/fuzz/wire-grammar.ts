import { honeypotField } from '#contract/submission.ts';
import { publishableKey } from '#contract/wire.ts';
import {
  contact,
  headerNames,
  headerValues,
  methods,
  targets,
  texts,
  values,
  waitlist,
} from './wire-values.ts';

/** Uniform numbers from 0 up to 1, the same ones for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

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

interface Draft {
  method: string;
  target: string;
  version: string;
  headers: [string, string][];
  body: Buffer;
  framing: 'length' | 'chunked' | 'as-given';
}

/**
 * Makes requests by a grammar of the wire, mutated in one place or a few: from what the site itself sends to
 * what no client would send.
 */
export function createWireGrammar(random: () => number): () => WireCase {
  const chance = (share: number): boolean => random() < share;
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;

  function fields(): Record<string, unknown> {
    const isVenue = chance(0.4);
    const waitlistBody = {
      name: 'Ana',
      email: `ana${below(1e6)}@example.com`,
      handle: isVenue ? '' : '@ana',
      venueName: isVenue ? 'Bar' : '',
      website: '',
      city: 'Sydney',
      bio: isVenue ? '' : 'Bars.',
      message: isVenue ? 'Seats.' : '',
      isVenueForm: isVenue,
    };
    const body: Record<string, unknown> = chance(0.6)
      ? waitlistBody
      : { name: 'Ana', email: 'ana@example.com', message: 'Hello' };
    while (chance(0.45)) {
      const key = chance(0.85)
        ? pick(Object.keys(body))
        : pick(['__proto__', 'constructor', honeypotField, '', 'extra', 'Name', 'fields']);
      if (chance(0.15)) delete body[key];
      else {
        const value = chance(0.7) ? pick(texts) : pick(values);
        Object.defineProperty(body, key, { value, enumerable: true, configurable: true, writable: true });
      }
    }
    return body;
  }

  function mutateBytes(bytes: Buffer): Buffer {
    const changed = Buffer.from(bytes);
    switch (below(6)) {
      case 0:
        for (let count = 1 + below(4); count > 0 && changed.length > 0; count -= 1) {
          changed[below(changed.length)] = below(256);
        }
        return changed;
      case 1:
        return changed.subarray(0, below(changed.length + 1));
      case 2: {
        const at = below(changed.length + 1);
        return Buffer.concat([changed.subarray(0, at), Buffer.from(pick(texts)), changed.subarray(at)]);
      }
      case 3:
        return Buffer.concat([changed, changed]);
      case 4:
        return Buffer.from('['.repeat(1 + below(30_000)));
      default:
        return Buffer.alloc(below(70_000), pick(['a', '{"a":', '\u0000', '%', '&=', '"\\ud800']));
    }
  }

  function draft(): Draft {
    const isPost = chance(0.7);
    const isForm = chance(0.25);
    const body = fields();
    const written = isForm
      ? new URLSearchParams(
          Object.entries(body).map(([key, value]) => [
            key,
            typeof value === 'string' ? value : JSON.stringify(value),
          ]),
        ).toString()
      : JSON.stringify(body);
    const headers: [string, string][] = [['Host', 'localhost']];
    if (isPost) {
      headers.push(['Content-Type', isForm ? 'application/x-www-form-urlencoded' : 'application/json']);
      if (isForm) headers.push(['Sec-Fetch-Site', 'same-origin']);
      else headers.push(['apikey', publishableKey]);
    }
    const drafted: Draft = {
      method: isPost ? 'POST' : pick(['GET', 'HEAD', 'OPTIONS']),
      target: isPost ? ('isVenueForm' in body ? waitlist : contact) : pick(targets),
      version: 'HTTP/1.1',
      headers,
      body: isPost ? Buffer.from(written) : Buffer.alloc(0),
      framing: chance(0.2) ? 'chunked' : 'length',
    };
    // Most are wrong in one place only: these reach the innermost code.
    while (chance(0.5)) mutate(drafted);
    return drafted;
  }

  function mutate(drafted: Draft): void {
    switch (below(9)) {
      case 0:
        drafted.method = pick(methods);
        return;
      case 1:
        drafted.target = pick(targets);
        return;
      case 2:
        drafted.headers.splice(below(drafted.headers.length + 1), 0, [pick(headerNames), pick(headerValues)]);
        return;
      case 3:
        drafted.headers.splice(below(drafted.headers.length), 1);
        return;
      case 4:
        drafted.headers.push(
          ...Array.from({ length: below(200) }, (): [string, string] => ['x-a', pick(headerValues)]),
        );
        return;
      case 5:
        drafted.version = pick(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.1 ', 'http/1.1', '', 'HTTP/9.9']);
        return;
      case 6:
        drafted.framing = pick(['chunked', 'as-given', 'length']);
        return;
      default:
        drafted.body = mutateBytes(drafted.body);
    }
  }

  function chunks(body: Buffer): Buffer {
    const parts: Buffer[] = [];
    for (let at = 0; at < body.length; ) {
      const size = Math.min(body.length - at, 1 + below(2_000));
      const head = chance(0.03) ? pick(['zz', '-1', 'ffffffffffffffff', '', '0x10']) : size.toString(16);
      const extension = chance(0.1) ? pick([';a=b', ';', `;${'x'.repeat(5_000)}`]) : '';
      parts.push(Buffer.from(`${head}${extension}\r\n`), body.subarray(at, at + size), Buffer.from('\r\n'));
      at += size;
    }
    if (!chance(0.05)) parts.push(Buffer.from(chance(0.1) ? '0\r\nx-trailer: y\r\n\r\n' : '0\r\n\r\n'));
    return Buffer.concat(parts);
  }

  function bytesOf(drafted: Draft, isLast: boolean): Buffer {
    const { headers, framing } = drafted;
    const hasBody = drafted.body.length > 0;
    if (framing === 'chunked' && hasBody) headers.push(['Transfer-Encoding', 'chunked']);
    if (framing === 'length' && hasBody) headers.push(['Content-Length', String(drafted.body.length)]);
    if (isLast && chance(0.7)) headers.push(['Connection', 'close']);
    const lineEnd = chance(0.02) ? '\n' : '\r\n';
    const separator = chance(0.02) ? pick([':', ' : ', '', '\t']) : ': ';
    const lines = [
      `${drafted.method} ${drafted.target} ${drafted.version}`,
      ...headers.map(([name, value]) => `${name}${separator}${value}`),
    ];
    // Latin-1: each character below 256 becomes the byte of that number.
    const head = Buffer.from(`${lines.join(lineEnd)}${lineEnd}${lineEnd}`, 'latin1');
    const whole = Buffer.concat([head, framing === 'chunked' ? chunks(drafted.body) : drafted.body]);
    return chance(0.05) ? mutateBytes(whole) : whole;
  }

  return () => {
    const requests = chance(0.15) ? 2 + below(4) : 1;
    const all = Buffer.concat(
      Array.from({ length: requests }, (_, index) => bytesOf(draft(), index === requests - 1)),
    );
    const sent = chance(0.04) ? all.subarray(0, below(all.length)) : all;
    const cuts = chance(0.2)
      ? Array.from({ length: 1 + below(4) }, () => below(sent.length + 1)).sort((a, b) => a - b)
      : [];
    const pieces: Buffer[] = [];
    let from = 0;
    for (const cut of [...cuts, sent.length]) {
      pieces.push(sent.subarray(from, cut));
      from = cut;
    }
    return {
      pieces,
      pauseMs: below(15),
      ending: chance(0.8) ? 'patient' : chance(0.8) ? 'half-close' : 'reset',
      requests,
    };
  };
}
