import { z } from 'zod';
import { type CallFile, defineCall, requireRecord } from '#server/operator/call.ts';
import { about } from '#server/operator/inputs.ts';
import { toJson } from '#server/operator/to-json.ts';
import { storedPerson } from './stored-person.ts';

/** All that is stored of the mailbox of this person, as a file. */
export const download = defineCall({
  input: z.strictObject({ about }),
  async answer(whose, context, actor): Promise<CallFile> {
    const { sequence } = await requireRecord(context.store, whose.about);
    const stored = await storedPerson.answer({ whose }, context, actor);
    return {
      fileName: `applicant-${sequence}.json`,
      contentType: 'application/json; charset=utf-8',
      rows: null,
      body: once(`${toJson(stored, 2)}\n`),
    };
  },
});

async function* once(text: string) {
  yield text;
}
