import { randomUUID } from 'node:crypto';
import { definitionOf, type FieldName, fieldNames, forKind } from '#contract/fields.ts';
import { waitlistKinds } from '#contract/submission.ts';
import { addPerson } from '#server/operator/calls/add-person.ts';
import { CommandError, defineCommand, UsageError } from './command.ts';
import { findNamed } from './records.ts';

const names = fieldNames(...waitlistKinds);

/** `--venue-name` of the field `venueName`. */
const optionOf = (name: FieldName): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const fieldOptions = Object.fromEntries(
  names.map((name) => {
    const kind = waitlistKinds.find((each) => definitionOf(name).kinds[each]) ?? 'creator';
    const about = forKind(definitionOf(name).label, kind);
    return [optionOf(name), { value: 'TEXT', about }];
  }),
);

export const add = defineCommand({
  summary: 'Add somebody whom the team met itself',
  options: {
    kind: { short: 'k', value: 'KIND', choices: waitlistKinds, about: waitlistKinds.join(', ') },
    ...fieldOptions,
    'although-erased': { about: 'although they asked to be erased' },
    'to-slack': { about: 'post them to Slack, as an application by the form' },
  },
  details: 'Only the email must be given. Whoever is on the list already stays as they are.',
  examples: ['--kind creator --name Ada --email ada@example.com --handle @ada --city Perth'],
  async run(values, _positionals, context) {
    const { kind } = values;
    if (kind === undefined)
      throw new UsageError(`Say who it is: --kind ${waitlistKinds.join(' or --kind ')}.`);
    const given: Readonly<Record<string, unknown>> = values;
    const own = fieldNames(kind);
    const foreign = names.find((name) => given[optionOf(name)] !== undefined && !own.includes(name));
    if (foreign !== undefined) throw new UsageError(`A ${kind} has no --${optionOf(foreign)}.`);
    const fields = Object.fromEntries(own.map((name) => [name, String(given[optionOf(name)] ?? '')]));
    const result = await context.make(addPerson, {
      changeId: randomUUID(),
      kind,
      fields,
      sendsMessage: values['to-slack'] === true,
      althoughErased: values['although-erased'] === true,
    });
    if ('problems' in result) {
      const problems = Object.entries(result.problems ?? {}) as [FieldName, string][];
      throw new CommandError(problems.map(([name, problem]) => `--${optionOf(name)}: ${problem}`).join('\n'));
    }
    if (result.id === null && result.wasErased)
      throw new CommandError(
        'They asked to be erased. Nothing was changed. If they want to be on the list again: --although-erased.',
      );
    if (result.id === null)
      throw new CommandError(
        `They are on the list already: list --email ${given['email']}. Nothing was changed.`,
      );
    const { record } = await findNamed(context, result.id);
    await context.answer(record, `Added as #${record.sequence}.\n`);
  },
});
