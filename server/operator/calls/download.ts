import { z } from 'zod';
import { type CallFile, defineCall, requireRecord } from '#server/operator/call.ts';
import { describePerson } from '#server/operator/describe-person.ts';
import { about } from '#server/operator/inputs.ts';
import { toJson } from '#server/operator/to-json.ts';

/** All that is stored of the mailbox of this person, as a file. */
export const download = defineCall({
  input: z.strictObject({ about }),
  async answer({ about: named }, { store, now }): Promise<CallFile> {
    const { fields, sequence } = await requireRecord(store, named);
    const described = await describePerson(store, fields.email, new Date(now()));
    return {
      fileName: `applicant-${sequence}.json`,
      contentType: 'application/json; charset=utf-8',
      rows: null,
      body: once(`${toJson(described, 2)}\n`),
    };
  },
});

async function* once(text: string) {
  yield text;
}
