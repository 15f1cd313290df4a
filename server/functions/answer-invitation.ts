import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatTime } from '#contract/format-time.ts';
import {
  answerFolder,
  invitationAnswers,
  isInvitationAnswer,
  maxSentenceCharacters,
} from '#contract/invitation-answer.ts';
import { maxBodyBytes } from '#contract/limits.ts';
import { findTooLong } from '#contract/too-long.ts';
import { hasVisibleText } from '#contract/visible-text.ts';
import type { AnswerCheck } from '#server/abuse/answer-check.ts';
import type { AnswerPage } from '#server/http/answer-page.ts';
import { privateHeaders } from '#server/http/answer-page.ts';
import { type Refusal, refusal, refusalAnswer } from '#server/http/answers.ts';
import type { Cors } from '#server/http/cors.ts';
import { keepConnection, type LogFailure, refusalOf } from '#server/http/error-handler.ts';
import { sendProblemPage } from '#server/http/problem-page.ts';
import { StoreUnavailableError } from '#server/store/errors.ts';
import type { Invitation } from '#server/store/queries/invitation-answers.ts';
import type { Store } from '#server/store/store.ts';
import type { AnswerLinks } from './answer-links.ts';
import { isFormPost, isOwnPage } from './form-post.ts';

export interface AnswerParts {
  store: Pick<Store, 'findInvitation' | 'answerInvitation'>;
  answerLinks: AnswerLinks;
  answerCheck: AnswerCheck;
  answerPage: AnswerPage;
  cors: Cors;
  headers: Readonly<Record<string, string>>;
  timeZone: string;
  /** Something is to be sent. */
  onQueued(): void;
  logFailure: LogFailure;
}

/**
 * Whatever is behind the token in an address is left out: mail programs take a dot or a bracket into a link, or the
 * address twice.
 */
export const cutAnswerPath = (url: string): string =>
  url.startsWith(answerFolder) ? (/^\/answer\/[\w-]{0,43}/.exec(url)?.[0] ?? url) : url;

/**
 * An invitation that is closed and a token that was made up are answered after the same time, so that it does not tell
 * whether the store was asked.
 */
const closedAfterMs = 100;

/**
 * The pages of invitations: GET shows how one stands and changes nothing, because programs open links too; a press of a
 * button posts the answer.
 */
export async function answerInvitation(scope: FastifyInstance, parts: AnswerParts): Promise<void> {
  const { store, answerLinks, answerCheck, answerPage, cors, timeZone } = parts;
  const route = `${answerFolder}:token`;
  const closed = answerPage.show({ closed: true, over: true });

  scope.addHook('onRequest', async (request, reply) => {
    // Read at once: Node knows a peer's address only while the socket is open.
    void request.ip;
    if (request.method !== 'POST') return;
    if (!isOwn(request)) return refuse(reply, foreign);
    if (!isFormPost(request)) return refuse(reply, notAForm);
  });

  scope.get<{ Params: { token: string } }>(route, async ({ params: { token } }, reply) => {
    const startedAtMs = performance.now();
    const letter = await answerLinks.letterOf(token);
    const invitation = letter && (await store.findInvitation(letter));
    return invitation ? show(reply, token, invitation) : showClosed(reply, startedAtMs);
  });

  const config = { maxBodyBytes };
  scope.post<{ Params: { token: string } }>(route, { config }, async (request, reply) => {
    const startedAtMs = performance.now();
    const { token } = request.params;
    const letter = await answerLinks.letterOf(token);
    if (letter === null) return showClosed(reply, startedAtMs);
    const sent = readAnswer(String(request.body));
    if ('code' in sent) return refuse(reply, sent);
    const retryAfterS = await answerCheck(request.ip, letter);
    if (retryAfterS !== null) return refuse(reply, tooMany(retryAfterS));
    const invitation = await store.answerInvitation({ letter, ...sent });
    if (invitation === null) return showClosed(reply, startedAtMs);
    parts.onQueued();
    return reply
      .code(303)
      .headers({ ...parts.headers, ...privateHeaders, location: `${answerFolder}${token}` })
      .send('');
  });

  scope.setErrorHandler((error: FastifyError, request, reply) => {
    keepConnection(reply);
    const isDown = error instanceof StoreUnavailableError;
    return refuse(reply, isDown ? unavailable : refusalOf(error, request, parts.logFailure));
  });

  /** The page asks browsers to say nothing of its address, so they name no origin either; without TLS that is all. */
  function isOwn({ headers }: FastifyRequest): boolean {
    if (isOwnPage(headers, cors.isAllowed)) return true;
    return headers['sec-fetch-site'] === undefined && headers.origin === 'null';
  }

  function show(reply: FastifyReply, token: string, { kind, hasJoined, given }: Invitation) {
    if (hasJoined || kind === 'contact')
      return page(reply, 200, answerPage.show({ joined: true, over: true }));
    const shown = given && {
      words: `${invitationAnswers[given.answer].words}${given.sentence === null ? '' : ', with your sentence'}`,
      when: `${formatTime(given.answeredAtMs, timeZone, null)} (${timeZone})`,
    };
    const tags = { open: true, token, [kind]: true, [given?.answer ?? 'none']: true, ...shown } as const;
    return page(reply, 200, answerPage.show(tags));
  }

  async function showClosed(reply: FastifyReply, startedAtMs: number) {
    await wait(Math.max(0, startedAtMs + closedAfterMs - performance.now()));
    return page(reply, 404, closed);
  }

  const page = (reply: FastifyReply, status: number, html: string) =>
    reply.code(status).headers(answerPage.headers).send(html);

  function refuse(reply: FastifyReply, refused: Refusal): FastifyReply {
    const { status, headers } = refusalAnswer(refused, { ...parts.headers, ...privateHeaders });
    const texts = [refused.message, 'Go back in your browser, and press the button again.'];
    return sendProblemPage(reply.headers(headers), status, 'Your answer was not taken', texts);
  }
}

function readAnswer(body: string) {
  const form = new URLSearchParams(body);
  const answer = form.get('answer');
  if (!isInvitationAnswer(answer)) return noAnswer;
  const typed = (form.get('sentence') ?? '').replaceAll('\r\n', '\n').trim();
  const tooLong = findTooLong({ maxCharacters: maxSentenceCharacters }, typed);
  if (tooLong !== null) return refusal('INVALID_FIELDS', `A sentence for us: ${tooLong}`);
  return { answer, sentence: hasVisibleText(typed) ? typed : null };
}

const foreign = refusal('FORBIDDEN_ORIGIN', 'An answer is taken only from the page of the invitation.');
const notAForm = refusal('UNSUPPORTED_MEDIA_TYPE', 'An answer is taken only from the form of the page.');
const noAnswer = refusal('INVALID_FIELDS', 'Press one of the two buttons.');
const unavailable = refusal('UNAVAILABLE', 'It could not be stored. Try again soon.', { retryAfterS: 5 });
const tooMany = (retryAfterS: number): Refusal =>
  refusal('TOO_MANY_REQUESTS', `Too many answers came. Try again in ${retryAfterS} s.`, { retryAfterS });
