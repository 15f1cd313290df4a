import { type CommandOption, defineCommand, UsageError } from './command.ts';
import { yesOption } from './confirm.ts';
import { type Decided, decideAbout } from './decide-about.ts';
import { noteOption } from './note-text.ts';
import { hasWaveOption, waveOptions } from './select-people.ts';
import { tellOption } from './telling.ts';
import { undoWave } from './undo-wave.ts';

interface DecisionCommand extends Decided {
  summary: string;
  details: string;
  examples: readonly string[];
}

const letterOption = { type: 'boolean', about: 'tell them by a letter' } as const satisfies CommandOption;
const waveOption = {
  type: 'string',
  value: 'ID',
  about: 'all decisions of this wave, back to what was before, while nobody was told',
} as const satisfies CommandOption;

/** A command that decides about the applicants with the given numbers, or about all that its filters select. */
export const defineDecision = ({ to, verb, done, ...help }: DecisionCommand) =>
  defineCommand({
    ...help,
    positionals: '[ID…]',
    options: {
      ...waveOptions,
      ...(to === 'declined' ? { letter: letterOption } : {}),
      ...(to === 'invited' || to === 'declined' ? { tell: tellOption } : {}),
      ...(to === 'new' ? { wave: waveOption } : {}),
      note: noteOption,
      'dry-run': { type: 'boolean', about: 'only show what would be done' },
      yes: yesOption,
    },
    printsJson: true,
    run: ({ note, 'dry-run': isDryRun, yes, letter, tell, wave, ...filters }, ids, context) => {
      const isByFilter = hasWaveOption(filters);
      if (ids.length > 0 && isByFilter) throw new UsageError('Give either IDs or filters, not both.');
      if (wave === undefined)
        return decideAbout(
          { to, verb, done, note, isDryRun, yes, letter: Boolean(letter), tell },
          isByFilter ? filters : ids,
          context,
        );
      if (ids.length > 0 || isByFilter || note !== undefined)
        throw new UsageError('--wave takes the whole wave back; it takes no IDs, filters or note.');
      return undoWave(wave, { isDryRun, yes }, context);
    },
  });

export const idIsAnyNumber =
  'ID is the number of any of their applications, as "list" and the message in Slack show it. Without IDs the filters of "list" select whom it is about, the oldest first: it asks, above 50 people twice, and prints the id of the wave, which "reopen --wave ID" takes back as a whole while nobody was told. Broken off, it goes on when it is started again with the same filters.';
