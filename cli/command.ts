import type { z } from 'zod';
import type { Actor } from '#contract/answers.ts';
import type { Config } from '#server/config.ts';
import type { Calendar } from '#server/operator/calendar.ts';
import type { Call } from '#server/operator/call.ts';
import type { OperatorStore } from '#server/store/store.ts';

/** The command was called wrongly; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command could not be done; the message says why and what to do. Exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

/** What a command receives, so that it does not use the process's globals. */
export interface Context {
  stderr: Output;
  /** Columns of the terminal; undefined: not a terminal, or one that does not say. */
  width: number | undefined;
  /** null: nobody can be asked. */
  stdin: NodeJS.ReadableStream | null;
  json: boolean;
  config: Config;
  /** Who runs the command; the history shows it as who decided. */
  actor: Actor;
  now: Date;
  /** Calendar of the time zone in the setting `TIME_ZONE`. */
  calendar: Calendar;
  /**
   * Makes a call in this process, with the store that the server has.
   *
   * @throws {UsageError} when the input is none
   * @throws {CallError} when the call is refused
   */
  make<Input extends z.ZodType, Answer>(call: Call<Input, Answer>, input: z.input<Input>): Promise<Answer>;
  /** Relative to the folder in which the person typed the command. */
  resolveFile(file: string): string;
  /** Resolves when it has been written, so that a long output does not fill the memory. */
  print(text: string): Promise<void>;
  /** Prints the result: with `--json` as JSON, otherwise the text. */
  answer(json: unknown, text: string): Promise<void>;
  /** On stderr: about the work, not its result. */
  note(text: string): void;
  /** A line that replaces the previous one, on a terminal only. Null removes it, as whatever is printed does. */
  progress(text: string | null): void;
}

/** Of a command that is about the machine: what is done about people goes by calls. */
export interface MachineContext extends Context {
  /** The store that the server has; closed when the command ends. */
  openStore(): Promise<OperatorStore>;
}

export interface CommandOption {
  short?: string;
  /** Name of the value in the help; an option without one takes no value. */
  value?: string;
  /** The only values that it takes. */
  choices?: readonly string[];
  /** It takes whole numbers from 1. */
  isNumber?: true;
  about: string;
  /** May be given several times; its values are a list. */
  multiple?: true;
}

export type Options = Readonly<Record<string, CommandOption>>;
type ValueOf<Option> = Option extends { choices: readonly (infer Choice)[] }
  ? Choice
  : Option extends { isNumber: true }
    ? number
    : Option extends { multiple: true }
      ? string[]
      : Option extends { value: string }
        ? string
        : boolean;
export type OptionValues<Known extends Options> = {
  [Name in keyof Known]?: ValueOf<NonNullable<Known[Name]>> | undefined;
};

export interface Command<Known extends Options = Options, Given extends Context = MachineContext> {
  summary: string;
  /** Printed after the name in the help. `ID…`: as many as wanted; without `…`, one at most. */
  positionals?: string;
  options?: Known;
  /** Paragraph below the options. */
  details?: string;
  examples: readonly string[];
  /** Without `--json`. */
  printsNoJson?: true;
  run(values: OptionValues<Known>, positionals: readonly string[], context: Given): Promise<void>;
}

/** Keeps the names of the options for the type of `values`. */
export const defineCommand = <const Known extends Options>(command: Command<Known, Context>): Command =>
  command;

export const defineMachineCommand = <const Known extends Options>(command: Command<Known>): Command =>
  command;
