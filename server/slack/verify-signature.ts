import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** An older request may be one that somebody recorded and sends again. */
const maxAgeS = 5 * 60;

/**
 * Whether Slack has signed this request with the app's secret, in the last five minutes.
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 *
 * @param body as it came, before anything decoded it
 */
export function isSignedBySlack(
  headers: IncomingHttpHeaders,
  body: Buffer,
  signingSecret: string,
  nowMs = Date.now(),
): boolean {
  const signed = readSignature(headers, nowMs);
  if (signed === null) return false;
  return timingSafeEqual(
    hash(body, signed.timestamp, signingSecret),
    Buffer.from(signed.signature.slice('v0='.length), 'hex'),
  );
}

/** null: no signature of the last five minutes, whatever the body is. */
export function readSignature(headers: IncomingHttpHeaders, nowMs = Date.now()) {
  const { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': signature } = headers;
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return null;
  if (typeof signature !== 'string' || !/^v0=[0-9a-f]{64}$/.test(signature)) return null;
  if (Math.abs(nowMs / 1_000 - Number(timestamp)) > maxAgeS) return null;
  return { timestamp, signature };
}

/** Signs like Slack: for a test of one's own server. */
export const signatureOf = (body: Buffer, timestamp: string, signingSecret: string): string =>
  `v0=${hash(body, timestamp, signingSecret).toString('hex')}`;

const hash = (body: Buffer, timestamp: string, signingSecret: string): Buffer =>
  createHmac('sha256', signingSecret).update(`v0:${timestamp}:`).update(body).digest();
