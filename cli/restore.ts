import { existsSync } from 'node:fs';
import type { ChannelState } from '#contract/answers.ts';
import { channelTable } from '#contract/channels.ts';
import { countOf } from '#contract/texts.ts';
import { partOf } from '#server/store/sqlite/database-copy.ts';
import { databaseFile } from '#server/store/sqlite/database-file.ts';
import { restoreSqlite } from '#server/store/sqlite/sqlite-restore.ts';
import type { OperatorStore } from '#server/store/store.ts';
import { CommandError, type Context, defineCommand, defineMachineCommand, UsageError } from './command.ts';
import { confirm, yesOption } from './confirm.ts';
import { type Column, formatTable } from './table.ts';
import { writeCopy } from './unfinished-copies.ts';

export const restore = defineCommand({
  summary: 'Replace the embedded store by a backup; the server must be stopped',
  positionals: 'FILE',
  options: { yes: yesOption },
  details:
    'The store that is replaced is kept beside the new one. Messages that were sent after the backup was made are sent again, because the backup does not know of them. Letters that the backup had to send are parked instead, and named. On Postgres use pg_restore, then "restored".',
  examples: ['/backups/waitlist-2026-11-21.db'],
  async run({ yes }, [name], context) {
    if (name === undefined) throw new UsageError('Name the file of the backup.');
    if (context.config.databaseUrl !== null) {
      throw new CommandError(
        'The store is on Postgres. Stop the servers, then restore it with pg_restore into an empty database: "Back up and restore (Postgres)" in docs/operations.md has the commands.',
      );
    }
    const source = context.resolveFile(name);
    const { dataDir } = context.config;
    const file = databaseFile(dataDir);
    const question = existsSync(file)
      ? `Replace ${file} by ${source}?`
      : `There is no store at ${file}, so a server that runs has another one (DATA_DIR). Put ${source} there?`;
    await confirm(question, yes, context);
    const { submissions, replaced, newer, ...parked } = await writeCopy(dataDir, partOf(file), () =>
      restoreSqlite(source, file, context.now, (share) =>
        context.progress(`${Math.round(share * 100)} % copied`),
      ),
    );
    const texts = [
      `${countOf(submissions, 'submission')} restored to ${file}.\n`,
      replaced === null
        ? 'There was no store before.\n'
        : `The store that was there before is kept as ${replaced}, with ${newer === null ? 'what' : `${countOf(newer, 'submission')} that`} came since the backup. It contains personal data: delete it when you no longer need it.\n`,
      describeRestored(parked, context),
      '\nStart the server again: "systemctl start entree", or "npm start".\n',
    ];
    await context.answer({ file, submissions, replaced, newer, ...toJson(parked) }, texts.join(''));
  },
});

export const restored = defineMachineCommand({
  summary: 'Once after a store was restored in another way than "restore": park the letters that waited then',
  details:
    'After pg_restore, litestream restore or a snapshot of the disk, before the server is started: the store does not know which of its letters were sent since. "restore" does the same by itself.',
  examples: [''],
  async run(_values, _positionals, context) {
    const store = await context.openStore();
    const parked = { letters: await store.parkRestored(), channels: await store.channelStates() };
    await context.answer(toJson(parked), describeRestored(parked, context));
  },
});

interface Parked {
  letters: ParkedLetter[];
  channels: ChannelState[];
}

const toJson = ({ letters, channels }: Parked) => ({
  parkedLetters: letters,
  waiting: waitingIn(channels).map(({ channel, waiting }) => ({ channel, count: waiting })),
});

const waitingIn = (channels: readonly ChannelState[]) => channels.filter(({ waiting }) => waiting > 0);

type ParkedLetter = Awaited<ReturnType<OperatorStore['parkRestored']>>[number];

const columns: readonly Column<ParkedLetter>[] = [
  { title: 'No.', alignRight: true, cell: ({ number }) => String(number) },
  { title: 'Name', shrinks: true, cell: ({ name }) => name },
  { title: 'Email', shrinks: true, cell: ({ email }) => email },
  { title: 'Letter', cell: ({ about }) => about ?? '' },
];
const maxNamed = 50;

/** What is parked, what is sent again, and what the restored store cannot know. */
function describeRestored({ letters, channels }: Parked, context: Context): string {
  const texts: string[] = [];
  if (letters.length === 0) texts.push('No letter had to be parked.\n');
  else {
    const others = letters.length - maxNamed;
    texts.push(
      `\n${countOf(letters.length, 'letter')} parked: the store had to send ${letters.length === 1 ? 'it' : 'them'}, and does not know whether that was done since.\n\n`,
      formatTable(columns, letters.slice(0, maxNamed), context),
      others > 0 ? `and ${others.toLocaleString('en')} more.\n` : '',
      '\n"list --told parked" lists these people. Where somebody has no letter, "retry NUMBER" sends it, at its time if one was set; "retry --parked" sends all that is parked.\n',
    );
  }
  const waiting = waitingIn(channels).map((each) => countOf(each.waiting, channelTable[each.channel].nouns));
  if (waiting.length > 0)
    texts.push(
      `\nTo be sent when the server starts: ${waiting.join(', ')}. What was sent already comes a second time, an event with the webhook-id that it had.\n`,
    );
  texts.push(
    '\nWhat came, was decided or was erased after that moment is not in this store. Erase those people again, and look into Slack before you decide about somebody: they may have been told.\n',
  );
  return texts.join('');
}
