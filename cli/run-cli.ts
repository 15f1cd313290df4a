import { resolve } from 'node:path';
import type { z } from 'zod';
import { forTerminal } from '#contract/clean-text.ts';
import { type Config, ConfigError, readConfig } from '#server/config.ts';
import { readAccount } from '#server/operator/account.ts';
import { createCalendar } from '#server/operator/calendar.ts';
import { CallError } from '#server/operator/call.ts';
import { createLetters } from '#server/operator/letters.ts';
import { toJson } from '#server/operator/to-json.ts';
import { setOutgoingProxy } from '#server/outgoing-proxy.ts';
import { readRelease } from '#server/release.ts';
import { CopyError } from '#server/store/copy-store.ts';
import { StoreOpenError, StoreUnavailableError } from '#server/store/errors.ts';
import { openOperatorStore } from '#server/store/open-store.ts';
import { BackupError } from '#server/store/sqlite/database-copy.ts';
import type { OperatorStore } from '#server/store/store.ts';
import { type Command, CommandError, type Context, type Output, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { describeCommand, describeCommands } from './help.ts';
import { didYouMean, readArguments } from './read-arguments.ts';

const exitCodes = { ok: 0, failed: 1, usage: 2 } as const;

export interface CliParts {
  env: Readonly<Record<string, string | undefined>>;
  /** Names that stand in `.env`. */
  namesInFile?: readonly string[];
  stdout: Output;
  stderr: Output;
  stdin?: NodeJS.ReadableStream | null;
  now?: () => Date;
}

/** Runs one command and answers its exit code; throws nothing. */
export async function runCli(argv: readonly string[], parts: CliParts): Promise<number> {
  const { stderr } = parts;
  const progress = createProgress(stderr);
  const say = (text: string) => {
    progress(null);
    stderr.write(`${forTerminal(text)}\n`);
  };
  try {
    await runCommand(argv, parts, progress, say);
    return exitCodes.ok;
  } catch (error) {
    // The reader has closed the pipe, as `head` does.
    if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return exitCodes.ok;
    say(describeFailure(error, argv.includes('--debug')));
    return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
  } finally {
    progress(null);
  }
}

async function runCommand(
  argv: readonly string[],
  { env, namesInFile, stdout, stderr, stdin = null, now: readNow = () => new Date() }: CliParts,
  progress: Context['progress'],
  say: Context['note'],
): Promise<void> {
  const print = (text: string) => {
    progress(null);
    return new Promise<void>((done, fail) => {
      stdout.write(forTerminal(text), (error) => (error ? fail(error) : done()));
    });
  };
  const width = stdout.columns || undefined;
  const now = readNow();
  const [name, ...rest] = argv;
  if (name === undefined) throw new UsageError(describeCommands(commands, width));
  if (name === 'help' || name === '--help' || name === '-h') {
    const [asked] = rest;
    if (asked === undefined) return print(describeCommands(commands, width));
    return print(describeCommand(asked, findCommand(asked), width));
  }
  if (name === '--version') return print(`${readRelease()}\n`);
  const command = findCommand(name);
  const { values, positionals } = readArguments(name, command, rest);
  if (values['help'] === true) return print(describeCommand(name, command, width));

  const config = readConfig(env, namesInFile);
  for (const warning of config.warnings) say(warning);
  if (config.outgoingProxy !== null) setOutgoingProxy(config.outgoingProxy);
  const account = readAccount(env);
  const actor = { way: 'cli', id: account, name: account } as const;
  const calendar = createCalendar(config.timeZone);
  let store: Promise<OperatorStore> | undefined;
  const openStore = () => (store ??= openNamingCopy(config, say));
  try {
    await command.run(values, positionals, {
      stderr,
      width,
      stdin,
      json: values['json'] === true,
      config,
      actor,
      now,
      calendar,
      async make(call, input) {
        const request = call.input.safeParse(input);
        if (!request.success) throw new UsageError(request.error.issues.map(describeIssue).join('\n'));
        const parts = {
          store: await openStore(),
          calendar,
          letters: createLetters(config),
          now: () => now.getTime(),
        };
        // The server finds by itself what is due; what a call would log is in its answer.
        const none = { wakeOutbox() {}, warn() {} };
        return call.answer(request.data, { ...parts, ...none, progress }, actor);
      },
      openStore,
      // npm runs scripts in the package's folder, wherever it was called.
      resolveFile: (file) => resolve(env['INIT_CWD'] ?? process.cwd(), file),
      print,
      answer: (json, text) => print(values['json'] === true ? `${toJson(json, 2)}\n` : text),
      note: say,
      progress,
    });
  } finally {
    // If opening failed, that has been reported already.
    const opened = await store?.catch(() => undefined);
    await opened?.close();
  }
}

/** Of an input that is not as the call takes it. */
const describeIssue = ({ path, message }: z.core.$ZodIssue): string =>
  path.length === 0 ? message : `${path.join('.')}: ${message}`;

/** Says where the store was copied to: a change here does not reach the one that is in use. */
async function openNamingCopy(config: Config, say: Context['note']): Promise<OperatorStore> {
  const store = await openOperatorStore(config);
  const copied = await store.readCopiedTo();
  if (copied !== null)
    say(`This store was copied to ${copied.target}. What is changed here is not changed there.`);
  return store;
}

function findCommand(name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) return command;
  throw new UsageError(
    `There is no command ${JSON.stringify(name)}.${didYouMean(name, Object.keys(commands))} "help" lists all commands.`,
  );
}

/** Errors whose message says what to do. */
const expectedErrors = [
  UsageError,
  CommandError,
  ConfigError,
  BackupError,
  CopyError,
  StoreOpenError,
  StoreUnavailableError,
  CallError,
];

function describeFailure(error: unknown, isDebug: boolean): string {
  if (!(error instanceof Error)) return String(error);
  if (isDebug) {
    const cause = error.cause instanceof Error ? `\nBecause of: ${error.cause.stack}` : '';
    return `${error.stack}${cause}`;
  }
  const isExpected = expectedErrors.some((kind) => error instanceof kind);
  return isExpected ? error.message : `The command failed: ${error.message} (--debug shows where.)`;
}

function createProgress(stderr: Output): Context['progress'] {
  let isShown = false;
  return (text) => {
    if (stderr.isTTY !== true) return;
    if (text !== null) stderr.write(`\r\u001b[K${forTerminal(text).slice(0, (stderr.columns ?? 80) - 1)}`);
    else if (isShown) stderr.write('\r\u001b[K');
    isShown = text !== null;
  };
}
