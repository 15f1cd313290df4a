import { type ConditionName, conditions, sorts } from '#contract/console-view.ts';
import type { CallFilter } from '#server/operator/inputs.ts';
import { type Context, type Options, type OptionValues, UsageError } from './command.ts';
import { requireAddress } from './options.ts';
import { parseTime, timeForms } from './time.ts';

type Conditions = typeof conditions;

const conditionOptions = Object.fromEntries(
  Object.values(conditions).map(({ schema, name, ...option }) => [
    name,
    'options' in schema ? { ...option, choices: schema.options } : option,
  ]),
) as { [Name in ConditionName as Conditions[Name]['name']]: { value: string; about: string } };

/** The filter of the list, as every command takes it that is about people. */
export const filterOptions = {
  ...conditionOptions,
  since: { short: 's', value: 'TIME', about: `last applied since then: ${timeForms}` },
  until: { short: 'u', value: 'TIME', about: 'last applied until then; a day is included' },
  'told-before': { value: 'TIME', about: 'of who is invited or declined: told before then' },
} as const satisfies Options;

export const selectionOptions = {
  ...filterOptions,
  sort: { value: 'ORDER', choices: sorts, about: sorts.join(', ') },
} as const satisfies Options;

/** Whether a value is given for any of these options. */
export const isAnyGiven = (options: Options, values: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(options).some((name) => values[name] !== undefined);

/** @throws {UsageError} when a value is not allowed */
export function readFilterOptions(values: OptionValues<typeof filterOptions>, context: Context): CallFilter {
  const { since, until } = values;
  const sinceMs = since === undefined ? undefined : parseTime('since', since, 'since', context);
  const beforeMs = until === undefined ? undefined : parseTime('until', until, 'until', context);
  const told = values['told-before'];
  const toldBeforeMs = told === undefined ? undefined : parseTime('told-before', told, 'before', context);
  if (sinceMs !== undefined && beforeMs !== undefined && sinceMs >= beforeMs) {
    throw new UsageError('--until must be later than --since.');
  }
  const texts = (Object.keys(conditions) as ConditionName[]).flatMap((name) => {
    const value = values[conditions[name].name];
    return value === undefined ? [] : [[name, readCondition(name, value)] as const];
  });
  return { ...Object.fromEntries(texts), sinceMs, beforeMs, toldBeforeMs };
}

function readCondition(name: ConditionName, value: string): string {
  const { schema, name: option } = conditions[name];
  const { data, error } = schema.safeParse(name === 'email' ? requireAddress(value) : value);
  if (data === undefined) throw new UsageError(`--${option} ${error?.issues[0]?.message}.`);
  return data;
}
