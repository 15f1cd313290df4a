import { createHmac, timingSafeEqual } from 'node:crypto';

/** An older request may be one that somebody recorded and sends again. */
const maxAgeS = 5 * 60;

export interface SignedRequest {
  /** The body as it came, before anything decoded it. */
  body: Buffer;
  timestamp: string | string[] | undefined;
  signature: string | string[] | undefined;
}

/**
 * Whether Slack has signed this request with the app's secret, in the last five minutes.
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export function isSignedBySlack(
  { body, timestamp, signature }: SignedRequest,
  signingSecret: string,
  nowMs: number,
): boolean {
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (typeof signature !== 'string' || !/^v0=[0-9a-f]{64}$/.test(signature)) return false;
  if (Math.abs(nowMs / 1_000 - Number(timestamp)) > maxAgeS) return false;
  return timingSafeEqual(
    hash(body, timestamp, signingSecret),
    Buffer.from(signature.slice('v0='.length), 'hex'),
  );
}

/** As Slack signs: for a test of one's own server. */
export const signatureOf = (body: Buffer, timestamp: string, signingSecret: string): string =>
  `v0=${hash(body, timestamp, signingSecret).toString('hex')}`;

const hash = (body: Buffer, timestamp: string, signingSecret: string): Buffer =>
  createHmac('sha256', signingSecret).update(`v0:${timestamp}:`).update(body).digest();
