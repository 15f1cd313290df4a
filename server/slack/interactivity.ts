import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { NewLetter } from '#server/store/review.ts';
import type { Store } from '#server/store/store.ts';
import { explainResult } from './compose-update.ts';
import { type Click, readClick } from './read-click.ts';
import { isSignedBySlack, readSignature } from './verify-signature.ts';

export const interactivityPath = '/slack/interactivity';

/**
 * A click carries its message, percent-encoded: 10,000 characters of it, each at most nine bytes in length
 * and escaped as JSON before, and what Slack adds.
 */
const maxClickBytes = 256 * 1024;
/** Slack waits three seconds. https://docs.slack.dev/interactivity/handling-user-interaction#acknowledgment_response */
const answerWithinMs = 2_500;
/** Slack's own limit of a response URL. */
const responseUrlLifeMs = 30 * 60_000;

export interface InteractivityParts {
  store: Pick<Store, 'decide' | 'queueReply'>;
  /** A secret. */
  signingSecret: string;
  /** Origin of what stands in for Slack on this machine; null: nothing does. */
  standInOrigin: string | null;
  /** Messages are changed by the app; otherwise by the response URL of a click. */
  hasApp: boolean;
  /** null: letters are not set up. */
  makeNewLetter: (() => NewLetter) | null;
  timeZone: string;
  headers: Readonly<Record<string, string>>;
  /** Something is to be sent. */
  onQueued(): void;
  logFailure(error: unknown, request: FastifyRequest): void;
}

/** Takes the clicks on the buttons of messages: verify, read, decide, answer. */
export async function slackInteractivity(scope: FastifyInstance, parts: InteractivityParts): Promise<void> {
  const { signingSecret, standInOrigin } = parts;
  const config = { maxBodyBytes: maxClickBytes };
  // Checked before the body is read: this refuses most of what Slack did not send.
  scope.addHook('onRequest', async ({ headers }, reply) => {
    if (readSignature(headers) === null) return answer(reply, 401);
  });

  scope.post(interactivityPath, { config }, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (!isSignedBySlack(request.headers, body, signingSecret)) return answer(reply, 401);
    const click = readClick(body, standInOrigin);
    if (click === 'invalid') return answer(reply, 401);
    // For example a button that opens a page: Slack wants it acknowledged.
    if (click === 'other') return answer(reply, 200);
    return answer(reply, (await decideInTime(click, request)) ? 200 : 503);
  });

  /**
   * Whether the decision was stored, or nothing was to be. Without an answer of the store in time Slack shows
   * the person that the click failed. If it is stored after all, its message changes, and a second click is
   * told so.
   */
  async function decideInTime(click: Click, request: FastifyRequest): Promise<boolean> {
    const decided = decideAndReply(click).then(
      () => true,
      (error: unknown) => {
        parts.logFailure(error, request);
        return false;
      },
    );
    return Promise.race([decided, wait(answerWithinMs, false, { ref: false })]);
  }

  async function decideAndReply(click: Click): Promise<void> {
    const result = await parts.store.decide(toDecision(click));
    const text = explainResult(result, parts.timeZone);
    // Nothing depends on it, so it is not awaited.
    if (text === null) parts.onQueued();
    else void reply(click, text);
  }

  async function reply({ decisionId, responseUrl }: Click, text: string): Promise<void> {
    try {
      const id = `${decisionId} reply`;
      await parts.store.queueReply({ id, text, responseUrl, expiresInMs: responseUrlLifeMs });
    } catch {
      // The message changes all the same: that is queued already.
    }
    parts.onQueued();
  }

  function toDecision(click: Click): Parameters<Store['decide']>[0] {
    const { decisionId, id, to, seenVersion, isUndo, userId, userName, responseUrl, place } = click;
    return {
      id: decisionId,
      about: { id },
      to,
      seenVersion,
      isUndo,
      actor: { way: 'slack', id: userId, name: userName },
      note: null,
      letter: parts.makeNewLetter?.() ?? null,
      messageUpdate: {
        responseUrl,
        expiresInMs: responseUrlLifeMs,
        ...(parts.hasApp && place !== null && { place }),
      },
    };
  }

  function answer(reply: FastifyReply, status: 200 | 401 | 503): FastifyReply {
    return reply.code(status).headers(parts.headers).send('');
  }
}
