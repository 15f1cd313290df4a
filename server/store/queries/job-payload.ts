import type { DecisionEvent, PersonErased } from '#server/store/job.ts';

/** What a letter stores beside its application. */
export interface LetterPayload {
  messageId: string;
}

/** Payload of what a click in Slack leads to there. */
export interface ClickPayload {
  responseUrl: string;
  expiresAtMs: number;
  /** Of a reply. */
  text: string | null;
}

export interface NoticePayload {
  /** The newest submission that it counts. */
  newest: number;
}

/** Of an event: no copy of what a person sent, so that an erasure removes it from what waits too. */
export type EventPayload = { type: DecisionEvent; decision: string } | PersonErased;

export const readPayload = <Payload>({ payload }: { payload: string | null }): Payload =>
  JSON.parse(payload ?? '{}') as Payload;
