import { parseArgs } from 'node:util';
import { findClosestName } from '#server/closest-name.ts';
import { type Command, type CommandOption, UsageError } from './command.ts';

/** What every command takes, and `--json` where it prints JSON. */
const commonOptions = {
  help: { type: 'boolean', short: 'h', about: 'this text' },
  debug: { type: 'boolean', about: 'show where an error came from' },
} as const satisfies Record<string, CommandOption>;
const jsonOption: CommandOption = { type: 'boolean', about: 'print the result as JSON, for scripts' };

export type Arguments = Record<string, string | boolean | undefined>;

/** All options of a command, its own first. */
export function optionsOf(command: Command): Record<string, CommandOption> {
  return { ...command.options, ...(command.printsNoJson ? {} : { json: jsonOption }), ...commonOptions };
}

/** @throws {UsageError} naming what the command does not take, and what may have been meant */
export function readArguments(name: string, command: Command, argv: readonly string[]) {
  const options = optionsOf(command);
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      Object.entries(options).map(([option, { type, short, multiple = false }]) => [
        option,
        short === undefined ? { type, multiple } : { type, short, multiple },
      ]),
    ),
    allowPositionals: true,
    // The tokens are checked here, because the messages of node:util do not say what to do.
    strict: false,
    tokens: true,
  });
  const hint = `"help ${name}" shows what it takes.`;
  const given = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (option === undefined) {
      const meant = didYouMean(token.name, Object.keys(options), (known) => `--${known}`);
      throw new UsageError(`"${name}" has no option ${token.rawName}.${meant} ${hint}`);
    }
    if (given.has(token.name) && option.multiple !== true)
      throw new UsageError(`--${token.name} is given twice.`);
    given.add(token.name);
    checkValue(token.name, option, token.value, token.inlineValue === true);
  }
  checkPositionals(name, command, positionals, hint);
  return { values: values as Arguments, positionals };
}

function checkValue(
  name: string,
  { type, value = 'VALUE' }: CommandOption,
  given: string | undefined,
  isInline: boolean,
) {
  if (type === 'boolean') {
    if (given !== undefined) throw new UsageError(`--${name} takes no value.`);
    return;
  }
  if (given === undefined || given === '')
    throw new UsageError(`--${name} needs a value: --${name} ${value}.`);
  if (!isInline && given.length > 1 && given.startsWith('-')) {
    throw new UsageError(
      `--${name} needs a value: --${name} ${value}. One that begins with a dash is written --${name}=${given}.`,
    );
  }
}

function checkPositionals(name: string, command: Command, positionals: readonly string[], hint: string) {
  const most = command.positionals === undefined ? 0 : command.positionals.includes('…') ? Infinity : 1;
  const surplus = positionals[most];
  if (surplus === undefined) return;
  const about = most === 0 ? 'takes only options' : `takes one ${command.positionals}`;
  throw new UsageError(`"${name}" ${about}, not also ${JSON.stringify(surplus)}. ${hint}`);
}

/** ` Did you mean "list"?` where a known name is close; else nothing. */
export function didYouMean(name: string, known: Iterable<string>, write = (meant: string) => meant): string {
  const meant = findClosestName(name, known);
  return meant === null ? '' : ` Did you mean "${write(meant)}"?`;
}
