import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { channelOf } from '#contract/channels.ts';
import { definitionOf, fieldNames } from '#contract/fields.ts';
import { type SubmissionKind, waitlistKinds } from '#contract/submission.ts';
import { parseContact, parseWaitlist } from '#contract/submission-schema.ts';
import type { RunningProgram } from '#test/program.ts';
import { runOnStore } from '#test/run-on-store.ts';
import { type WireCase, wireCase } from './wire-grammar.ts';

/** Longer than the server gives a request; a connection that is still open then hangs. */
const hangsAfterMs = 30_000;
const concurrency = 48;
/** A client of the kind `patient` closes when no answer has arrived for this long, on a busy machine too, */
const answerPatienceMs = 1_500;
/** and when nothing more of it has. */
const restPatienceMs = 80;

export interface FuzzReport {
  /** How many answers had each status. */
  statuses: Record<string, number>;
  storedRows: number;
  /** What must never happen, each with the request that caused it. Empty when nothing was found. */
  findings: string[];
}

/** Stack frames and file paths of the program. */
const leaks =
  /node:internal|node_modules|\bat [^\n]{0,200}\.[mc]?[jt]s:\d+|file:\/\/|SQLITE_|\/server\/[a-z]+/;

/** Sends `requests` generated requests, `concurrency` connections at a time, and reports what is wrong with the answers. */
export async function fuzzServer(
  program: RunningProgram,
  { requests, seed }: { requests: number; seed: number },
): Promise<FuzzReport> {
  const cases = generateCases(seed);
  const report: FuzzReport = { statuses: {}, storedRows: 0, findings: [] };
  let begun = 0;
  let connections = 0;

  async function runLane(): Promise<void> {
    while (begun < requests && !program.hasExited() && report.findings.length < 20) {
      const sent = cases.next().value;
      begun += sent.requests;
      connections += 1;
      // Addresses of loopback take turns, each in a /24 of its own, so that the ports of one do not run out
      // and the limits refuse few.
      const turn = connections % 50_000;
      const from = `127.${1 + (turn >> 8)}.${turn & 255}.2`;
      const { answer, hangs } = await send(program.port, from, sent);
      checkAnswer(report, sent, answer, hangs);
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runLane));

  if (program.hasExited()) {
    report.findings.push(`the server ended:\n${program.output().slice(-2_000)}`);
    return report;
  }
  const lines = program.output().split('\n');
  const error = lines.find((line) => /request failed|"level":(50|60)|unhandled/i.test(line));
  if (error !== undefined) report.findings.push(`it logged an error: ${error}`);
  const alive = await fetch(`${program.url}/readyz`).catch(() => null);
  if (alive?.status !== 200) report.findings.push('it no longer answers');
  await readRows(program, report);
  return report;
}

/** The same ones for the same seed. */
function* generateCases(seed: number): Generator<WireCase, never> {
  for (let batch = seed; ; batch += 1) yield* fc.sample(wireCase, { numRuns: 100, seed: batch });
}

function checkAnswer(report: FuzzReport, { pieces }: WireCase, answer: string, hangs: boolean): void {
  const find = (what: string) =>
    report.findings.push(
      `${what} on ${JSON.stringify(Buffer.concat(pieces).toString('latin1').slice(0, 1_500))}`,
    );
  if (hangs) find('a hang');
  // Only status lines at the start of an answer count: a body could contain such a line.
  for (const [, status = ''] of answer.matchAll(/(?:^|\r\n|\})HTTP\/1\.1 (\d{3}) /g)) {
    report.statuses[status] = (report.statuses[status] ?? 0) + 1;
    if (status.startsWith('5') && status !== '503') find(`a ${status}`);
  }
  const leak = leaks.exec(answer);
  if (leak) find(`a leak (${leak[0]})`);
}

/** Everything that the server sent until the connection closed. */
function send(
  port: number,
  localAddress: string,
  { pieces, pauseMs, ending }: WireCase,
): Promise<{ answer: string; hangs: boolean }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true, noDelay: true });
    const finish = (hangs: boolean) => {
      clearTimeout(deadline);
      clearTimeout(patience);
      socket.destroy();
      resolve({ answer: Buffer.concat(chunks).toString('latin1'), hangs });
    };
    const deadline = setTimeout(() => finish(true), hangsAfterMs);
    let patience: NodeJS.Timeout | undefined;
    const beSoPatient = (ms: number) => {
      clearTimeout(patience);
      patience = setTimeout(() => socket.end(), ms);
    };
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (patience !== undefined) beSoPatient(restPatienceMs);
    });
    // The server may refuse what is still being sent: what was read so far is then its answer.
    socket.on('error', () => finish(false));
    socket.on('end', () => finish(false));
    socket.on('close', () => finish(false));
    socket.on('connect', async () => {
      for (const [index, piece] of pieces.entries()) {
        if (index > 0) await wait(pauseMs);
        if (!socket.writable) return;
        socket.write(piece);
      }
      if (ending === 'reset') {
        socket.resetAndDestroy();
        finish(false);
      } else if (ending === 'half-close') socket.end();
      else beSoPatient(chunks.length === 0 ? answerPatienceMs : restPatienceMs);
    });
  });
}

/** Parsing a stored row by the contract again must give the same row. */
async function readRows({ folder }: RunningProgram, report: FuzzReport): Promise<void> {
  const rows = (await runOnStore(
    { databaseUrl: null, dataDir: folder },
    `select submissions.id, submissions.kind, fields, submissions.state, channel from submissions
     left join jobs on submission = submissions.sequence order by submissions.sequence`,
  )) as {
    id: string;
    kind: SubmissionKind;
    fields: string;
    state: string;
    channel: string | null;
  }[];
  report.storedRows = rows.length;
  for (const row of rows) {
    const fields = JSON.parse(row.fields) as Record<string, string>;
    const body = bodyOf(row.kind, fields);
    const parsed =
      row.kind === 'contact'
        ? parseContact(body)
        : parseWaitlist({ ...body, isVenueForm: row.kind === 'venue' });
    const isSame = parsed.ok && JSON.stringify(parsed.submission.fields) === JSON.stringify(fields);
    const channel = row.state === 'accepted' ? channelOf(row.kind) : null;
    if (!isSame || row.channel !== channel || !/^[0-9a-f-]{36}$/.test(row.id)) {
      report.findings.push(`the row ${row.id} breaks the contract: ${row.kind} ${row.fields.slice(0, 300)}`);
    }
  }
}

/** A body that is stored as these fields. Of a field that was added later, an empty value means that its key was missing. */
function bodyOf(kind: SubmissionKind, fields: Record<string, string>): Record<string, string> {
  const names = kind === 'contact' ? fieldNames('contact') : fieldNames(...waitlistKinds);
  return Object.fromEntries(
    names
      .map((name) => [name, fields[name] ?? ''] as const)
      .filter(([name, value]) => value !== '' || definitionOf(name).addedOn === undefined),
  );
}
