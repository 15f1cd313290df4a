import { brand } from '#contract/brand.ts';
import type { Command, Option } from './command.ts';

const call = 'npm run waitlist --';

export function describeCommands(commands: Readonly<Record<string, Command>>): string {
  const names = Object.entries(commands).map(
    ([name, { positionals = '', summary }]) => [`${name} ${positionals}`.trim(), summary] as const,
  );
  return [
    `The operator's side of ${brand.name}'s waitlist. It works while the server runs, and reads the same settings.`,
    '',
    `  ${call} COMMAND [options]`,
    '',
    ...align(names),
    '',
    `"${call} help COMMAND" says more. --debug shows where an error came from.`,
    'Exit codes: 0 done, 1 could not be done, 2 called wrongly.',
    '',
  ].join('\n');
}

export function describeCommand(name: string, command: Command): string {
  const options = [
    ...Object.entries(command.options).map(
      ([option, spec]) => [describeOption(option, spec), spec.about] as const,
    ),
    ...(command.printsJson ? [['--json', 'the result as JSON, for scripts'] as const] : []),
    ['--debug', 'where an error came from'] as const,
  ];
  return [
    command.summary,
    '',
    `  ${[call, name, command.positionals, '[options]'].filter((part) => part !== undefined).join(' ')}`,
    '',
    ...align(options),
    ...(command.details === undefined ? [] : ['', command.details]),
    '',
    'Examples',
    ...command.examples.map((example) => `  ${call} ${name} ${example}`.trimEnd()),
    '',
  ].join('\n');
}

function describeOption(name: string, { short, value }: Option): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}

function align(rows: readonly (readonly [left: string, right: string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
