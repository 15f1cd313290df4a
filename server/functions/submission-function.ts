import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { maxBodyBytes } from '#contract/limits.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import type { ParseResult } from '#contract/submission-schema.ts';
import { readVisitSource, sourceParameters, type VisitSource } from '#contract/visit-source.ts';
import {
  type FunctionName,
  functionPath,
  idempotencyField,
  idempotencyHeader,
  sourceHeader,
} from '#contract/wire.ts';
import type { AbuseCheck } from '#server/abuse/abuse-check.ts';
import { type Answers, type OnRefused, type Refusal, refusal, refusalAnswer } from '#server/http/answers.ts';
import { mediaTypeOf, parseJson } from '#server/http/bodies.ts';
import type { Cors } from '#server/http/cors.ts';
import {
  keepConnection,
  type LogFailure,
  refusalOf,
  unsupportedMediaType,
} from '#server/http/error-handler.ts';
import type { Store } from '#server/store/store.ts';
import {
  bodyFromForm,
  type FormBody,
  formReturnLocation,
  isFormPost,
  isOwnPage,
  sendNotSentPage,
} from './form-post.ts';
import { isIdempotencyKey, type OnAccepted, storeSubmission } from './store-submission.ts';

export interface FunctionParts {
  store: Store;
  check: AbuseCheck;
  publicKeys: readonly string[];
  answers: Answers;
  cors: Cors;
  onAccepted: OnAccepted;
  onRefused: OnRefused;
  logFailure: LogFailure;
}

/** What differs between the two functions. */
export interface SubmissionFunction {
  name: FunctionName;
  parse(body: unknown): ParseResult;
  /** The keys that a form's body may have. */
  keys: Parameters<typeof bodyFromForm>[1];
  kindOf(body: FormBody): SubmissionKind;
}

/** A route for `POST /functions/v1/NAME`: who may call, parse, check, store, answer. */
export function defineFunction(definition: SubmissionFunction) {
  return async (scope: FastifyInstance, parts: FunctionParts): Promise<void> => {
    scope.addHook('onRequest', async (request, reply) => {
      // Read at once, because Node knows a peer's address only while the socket is open. A client that hangs up right
      // after sending would otherwise have no address, and so no limit.
      void request.ip;
      const refused = refuseCaller(request, parts);
      if (refused !== null) return parts.answers.refuse(request, reply, refused);
    });

    const config = { maxBodyBytes };
    scope.post(functionPath(definition.name), { config }, async (request, reply) => {
      const { body } = request;
      if (!Buffer.isBuffer(body)) return parts.answers.refuse(request, reply, unsupportedMediaType);
      const sentForm = isFormPost(request) ? new URLSearchParams(body.toString('utf8')) : null;
      const form = sentForm && bodyFromForm(sentForm, definition.keys);
      const value = form ?? parseJson(body);
      const answer = answerTo(request, reply, form);
      if (value === undefined) return answer.refused(invalidJson);

      const parsed = definition.parse(value);
      if (!parsed.ok)
        return answer.refused(refusal('INVALID_FIELDS', parsed.message, { fields: parsed.fields }));
      const formKey = sentForm?.get(idempotencyField) || undefined;
      const idempotencyKey = request.headers[idempotencyHeader.toLowerCase()] ?? formKey;
      if (idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey)) {
        return answer.refused(invalidIdempotencyKey);
      }

      const { kind, fields, honeypotFilled } = parsed.submission;
      const { email } = fields;
      const bytes = body.length;
      const isUnkeyedForm = form !== null && idempotencyKey === undefined;
      const content = isUnkeyedForm ? JSON.stringify([kind, fields, honeypotFilled]) : null;
      const verdict = await parts.check({ address: request.ip, kind, email, bytes, honeypotFilled, content });
      if (verdict.retryAfterS !== null) return answer.refused(tooMany(verdict.retryAfterS));

      const stored = await storeSubmission(parts, {
        submission: parsed.submission,
        idempotencyKey: idempotencyKey ?? verdict.repeatKey ?? undefined,
        verdict,
        visitSource: sourceOf(request),
        request,
      });
      return stored.refusal === null ? answer.accepted(stored.id) : answer.refused(stored.refusal);
    });

    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const refused = refusalOf(error, request, parts.logFailure);
      keepConnection(reply);
      return answerTo(request, reply, isFormPost(request) ? {} : null).refused(refused);
    });

    /** JSON for the scripts' calls; for a form post a redirect to its page, which shows the success, or a problem page. */
    function answerTo(request: FastifyRequest, reply: FastifyReply, form: FormBody | null) {
      const { answers, cors, onRefused } = parts;
      return {
        accepted(id: string) {
          if (form === null) return answers.ok(request, reply, { success: true, id });
          const kind = definition.kindOf(form);
          const location = formReturnLocation(request.headers, cors.isAllowed, kind);
          const headers = { ...answers.headers(request), location, 'cache-control': 'no-store' };
          return reply.code(303).headers(headers).send('');
        },
        refused(why: Refusal) {
          if (form === null) return answers.refuse(request, reply, why);
          onRefused(why);
          const { status, headers } = refusalAnswer(why, answers.headers(request));
          return sendNotSentPage(reply.headers(headers), status, definition.kindOf(form), why);
        },
      };
    }
  };
}

/**
 * Scripts send an API key; a form cannot, so its origin is checked instead. Only the `apikey` header authenticates.
 * `Authorization` is ignored: the official client puts the key there, or a session's token that this server never
 * issued, and neither is a reason to refuse. The key is public, so it is not compared in constant time.
 *
 * @returns null: the caller is allowed
 */
function refuseCaller(request: FastifyRequest, { cors, publicKeys }: FunctionParts): Refusal | null {
  if (!isUtf8(request.headers['content-type'])) return unsupportedMediaType;
  if (isFormPost(request)) return isOwnPage(request.headers, cors.isAllowed) ? null : foreignForm;
  const { apikey } = request.headers;
  if (apikey === undefined || apikey === '') return noApiKey;
  if (typeof apikey !== 'string' || !publicKeys.includes(apikey)) return invalidApiKey;
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  const isJson = mediaTypeOf(request.headers['content-type']) === 'application/json';
  return isJson && encoding === 'identity' ? null : unsupportedMediaType;
}

/** Bodies are read as UTF-8, so another charset would be misread. */
function isUtf8(contentType: string | undefined): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType ?? '')?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset);
}

/** A form that was sent without scripts has no header; its page's address may name the source. */
function sourceOf({ headers }: FastifyRequest): VisitSource {
  const sent = headers[sourceHeader.toLowerCase()] ?? URL.parse(headers.referer ?? '')?.search;
  const query = new URLSearchParams(String(sent ?? ''));
  return readVisitSource((part) => query.get(sourceParameters[part]));
}

const foreignForm = refusal('FORBIDDEN_ORIGIN', 'A form is taken only from the pages of this site.');
const noApiKey = refusal('UNAUTHORIZED_NO_AUTH_HEADER', 'The apikey header is missing.');
const invalidApiKey = refusal('INVALID_CREDENTIALS', 'The apikey header is not a key of this site.');
const invalidJson = refusal('INVALID_JSON', 'The body is not valid JSON in UTF-8.');
const invalidIdempotencyKey = refusal(
  'INVALID_IDEMPOTENCY_KEY',
  'The Idempotency-Key header must be a UUID.',
);

const tooMany = (retryAfterS: number): Refusal =>
  refusal(
    'TOO_MANY_REQUESTS',
    `Too many submissions came from this address. Try again in ${retryAfterS} s.`,
    { retryAfterS },
  );
