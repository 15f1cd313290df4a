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

export const readPayload = <Payload>({ payload }: { payload: string | null }): Payload =>
  JSON.parse(payload ?? '{}') as Payload;
