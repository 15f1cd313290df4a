import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { countOf } from '#contract/texts.ts';
import { describeCameBack, markInParts } from '#contract/told.ts';
import { cameBack as markCameBack } from '#server/operator/calls/came-back.ts';
import { cameBackAddresses } from '#server/operator/calls/came-back-addresses.ts';
import { readAddresses } from '#server/operator/import/read-addresses.ts';
import { CommandError, type Context, defineCommand, UsageError } from './command.ts';
import { confirm, yesOption } from './confirm.ts';
import { nameOf, readAbout } from './records.ts';

export const cameBack = defineCommand({
  summary: 'Say that the letter to somebody, or to each address of a file, bounced',
  positionals: '[ID]',
  options: {
    file: {
      value: 'FILE',
      about: 'a CSV with a column of addresses, as the mail provider lists the bounces',
    },
    reason: { value: 'TEXT', about: 'what the bounce says' },
    yes: yesOption,
  },
  details:
    'ID is the number of any of their applications. "list --told came-back" has them then; "send-letter-again ID" sends the letter to the address of their newest application. Each address of a file that is unknown, or was sent no letter, is named.',
  examples: ["17 --reason 'No such mailbox'", '--file bounces.csv'],
  async run({ file, reason = null, yes }, [reference], context) {
    if (file !== undefined && reference !== undefined)
      throw new UsageError('Give either an ID or --file, not both.');
    if (file !== undefined) return markAll(file, { reason, yes }, context);
    const about = readAbout(reference);
    await context.make(markCameBack, { changeId: randomUUID(), about, reason });
    await context.answer(
      { cameBack: about },
      `${nameOf(about)}: the letter came back. "list --told came-back" has them.\n`,
    );
  },
});

async function markAll(
  name: string,
  { reason, yes }: { reason: string | null; yes: boolean | undefined },
  context: Context,
): Promise<void> {
  const file = context.resolveFile(name);
  const addresses = await readAddresses(() => createReadStream(file)).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.syscall === undefined) throw error;
      throw new CommandError(`${file} cannot be read (${error.code}).`, { cause: error });
    },
  );
  if (addresses.length === 0) throw new CommandError(`${file} has no address. Nothing was changed.`);
  await confirm(
    `Mark the letters to ${countOf(addresses.length, ['address', 'addresses'])} as come back?`,
    yes,
    context,
  );
  let done = 0;
  const all = await markInParts(addresses, (some) => {
    context.progress(`${done.toLocaleString('en')} of ${addresses.length.toLocaleString('en')}`);
    done += some.length;
    return context.make(cameBackAddresses, { changeId: randomUUID(), addresses: some, reason });
  });
  const { text, details } = describeCameBack(all);
  await context.answer(all, `${[text, ...details].join('\n')}\n`);
}
