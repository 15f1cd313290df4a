import { createHmac, timingSafeEqual } from 'node:crypto';

/** An older request may be one that somebody recorded and sends again. */
const maxAgeS = 5 * 60;

type Header = string | string[] | undefined;

interface SignatureHeaders {
  timestamp: Header;
  signature: Header;
}

export interface SignedRequest extends SignatureHeaders {
  /** The body as it came, before anything decoded it. */
  body: Buffer;
}

/**
 * Whether Slack has signed this request with the app's secret, in the last five minutes.
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export function isSignedBySlack(request: SignedRequest, signingSecret: string, nowMs: number): boolean {
  const signed = readSignature(request, nowMs);
  if (signed === null) return false;
  return timingSafeEqual(
    hash(request.body, signed.timestamp, signingSecret),
    Buffer.from(signed.signature.slice('v0='.length), 'hex'),
  );
}

/** null: no signature of the last five minutes, whatever the body is. */
export function readSignature({ timestamp, signature }: SignatureHeaders, nowMs: number) {
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
