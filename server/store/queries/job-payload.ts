import { type RawBuilder, sql } from 'kysely';
import { isLetterKind, type LetterKind } from '#contract/review.ts';

/** What a letter stores beside its application. */
export interface LetterPayload {
  /** Stands first, where `isOneOfLetters` looks. Missing in older rows: they are named as the state of their decision. */
  letter?: LetterKind;
  /** null: it is made from the job's id. */
  messageId: string | null;
}

/** Which letter a job is; null: one of a later release. */
export function letterOfJob(row: { payload: string | null; to_state: string | null }): LetterKind | null {
  const kind = readPayload<Partial<LetterPayload>>(row).letter ?? row.to_state;
  return isLetterKind(kind) ? kind : null;
}

/** Whether a row of `jobs` is one of these letters, by the name that it has had since letters without a decision. */
export const isOneOfLetters = (kinds: readonly LetterKind[]): RawBuilder<boolean> =>
  kinds.length === 0
    ? sql`1 = 0`
    : sql`(${sql.join(
        kinds.map(
          (letter) => sql`coalesce(payload, '') like ${`${JSON.stringify({ letter }).slice(0, -1)},%`}`,
        ),
        sql` or `,
      )})`;

/** Whether a row of `jobs` is a reminder. */
export const isReminder = isOneOfLetters(['reminder']);

/** Payload of what a click in Slack leads to there. */
export interface ClickPayload {
  responseUrl: string;
  expiresAtMs: number;
  /** The text of a reply. */
  text: string | null;
}

export const readPayload = <Payload>({ payload }: { payload: string | null }): Payload =>
  JSON.parse(payload ?? '{}') as Payload;
