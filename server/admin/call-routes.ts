import { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '#contract/console-answers.ts';
import {
  type ConsoleCall,
  type ConsoleRequest,
  consoleCallPath,
  consoleCalls,
  exportTotalHeader,
} from '#contract/console-calls.ts';
import { mediaTypeOf, parseJson } from '#server/http/bodies.ts';
import type { ConsolePerson, SignInCalls, SignInResult, SignInWay } from '#server/store/sign-in.ts';
import { type ConsoleApi, type ConsoleFile, type ConsoleUser, type DataCall, isFile } from './console-api.ts';
import { refuseCall } from './console-errors.ts';
import type { NewSession, Sessions } from './sessions.ts';
import type { SignInLimit } from './sign-in-limit.ts';

export interface CallParts {
  api: ConsoleApi;
  sessions: Sessions;
  limit: SignInLimit;
  store: Pick<SignInCalls, 'recordSignIn'>;
  /** What a session shows beside the name. */
  settings: Omit<Session, 'name'>;
  /** For the log; without personal data. */
  logger: FastifyBaseLogger;
}

/** A call has at most the ids of 200 people, and one note. */
const config = { maxBodyBytes: 64 * 1024 };

/** `POST /api/NAME`, as `contract/console-calls.ts` says. The request was checked for its host and origin before. */
export async function callRoutes(app: FastifyInstance, parts: CallParts): Promise<void> {
  const { api, sessions, settings } = parts;
  const sessionOf = ({ name }: ConsolePerson): Session => ({ name, ...settings });
  const refuseSignIn = (reply: FastifyReply, message: string) =>
    refuseCall(reply, { code: 'SIGN_IN', message, hasProvider: settings.hasProvider });

  app.post(consoleCallPath('signIn'), { config }, async (request, reply) => {
    const body = parseBody('signIn', request, reply);
    if (body === null) return reply;
    const session = await sessions.redeemLink(body.token, request.consoleOrigin);
    if (session === null) return refuseLink(request, reply);
    await replaceSession(request, reply, session);
    logSignIn(parts.logger, 'link', 'signed in');
    return reply.send(sessionOf(session.person));
  });

  /** The session that the browser had before ends, whoever it belonged to. */
  async function replaceSession(request: FastifyRequest, reply: FastifyReply, session: NewSession) {
    await sessions.end(request.headers.cookie, request.consoleOrigin);
    reply.header('set-cookie', session.cookie);
  }

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
    if (parseBody('signOut', request, reply) === null) return reply;
    reply.header('set-cookie', await sessions.end(request.headers.cookie, request.consoleOrigin));
    return reply.send({});
  });

  app.register(async (signedIn) => {
    signedIn.decorateRequest('consolePerson', null);
    // Checked once the body is read, which must not wait: see `takeBodies`.
    signedIn.addHook('preHandler', async (request, reply) => {
      const person = await sessions.read(request.headers.cookie, request.consoleOrigin);
      if (person === null) return refuseSignIn(reply, 'Sign in to see this.');
      request.consolePerson = person;
    });
    for (const call of Object.keys(consoleCalls) as ConsoleCall[]) {
      if (call === 'signIn' || call === 'signOut') continue;
      signedIn.post(consoleCallPath(call), { config }, async (request, reply) => {
        const body = parseBody(call, request, reply);
        if (body === null) return reply;
        const person = request.consolePerson as ConsolePerson;
        if (call === 'session') return reply.send(sessionOf(person));
        const answer = await api.answer(call, body as ConsoleRequest<DataCall>, toUser(person));
        return isFile(answer) ? sendFile(reply, answer) : reply.send(answer);
      });
    }
  });
}

/** People choose their names at the provider, so the address is shown beside the name. */
/** Holds nothing of a person. */
export const logSignIn = (logger: FastifyBaseLogger, way: SignInWay, result: SignInResult): void =>
  logger.info({ way, result }, 'sign-in to the console');

const toUser = ({ way, id, name }: ConsolePerson): ConsoleUser => ({
  id,
  name: way === 'link' || name === id ? name : `${name} (${id})`,
});

const notJson = 'The request is not a call of the console: its body must be JSON in UTF-8.';

/** null: it was refused; the answer repeats nothing that was sent. */
function parseBody<Call extends ConsoleCall>(
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): ConsoleRequest<Call> | null {
  const isJson = mediaTypeOf(request.headers['content-type']) === 'application/json';
  const value = isJson ? parseJson(request.body) : undefined;
  if (value === undefined) {
    refuseCall(reply, { code: 'INVALID_REQUEST', message: notJson }, isJson ? 400 : 415);
    return null;
  }
  const parsed = consoleCalls[call].safeParse(value);
  if (parsed.success) return parsed.data as ConsoleRequest<Call>;
  const where = parsed.error.issues[0]?.path.join('.') || 'the body';
  refuseCall(reply, { code: 'INVALID_REQUEST', message: `The request is not valid: ${where}.` });
  return null;
}

function sendFile(reply: FastifyReply, { fileName, contentType, rows, body }: ConsoleFile): FastifyReply {
  if (rows !== null) reply.header(exportTotalHeader, String(rows));
  return reply
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .type(contentType)
    .send(Readable.from(body));
}
