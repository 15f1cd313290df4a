import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Actor } from '#contract/answers.ts';
import { consoleCallPath, exportTotalHeader, type Session, sessionCalls } from '#contract/console-calls.ts';
import { describePeriod } from '#contract/periods.ts';
import { maxSheetBytes } from '#contract/sheet.ts';
import { mediaTypeOf, parseJson, waitBeforeBody } from '#server/http/bodies.ts';
import { CallError, type CallFile, isFile } from '#server/operator/call.ts';
import { type CallName, calls } from '#server/operator/calls.ts';
import type { ConsolePerson, SignInResult, SignInWay } from '#server/store/sign-in.ts';
import type { Store } from '#server/store/store.ts';
import { accountChooser } from './attempt-cookies.ts';
import { refuseCall } from './console-errors.ts';
import type { AnswerCall } from './create-console-api.ts';
import type { Sessions } from './sessions.ts';
import type { SignInLimit } from './sign-in-limit.ts';

export interface CallParts {
  answer: AnswerCall;
  sessions: Sessions;
  limit: SignInLimit;
  store: Store;
  /** What a session shows beside the name. */
  settings: Omit<Session, 'name' | 'hasProvider'>;
  hasProvider: boolean;
  /** Its lines have no personal data. */
  logger: FastifyBaseLogger;
}

/** Of a call about the session, which strangers can send. */
const config = { maxBodyBytes: 1024 };
/** The longest call but one with a sheet has 1,000 ids (40 kB), or 200 decisions and a note. */
const maxCallBytes = 64 * 1024;
const sheetCalls: ReadonlySet<CallName> = new Set(['readSheet', 'refusedRows', 'importSheet']);
/** Sheets are read one at a time; so many are kept, with the one that is being read. */
const maxSheets = 8;

/** The calls of `server/operator/calls.ts` and those about sessions. The request was checked for its host and origin before. */
export async function callRoutes(app: FastifyInstance, parts: CallParts): Promise<void> {
  const { answer, sessions, settings, hasProvider } = parts;
  const sessionOf = ({ name }: ConsolePerson): Session => ({ name, ...settings, hasProvider });
  const refuseSignIn = (reply: FastifyReply, message: string) =>
    refuseCall(reply, { code: 'SIGN_IN', message, hasProvider });
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const person = await waitBeforeBody(request, () => sessions.read(request));
    if (person === null) return refuseSignIn(reply, 'Sign in to see this.');
    request.consolePerson = person;
  };

  app.post(consoleCallPath('signIn'), { config }, async (request, reply) => {
    const { token } = parseBody(sessionCalls.signIn, request);
    const session = await sessions.redeemLink(request, token);
    if (session === null) return refuseLink(request, reply);
    logSignIn(parts.logger, 'link', 'signed in');
    return reply.header('set-cookie', session.cookie).send(sessionOf(session.person));
  });

  async function refuseLink(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { retryAfterS, isRecorded } = await parts.limit.count(request.ip, 'link');
    if (isRecorded) {
      await parts.store.recordSignIn({ way: 'link', who: null, result: 'refused' });
      logSignIn(parts.logger, 'link', 'refused');
    }
    if (retryAfterS !== null) {
      reply.header('retry-after', String(retryAfterS));
      return refuseCall(reply, {
        code: 'TOO_MANY_REQUESTS',
        message: 'Too many links were refused. Get a new one on the server: npm run waitlist -- sign-in',
      });
    }
    return refuseSignIn(
      reply,
      `This link was used already, is older than ${describePeriod('signInLinkMs')}, or is not complete. Get a new one on the server: npm run waitlist -- sign-in`,
    );
  }

  app.post(consoleCallPath('signOut'), { config }, async (request, reply) => {
    parseBody(sessionCalls.signOut, request);
    reply.header('set-cookie', await sessions.end(request));
    if (hasProvider) reply.header('set-cookie', accountChooser.write(request.consoleOrigin, 'wanted'));
    return reply.send({});
  });

  app.post(consoleCallPath('session'), { config, onRequest }, async (request, reply) => {
    parseBody(sessionCalls.session, request);
    return reply.send(sessionOf(personOf(request)));
  });

  for (const call of Object.keys(calls) as CallName[]) {
    const isSheet = sheetCalls.has(call);
    const maxBodyBytes = isSheet ? maxSheetBytes + maxCallBytes : maxCallBytes;
    app.post(consoleCallPath(call), { config: { maxBodyBytes }, onRequest }, async (request, reply) => {
      const body = parseBody(calls[call].input, request);
      const make = () => answer(call, body as never, toActor(personOf(request)));
      if (isSheet) return readSheetInTurn(request, reply, make);
      return send(reply, await make());
    });
  }

  let sheets = 0;
  let lastSheet: Promise<unknown> = Promise.resolve();

  async function readSheetInTurn(request: FastifyRequest, reply: FastifyReply, make: () => Promise<unknown>) {
    if (sheets === maxSheets)
      return refuseCall(reply, {
        code: 'UNAVAILABLE',
        message: 'Too many sheets are being read. Nothing was imported. Try again in a minute.',
      });
    sheets += 1;
    // The answer may take minutes.
    const { socket } = request.raw;
    if (socket instanceof Socket) socket.setTimeout(0);
    const answered = lastSheet.then(make);
    // A file is read while it is sent.
    lastSheet = answered
      .then((answer) => (isFile(answer) ? finished(reply.raw) : undefined))
      .catch(() => undefined)
      .finally(() => {
        sheets -= 1;
      });
    return send(reply, await answered);
  }
}

const send = (reply: FastifyReply, answer: unknown): FastifyReply =>
  isFile(answer) ? sendFile(reply, answer) : reply.send(answer);

const personOf = (request: FastifyRequest) => request.consolePerson as ConsolePerson;

/** Holds nothing of a person. */
export const logSignIn = (logger: FastifyBaseLogger, way: SignInWay, result: SignInResult): void =>
  logger.info({ way, result }, 'sign-in to the console');

/** People choose their names at the provider, so the address is shown beside the name. */
const toActor = ({ way, id, name }: ConsolePerson): Actor => ({
  way: 'console',
  id,
  name: way === 'link' || name === id ? name : `${name} (${id})`,
});

/** How a body of each type is read. */
const parsers = new Map<string, (body: Buffer) => unknown>([
  ['application/json', parseJson],
  ['application/octet-stream', parseWithSheet],
]);

function parseWithSheet(body: Buffer): unknown {
  const end = body.indexOf('\n');
  const values = parseJson(body.subarray(0, Math.max(0, end)));
  return values && { ...values, sheet: body.subarray(end + 1) };
}

const notJson = 'The request is not a call of the console: its body must be JSON in UTF-8.';

/** @throws {CallError} when it is no such call; the answer repeats nothing that was sent */
function parseBody<Input extends z.ZodType>(input: Input, request: FastifyRequest): z.output<Input> {
  const parse = parsers.get(mediaTypeOf(request.headers['content-type']));
  const value = parse?.(request.body as Buffer);
  if (value === undefined) throw new CallError('INVALID_REQUEST', notJson, { status: parse ? 400 : 415 });
  const parsed = input.safeParse(value);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join('.') || 'the body';
  throw new CallError('INVALID_REQUEST', `The request is not valid: ${where}.`);
}

function sendFile(reply: FastifyReply, { fileName, contentType, rows, body }: CallFile): FastifyReply {
  if (rows !== null) reply.header(exportTotalHeader, String(rows));
  return reply
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .type(contentType)
    .send(Readable.from(body));
}
