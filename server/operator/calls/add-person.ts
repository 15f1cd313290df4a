import { z } from 'zod';
import { waitlistKinds } from '#contract/submission.ts';
import { defineCall } from '#server/operator/call.ts';
import { addPerson as add } from '#server/operator/import/add-person.ts';
import { changeId } from '#server/operator/inputs.ts';

/** Somebody whom the team met itself. */
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
    const valueIn = (name: string) => fields[name] ?? '';
    const result = await add(store, { kind, valueIn, actor, sendsMessages: sendsMessage, althoughErased });
    if (result.outcome === 'invalid') return { problems: result.problems };
    wakeOutbox();
    /** The id of the application; null: they are on the list already, or asked to be erased. */
    return { id: result.outcome === 'added' ? result.id : null, wasErased: result.outcome === 'erased' };
  },
});
