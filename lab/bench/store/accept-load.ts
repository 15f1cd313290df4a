import { connect } from 'node:net';
import { functionNames, functionPath, publishableKey } from '#contract/wire.ts';

export interface LoadResult {
  acceptedPerSecond: number;
  accepted: number;
  /** Milliseconds until the answer was complete. */
  latencyP99Ms: number;
  /** Answers other than 200. */
  refused: number;
}

/**
 * Sends applications over keep-alive connections, each as soon as the one before was answered.
 * Requests are bytes made beforehand: what the measuring costs is taken from the same two cores.
 */
const [port, connections, limit, earlier, perSecond] = process.argv.slice(2).map(Number) as [
  number,
  number,
  number,
  number,
  number,
];
/** A whole number of seconds below 1,000; from there on, a number of submissions. */
const deadlineMs = limit < 1_000 ? performance.now() + limit * 1_000 : Number.POSITIVE_INFINITY;
const most = limit < 1_000 ? Number.POSITIVE_INFINITY : limit;

const latencies: number[] = [];
let sent = 0;
let accepted = 0;
let refused = 0;

const startedAtMs = performance.now();
await Promise.all(Array.from({ length: connections }, send));
const seconds = (performance.now() - startedAtMs) / 1_000;
latencies.sort((a, b) => a - b);
process.send?.({
  acceptedPerSecond: accepted / seconds,
  accepted,
  latencyP99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
  refused,
} satisfies LoadResult);
process.disconnect?.();

function send(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let askedAtMs = 0;
    let answer = '';
    const ask = () => {
      if (sent >= most || performance.now() >= deadlineMs) {
        socket.end();
        resolve();
        return;
      }
      sent += 1;
      const number = sent;
      answer = '';
      const waitMs = perSecond === 0 ? 0 : startedAtMs + (number / perSecond) * 1_000 - performance.now();
      if (waitMs > 1) setTimeout(write, waitMs, number);
      else write(number);
    };
    const write = (number: number) => {
      askedAtMs = performance.now();
      socket.write(request(earlier + number));
    };
    socket.setNoDelay(true).setEncoding('latin1');
    socket.on('error', reject);
    socket.on('connect', ask);
    socket.on('data', (chunk: string) => {
      answer += chunk;
      const headEnd = answer.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const length = Number(/content-length: (\d+)/i.exec(answer)?.[1]);
      if (answer.length < headEnd + 4 + length) return;
      if (answer.startsWith('HTTP/1.1 200')) accepted += 1;
      else refused += 1;
      if (latencies.length < 1_000_000) latencies.push(performance.now() - askedAtMs);
      ask();
    });
  });
}

/** Each from an address, a network and with an email of its own, as a trusted proxy tells it. */
function request(number: number): string {
  const address = `${1 + ((number >> 16) % 223)}.${(number >> 8) & 255}.${number & 255}.7`;
  const body =
    `{"name":"Ada Okafor","email":"ada.${number}@example.com","handle":"@ada","venueName":"","website":"",` +
    `"city":"Sydney","bio":"I write about small rooms with long menus, and the people who cook in them.",` +
    `"message":"","isVenueForm":false}`;
  return (
    `POST ${functionPath(functionNames.waitlist)} HTTP/1.1\r\nHost: 127.0.0.1\r\napikey: ${publishableKey}\r\n` +
    `X-Forwarded-For: ${address}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
}
