import { z } from 'zod';
import { letterKinds } from '#contract/review.ts';
import { recipientOf, withPictureAt } from '#server/mail/compose-letter.ts';
import { defineCall, refuse, requireRecord } from '#server/operator/call.ts';
import { about } from '#server/operator/inputs.ts';

/** This letter, as this person would get it. Sends nothing. */
export const letterPreview = defineCall({
  input: z.strictObject({ about, letter: z.enum(letterKinds) }),
  async answer({ about: named, letter }, { store, letters }) {
    const record = await requireRecord(store, named);
    if (letters === null || record.kind === 'contact') throw refuse('No letter goes to them.');
    const recipient = recipientOf(record, record.receivedAtMs, record.imported?.atMs ?? null);
    const { subject, text, html, picture } = letters.compose(letter, recipient);
    const url = `data:image/png;base64,${picture?.png.toString('base64')}`;
    return { to: record.fields.email, subject, text, html: html && withPictureAt(html, url) };
  },
});
