import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CameBy, letterKinds, letterTable } from '#contract/review.ts';
import { type WaitlistKind, waitlistKinds } from '#contract/submission.ts';
import {
  createLetterComposer,
  type LetterRecipient,
  pictureFile,
  recipientOf,
  withPictureAt,
} from '#server/mail/compose-letter.ts';
import { CommandError, type CommandOption, type Context, defineCommand, UsageError } from './command.ts';
import { requireOwnLinks, writeNewFile } from './new-file.ts';
import { findNamed } from './records.ts';

export const letterKindOption = {
  value: 'KIND',
  choices: waitlistKinds,
  about: waitlistKinds.join(' or '),
} as const satisfies CommandOption;

/** A made-up applicant. */
export const sampleRecipient = (kind: WaitlistKind, now: Date, isAdded = false): LetterRecipient => ({
  kind,
  name: { creator: 'Ada Okafor', venue: 'Bar Cento' }[kind],
  appliedAtMs: now.getTime(),
  addedAtMs: isAdded ? now.getTime() : null,
});

export const previewLetter = defineCommand({
  summary:
    'Write the letters as files: invitations as HTML and plain text, the others as text; sends and opens nothing',
  positionals: '[ID]',
  options: {
    kind: letterKindOption,
    added: { about: 'to somebody whom the team imported or added' },
    output: { short: 'o', value: 'DIR', about: 'folder for the files; . by default' },
  },
  details:
    'With the ID of an applicant, the number of any of their applications, the letters that they would get; otherwise those to somebody made up. The words are in server/mail/letter-words.ts; its head says how to write them. Existing files of the same names are replaced. Open the HTML in a browser, or send it to yourself with "test-mail".',
  examples: ['', '17', '--kind venue --output /tmp/letters'],
  async run({ kind, added, output = '.' }, [reference], context) {
    if ((kind !== undefined || added) && reference !== undefined)
      throw new UsageError('Give either an ID, or --kind and --added, not both.');
    const recipients =
      reference === undefined
        ? (kind === undefined ? waitlistKinds : [kind]).map((each) =>
            sampleRecipient(each, context.now, added),
          )
        : [await readRecipient(reference, context)];
    const { siteUrl, timeZone } = context.config;
    const compose = createLetterComposer({ siteUrl, timeZone });
    const folder = context.resolveFile(output);
    const files: string[] = [];
    const write = async (name: string, content: string | Uint8Array) => {
      const file = join(folder, name);
      await writeNewFile(file, content, { replaces: true });
      files.push(file);
    };
    try {
      await requireOwnLinks(folder);
      await mkdir(folder, { recursive: true });
      for (const recipient of recipients) {
        const cameBy = recipient.addedAtMs === null ? 'form' : 'hand';
        const letters = letterKinds.filter((letter) =>
          (letterTable[letter].cameBy as readonly CameBy[]).includes(cameBy),
        );
        for (const letter of letters) {
          const { subject, html, text } = compose(letter, recipient);
          const name = `letter-${recipient.kind}${letter === 'invited' ? '' : `-${letter}`}`;
          if (html !== null) await write(`${name}.html`, withPictureAt(html, 'invitation.png'));
          await write(`${name}.txt`, `Subject: ${subject}\n\n${text}`);
        }
      }
      await write('invitation.png', await readFile(pictureFile));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : null;
      if (code === null) throw error;
      throw new CommandError(`The letter could not be written into ${folder} (${code}).`);
    }
    await context.answer({ files }, `${files.join('\n')}\n`);
  },
});

async function readRecipient(reference: string, context: Context): Promise<LetterRecipient> {
  const { record } = await findNamed(context, reference);
  if (record.kind === 'contact')
    throw new CommandError(`#${record.sequence} is a contact message: no letter goes to it.`);
  return recipientOf(record, record.receivedAtMs, record.imported?.atMs ?? null);
}
