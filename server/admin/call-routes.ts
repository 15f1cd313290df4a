import { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Actor } from '#contract/answers.ts';
import { consoleCallPath, exportTotalHeader, type Session, sessionCalls } from '#contract/console-calls.ts';
import { maxSheetBytes } from '#contract/sheet.ts';
import { mediaTypeOf, parseJson } from '#server/http/bodies.ts';
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
  /** For the log; without personal data. */
  logger: FastifyBaseLogger;
}

/** The longest call but one with a sheet has 1,000 ids (40 kB), or 200 decisions and a note. */
const config = { maxBodyBytes: 64 * 1024 };
const sheetConfig = { maxBodyBytes: 2 * maxSheetBytes };

/** The calls of `server/operator/calls.ts` and those about sessions. The request was checked for its host and origin before. */
export async function callRoutes(app: FastifyInstance, parts: CallParts): Promise<void> {
  const { answer, sessions, settings, hasProvider } = parts;
  const sessionOf = ({ name }: ConsolePerson): Session => ({ name, ...settings, hasProvider });
  const refuseSignIn = (reply: FastifyReply, message: string) =>
    refuseCall(reply, { code: 'SIGN_IN', message, hasProvider });

  app.post(consoleCallPath('signIn'), { config }, async (request, reply) => {
    const { token } = parseBody(sessionCalls.signIn, request);
    const session = await sessions.redeemLink(request, token);
    if (session === null) return refuseLink(request, reply);
    logSignIn(parts.logger, 'link', 'signed in');
    return reply.header('set-cookie', session.cookie).send(sessionOf(session.person));
  });

  async function refuseLink(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { retryAfterS, isRecorded } = await parts.limit.count(request.ip);
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
      'This link was used already, is older than ten minutes, or is not complete. Get a new one on the server: npm run waitlist -- sign-in',
    );
  }

  app.post(consoleCallPath('signOut'), { config }, async (request, reply) => {
    parseBody(sessionCalls.signOut, request);
    reply.header('set-cookie', await sessions.end(request));
    if (hasProvider) reply.header('set-cookie', accountChooser.write(request.consoleOrigin, 'wanted'));
    return reply.send({});
  });

  app.post(consoleCallPath('session'), { config }, async (request, reply) => {
    const person = await sessions.read(request);
    if (person === null) return refuseSignIn(reply, notSignedIn);
    parseBody(sessionCalls.session, request);
    return reply.send(sessionOf(person));
  });

  for (const call of Object.keys(calls) as CallName[]) {
    const isSheet = call === 'readSheet' || call === 'importSheet';
    app.post(consoleCallPath(call), { config: isSheet ? sheetConfig : config }, async (request, reply) => {
      const person = await sessions.read(request);
      if (person === null) return refuseSignIn(reply, notSignedIn);
      const body = parseBody(calls[call].input, request);
      const answered = await answer(call, body as never, toActor(person));
      return isFile(answered) ? sendFile(reply, answered) : reply.send(answered);
    });
  }
}

const notSignedIn = 'Sign in to see this.';

/** Holds nothing of a person. */
export const logSignIn = (logger: FastifyBaseLogger, way: SignInWay, result: SignInResult): void =>
  logger.info({ way, result }, 'sign-in to the console');

/** People choose their names at the provider, so the address is shown beside the name. */
const toActor = ({ way, id, name }: ConsolePerson): Actor => ({
  way: 'console',
  id,
  name: way === 'link' || name === id ? name : `${name} (${id})`,
});

const notJson = 'The request is not a call of the console: its body must be JSON in UTF-8.';

/** @throws {CallError} when it is no such call; the answer repeats nothing that was sent */
function parseBody<Input extends z.ZodType>(input: Input, request: FastifyRequest): z.output<Input> {
  const isJson = mediaTypeOf(request.headers['content-type']) === 'application/json';
  const value = isJson ? parseJson(request.body) : undefined;
  if (value === undefined) throw new CallError('INVALID_REQUEST', notJson, isJson ? 400 : 415);
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
