import { countKeysOfPerson } from '#server/abuse/count-keys.ts';
import type { SubmissionRecord } from '#server/store/operator-store.ts';
import { CommandError, type Context, defineCommand, UsageError } from './command.ts';
import { confirm, yesOption } from './confirm.ts';
import { count } from './records.ts';
import { scrub } from './scrub.ts';
import { formatTable } from './table.ts';
import { formatTime, timeZone } from './time.ts';

export const erase = defineCommand({
  summary: 'Erase a person: all submissions of an email address, and what was to be sent of them',
  options: {
    email: { type: 'string', short: 'e', value: 'ADDRESS', about: 'whose; case does not matter' },
    yes: yesOption,
  },
  printsJson: true,
  details:
    'A message that is in Slack already cannot be deleted from here: the command lists which ones are to be\ndeleted there by hand. Backups made before still hold the person.',
  examples: ['--email jane@example.com'],
  async run({ email, yes }, _positionals, context) {
    const address = email?.trim();
    if (!address) throw new UsageError('Say whom: --email ADDRESS.');
    const store = await context.openStore();
    const held = await store.findByEmail(address);
    const mentionedIn = await store.findMentions(address);
    if (held.length > 0) {
      await confirm(`Erase ${count(held.length, 'submission')} for good?`, yes, context);
    }
    const erased = await store.erase(address);
    const addressHashes = new Set(erased.flatMap(({ addressHash }) => addressHash ?? []));
    const hashKey = await store.readHashKey();
    await store.forgetCounts(countKeysOfPerson({ email: address, addressHashes, hashKey }));
    const leftToDo = await scrub(store, context);
    const inSlack = erased.filter(({ delivery }) => delivery.deliveredAtMs !== null);
    const perhapsInSlack = erased.filter(
      ({ delivery }) => delivery.deliveredAtMs === null && delivery.attempts > 0,
    );
    if (context.json) {
      await context.printJson({
        erased: erased.length,
        deleteInSlack: inSlack.map(toSlackJson),
        perhapsInSlack: perhapsInSlack.map(toSlackJson),
        mentionedIn,
      });
    } else {
      await report({ erased, inSlack, perhapsInSlack, mentionedIn }, context);
    }
    if (leftToDo !== null) throw new CommandError(leftToDo);
  },
});

interface Erasure {
  erased: readonly SubmissionRecord[];
  inSlack: readonly SubmissionRecord[];
  perhapsInSlack: readonly SubmissionRecord[];
  mentionedIn: readonly string[];
}

async function report({ erased, inSlack, perhapsInSlack, mentionedIn }: Erasure, context: Context) {
  const { print } = context;
  await print(
    erased.length === 0
      ? 'Nothing is held of this address.\n'
      : `Erased: ${count(erased.length, 'submission')}.\n`,
  );
  if (inSlack.length > 0) {
    await print(
      `\nDelete by hand in Slack (search for the id; a message may hold other people's too). Times in ${timeZone()}:\n\n`,
    );
    await print(slackTable(inSlack, context));
  }
  if (perhapsInSlack.length > 0) {
    await print('\nTried, and perhaps in Slack as well; search for these ids too:\n\n');
    await print(slackTable(perhapsInSlack, context));
  }
  if (mentionedIn.length > 0) {
    await print(
      `\nThe address also stands in the text of ${count(mentionedIn.length, 'submission')} of other people, which were left:\n`,
    );
    await print(mentionedIn.map((id) => `  ${id}\n`).join(''));
  }
  if (erased.length > 0) {
    await print('\nBackups and exports made before still hold the person.\n');
    if (context.config.databaseUrl === null) {
      await print(
        'A server that runs still counts the address, as a keyed hash in memory, for an hour at most.\n',
      );
    }
  }
}

function slackTable(records: readonly SubmissionRecord[], { width }: Context): string {
  return formatTable(
    [{ title: 'Submission id' }, { title: 'Channel' }, { title: 'Delivered' }],
    records.map(({ id, delivery }) => [
      id,
      delivery.channel,
      delivery.deliveredAtMs === null ? 'unknown' : formatTime(delivery.deliveredAtMs),
    ]),
    width,
  );
}

function toSlackJson({ id, delivery }: SubmissionRecord) {
  return {
    id,
    channel: delivery.channel,
    deliveredAt: delivery.deliveredAtMs === null ? null : new Date(delivery.deliveredAtMs).toISOString(),
  };
}
