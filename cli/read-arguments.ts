import { parseArgs } from 'node:util';
import { findClosestName } from '#server/closest-name.ts';
import { type Command, type CommandOption, type Options, type OptionValues, UsageError } from './command.ts';

/** What every command takes, and `--json` where it prints JSON. */
const commonOptions: Options = {
  help: { short: 'h', about: 'this text' },
  debug: { about: 'show where an error came from' },
};
const jsonOption: CommandOption = { about: 'print the result as JSON, for scripts' };

type Value = string | number | boolean;

/** All options of a command, its own first. */
export function optionsOf(command: Command): Options {
  return { ...command.options, ...(command.printsNoJson ? {} : { json: jsonOption }), ...commonOptions };
}

/** @throws {UsageError} naming what the command does not take, and what may have been meant */
export function readArguments(name: string, command: Command, argv: readonly string[]) {
  const options = optionsOf(command);
  const { positionals, tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      Object.entries(options).map(([option, { value, short }]) => [
        option,
        { type: value === undefined ? 'boolean' : 'string', ...(short && { short }) },
      ]),
    ),
    allowPositionals: true,
    // The tokens are checked here, because the messages of node:util do not say what to do.
    strict: false,
    tokens: true,
  });
  const hint = `"help ${name}" shows what it takes.`;
  const values: Record<string, Value | Value[]> = {};
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (option === undefined) {
      const meant = didYouMean(token.name, Object.keys(options), (known) => `--${known}`);
      throw new UsageError(`"${name}" has no option ${token.rawName}.${meant} ${hint}`);
    }
    const before = values[token.name];
    if (before !== undefined && !option.multiple) throw new UsageError(`--${token.name} is given twice.`);
    const value = readValue(token.name, option, token.value, token.inlineValue === true);
    values[token.name] = option.multiple ? [before ?? [], value].flat() : value;
  }
  checkPositionals(name, command, positionals, hint);
  // Their types are known where the options are.
  return { values: values as OptionValues<Options>, positionals };
}

function readValue(
  name: string,
  { value, choices, isNumber }: CommandOption,
  given: string | undefined,
  isInline: boolean,
): Value {
  if (value === undefined) {
    if (given !== undefined) throw new UsageError(`--${name} takes no value.`);
    return true;
  }
  if (!given) throw new UsageError(`--${name} needs a value: --${name} ${value}.`);
  if (!isInline && given.length > 1 && given.startsWith('-'))
    throw new UsageError(
      `--${name} needs a value: --${name} ${value}. One that begins with a dash is written --${name}=${given}.`,
    );
  if (isNumber && !/^[1-9]\d{0,6}$/.test(given))
    throw new UsageError(`--${name} takes a whole number from 1.`);
  if (choices?.includes(given) === false)
    throw new UsageError(`--${name} takes one of ${choices.join(', ')}.${didYouMean(given, choices)}`);
  return isNumber ? Number(given) : given;
}

function checkPositionals(name: string, command: Command, positionals: readonly string[], hint: string) {
  const max = command.positionals === undefined ? 0 : command.positionals.includes('…') ? Infinity : 1;
  const surplus = positionals[max];
  if (surplus === undefined) return;
  const about = max === 0 ? 'takes only options' : `takes one ${command.positionals}`;
  throw new UsageError(`"${name}" ${about}, not also ${JSON.stringify(surplus)}. ${hint}`);
}

/** ` Did you mean "list"?` where a known name is close; else nothing. */
export function didYouMean(name: string, known: Iterable<string>, write = (meant: string) => meant): string {
  const meant = findClosestName(name, known);
  return meant === null ? '' : ` Did you mean "${write(meant)}"?`;
}
