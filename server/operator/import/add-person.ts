import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '#contract/answers.ts';
import type { FieldName } from '#contract/fields.ts';
import type { WaitlistKind } from '#contract/submission.ts';
import { readFields } from '#contract/submission-schema.ts';
import { noSource } from '#contract/visit-source.ts';
import { prepareSubmission } from '#server/store/queries/submission-rows.ts';
import type { Store } from '#server/store/store.ts';

/** `id`: of the application. `known`: they are on the list already, and stay as they are. `erased`: they asked to be. */
export type AddResult =
  | { outcome: 'added'; id: string }
  | { outcome: 'known' | 'erased' }
  | { outcome: 'invalid'; problems: Partial<Record<FieldName, string>> };

/** Adds somebody whom the team met itself. Only the email must be there; the other rules are those of the forms. */
export async function addPerson(
  store: Pick<Store, 'importPeople'>,
  {
    kind,
    valueIn,
    ...about
  }: {
    kind: WaitlistKind;
    valueIn: (name: FieldName) => string;
    actor: Actor;
    sendsMessages: boolean;
    althoughErased: boolean;
  },
): Promise<AddResult> {
  const { submission, problems } = readFields(kind, valueIn);
  if (Object.keys(problems).length > 0) return { outcome: 'invalid', problems };
  const id = randomUUIDv7();
  const person = prepareSubmission({
    id,
    ...submission,
    ...noSource,
    idempotencyKey: null,
    addressHash: null,
    quarantineReason: null,
  });
  const result = await store.importPeople({
    id: randomUUIDv7(),
    kind,
    file: null,
    ...about,
    people: [{ ...person, appliedAtMs: null, state: 'new' }],
  });
  if (result?.imported.length === 1) return { outcome: 'added', id };
  return { outcome: result?.erased.length === 1 ? 'erased' : 'known' };
}
