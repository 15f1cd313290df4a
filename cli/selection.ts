import { type ConditionName, conditions, type Sort, sorts } from '#contract/console-view.ts';
import { readFilter } from '#server/operator/read-filter.ts';
import type { ApplicantFilter } from '#server/store/applicants.ts';
import { type CommandOption, type Context, type OptionValues, UsageError } from './command.ts';
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
} as const satisfies Record<string, CommandOption>;

export const selectionOptions = {
  ...filterOptions,
  sort: { value: 'ORDER', choices: sorts, about: sorts.join(', ') },
} as const satisfies Record<string, CommandOption>;

export interface Selection {
  filter: ApplicantFilter;
  sort: Sort;
}

/** @throws {UsageError} when a value is not allowed */
export function readSelection(
  values: OptionValues<typeof selectionOptions>,
  context: Context,
  defaultSort: Sort,
): Selection {
  return {
    filter: readFilterOptions(values, context),
    sort: values.sort ?? defaultSort,
  };
}

/** Whether a condition is given. */
export const hasFilter = (values: OptionValues<typeof filterOptions>): boolean =>
  (Object.keys(filterOptions) as (keyof typeof values)[]).some((name) => values[name] !== undefined);

/** @throws {UsageError} when a value is not allowed */
export function readFilterOptions(
  values: OptionValues<typeof filterOptions>,
  { now, calendar }: Context,
): ApplicantFilter {
  const nowMs = now.getTime();
  const { since, until } = values;
  const sinceMs =
    since === undefined ? undefined : parseTime('since', since, { nowMs, calendar, day: 'first moment' });
  const beforeMs =
    until === undefined ? undefined : parseTime('until', until, { nowMs, calendar, day: 'last moment' });
  if (sinceMs !== undefined && beforeMs !== undefined && sinceMs >= beforeMs) {
    throw new UsageError('--until must be later than --since.');
  }
  const texts = (Object.keys(conditions) as ConditionName[]).flatMap((name) => {
    const value = values[conditions[name].name];
    return value === undefined ? [] : [[name, readCondition(name, value)] as const];
  });
  return { ...readFilter(Object.fromEntries(texts), { calendar, nowMs }), sinceMs, beforeMs };
}

function readCondition(name: ConditionName, value: string): string {
  const { schema, name: option } = conditions[name];
  const { data } = schema.safeParse(name === 'email' ? requireAddress(value) : value);
  if (data === undefined) throw new UsageError(`--${option} is empty, or longer than a search takes.`);
  return data;
}
