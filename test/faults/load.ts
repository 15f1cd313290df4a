import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { functionNames, functionPath, idempotencyHeader, publishableKey } from '#contract/wire.ts';

export interface Answer {
  /** null: the connection ended before an answer was complete. */
  status: number | null;
  /** What a 200 acknowledged. */
  id: string | null;
  retryAfterS: number | null;
}

export type Load = ReturnType<typeof startLoad>;

const answerTimeoutMs = 30_000;

/** In an IPv4 /24 that hardly any other key has. */
function addressFor(idempotencyKey: string): string {
  const [a = 0, b = 0, c = 0] = Buffer.from(idempotencyKey.replaceAll('-', ''), 'hex');
  return `${1 + (a % 223)}.${b}.${c}.7`;
}

/** Sends one application and waits for the answer; never throws. */
export async function submit(
  url: string,
  {
    agent,
    idempotencyKey = randomUUID(),
    address = addressFor(idempotencyKey),
    fields = {},
  }: {
    agent?: Agent;
    idempotencyKey?: string;
    address?: string;
    /** Instead of the sample's. */
    fields?: { name?: string; email?: string; bio?: string };
  } = {},
): Promise<Answer> {
  const body = JSON.stringify({
    name: 'Ada Okafor',
    email: `ada.${idempotencyKey.replaceAll('-', '')}@example.com`,
    handle: '@ada',
    venueName: '',
    website: '',
    city: 'Sydney',
    bio: 'I write about small rooms with long menus.',
    message: '',
    ...fields,
    isVenueForm: false,
  });
  const call = request(`${url}${functionPath(functionNames.waitlist)}`, {
    method: 'POST',
    timeout: answerTimeoutMs,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      apikey: publishableKey,
      [idempotencyHeader]: idempotencyKey,
      'x-forwarded-for': address,
    },
    ...(agent === undefined ? {} : { agent }),
  });
  call.on('timeout', () => call.destroy());
  call.on('error', () => undefined);
  call.end(body);
  try {
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    const { statusCode: status = null, headers } = response;
    const answer = await text(response);
    const retryAfter = headers['retry-after'];
    return {
      status,
      id: status === 200 ? JSON.parse(answer).id : null,
      retryAfterS: retryAfter === undefined ? null : Number(retryAfter),
    };
  } catch {
    return { status: null, id: null, retryAfterS: null };
  }
}

interface LoadOptions {
  /** Called before each send, because servers are started and stopped; they take turns. */
  urls: () => readonly string[];
  connections: number;
  /** Stops by itself after this many acknowledgements. */
  count?: number;
  /** Pause of each sender between two sends, in milliseconds. */
  pauseMs?: number;
}

/**
 * Senders that each send, wait for the answer, and send again. A submission that was not
 * acknowledged is sent again with its key, as the form does.
 */
export function startLoad({ urls, connections, count = Number.POSITIVE_INFINITY, pauseMs = 0 }: LoadOptions) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const acknowledged = new Set<string>();
  const statuses = new Map<number, number>();
  let begun = 0;
  let turn = 0;
  let isStopped = false;

  async function send() {
    while (!isStopped && begun < count) {
      begun += 1;
      const idempotencyKey = randomUUID();
      for (;;) {
        const running = urls();
        const url = running[turn++ % running.length];
        if (url !== undefined) {
          const { id, status } = await submit(url, { agent, idempotencyKey });
          statuses.set(status ?? 0, (statuses.get(status ?? 0) ?? 0) + 1);
          if (id !== null) {
            acknowledged.add(id);
            break;
          }
        }
        if (isStopped) return;
        await rest(20);
      }
      if (pauseMs > 0) await rest(pauseMs);
    }
  }

  const ended = Promise.all(Array.from({ length: connections }, send)).then(() => agent.destroy());
  return {
    /** Ids that a complete answer of 200 acknowledged. */
    acknowledged,
    /** How often each status was answered; 0: cut off. */
    statuses,
    /** Resolves when all senders have ended. */
    ended,
    /** Resolves as `ended`. */
    stop() {
      isStopped = true;
      return ended;
    },
  };
}

export const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
