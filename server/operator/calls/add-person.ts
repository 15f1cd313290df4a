import { randomUUIDv7 } from 'node:crypto';
import { z } from 'zod';
import { waitlistKinds } from '#contract/submission.ts';
import { readFields } from '#contract/submission-schema.ts';
import { noSource } from '#contract/visit-source.ts';
import { defineCall } from '#server/operator/call.ts';
import { changeId } from '#server/operator/inputs.ts';
import { prepareSubmission } from '#server/store/queries/submission-rows.ts';

/** Somebody whom the team met itself. Only the email must be there; the other rules are those of the forms. */
export const addPerson = defineCall({
  input: z.strictObject({
    changeId,
    kind: z.enum(waitlistKinds),
    fields: z.record(z.string().max(50), z.string().max(20_000)),
    sendsMessage: z.boolean(),
    /** Also somebody who asked to be erased. */
    althoughErased: z.boolean().default(false),
  }),
  async answer({ kind, fields, sendsMessage, althoughErased }, { store, wakeOutbox }, actor) {
    const { submission, problems } = readFields(kind, (name) => fields[name] ?? '');
    if (Object.keys(problems).length > 0) return { problems };
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
      actor,
      sendsMessages: sendsMessage,
      althoughErased,
      people: [{ ...person, appliedAtMs: null, state: 'new' }],
    });
    wakeOutbox();
    return {
      /** Of the application; null: they are on the list already, and stay as they are, or asked to be erased. */
      id: result?.imported.length === 1 ? id : null,
      wasErased: result?.erased.length === 1,
    };
  },
});
