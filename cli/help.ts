import { brand } from '#contract/brand.ts';
import type { Command, CommandOption } from './command.ts';
import { optionsOf } from './read-arguments.ts';
import { formatPairs, wrapWords } from './terminal-text.ts';

const call = 'npm run waitlist --';
const defaultWidth = 80;
/** Lines longer than this are hard to read. */
const maxWidth = 100;

/** @param width columns of the terminal */
export function describeCommands(commands: Readonly<Record<string, Command>>, width = defaultWidth): string {
  const rows = Object.entries(commands).map(
    ([name, { positionals = '', summary }]) => [`${name} ${positionals}`.trim(), summary] as const,
  );
  return lines(width, [
    `The operator's commands for ${brand.name}'s waitlist. They work while the server runs, and read the same settings.`,
    '',
    `  ${call} COMMAND [options]`,
    '',
    ...formatRows(rows, width),
    '',
    `"${call} help COMMAND" shows the options of a command, with examples; "--version" shows the release.`,
    'Times are in the time zone of the setting TIME_ZONE.',
    'Exit codes: 0 done, 1 could not be done, 2 called wrongly.',
  ]);
}

/** @param width columns of the terminal */
export function describeCommand(name: string, command: Command, width = defaultWidth): string {
  const options = Object.entries(optionsOf(command)).map(
    ([option, spec]) => [describeOption(option, spec), spec.about] as const,
  );
  return lines(width, [
    `${command.summary}.`,
    '',
    `  ${[call, name, command.positionals, '[options]'].filter((part) => part !== undefined).join(' ')}`,
    '',
    ...formatRows(options, width),
    ...(command.details === undefined ? [] : ['', command.details]),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${call} ${name} ${example}`.trimEnd()),
  ]);
}

function describeOption(name: string, { short, value }: CommandOption): string {
  return `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}

const formatRows = (rows: readonly (readonly [string, string])[], width: number): string[] =>
  formatPairs(rows, Math.min(width, maxWidth) - 2).map((line) => `  ${line}`);

/** Sentences are wrapped. Indented lines are not, so that they can be copied. */
const lines = (width: number, texts: readonly string[]): string =>
  texts
    .flatMap((text) => (text.startsWith(' ') ? [text] : wrapWords(text, Math.min(width, maxWidth))))
    .map((line) => `${line}\n`)
    .join('');
