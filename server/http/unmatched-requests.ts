import type { FastifyReply, FastifyRequest } from 'fastify';
import { functionNames, functionPath, functionsPath } from '#contract/wire.ts';
import { type Answers, refusal, sendRefusal } from './answers.ts';
import type { Cors } from './cors.ts';
import { healthPaths } from './health-routes.ts';
import type { Pages } from './pages.ts';
import { decodePath, isUnder } from './request-path.ts';
import type { SecurityHeaders } from './security-headers.ts';

const postOnly = refusal('METHOD_NOT_ALLOWED', 'This function takes POST.', { allow: 'POST, OPTIONS' });
const getOnly = refusal('METHOD_NOT_ALLOWED', 'This path takes GET and HEAD.', { allow: 'GET, HEAD' });
const noFunction = refusal('NOT_FOUND', 'Requested function was not found');
const noAccounts = refusal('NOT_FOUND', 'This site has no accounts.');

const authPath = '/auth/v1';
const knownFunctions: ReadonlySet<string> = new Set(Object.values(functionNames).map(functionPath));
const otherGetPaths: ReadonlySet<string> = new Set(Object.values(healthPaths));

/** Answers every request without a route of its own: preflights, unknown functions, other methods, pages, the 404 page. */
export function createUnmatchedHandler(parts: {
  answers: Answers;
  cors: Cors;
  security: SecurityHeaders;
  pages: Pages;
}) {
  const { answers, cors, security, pages } = parts;

  function answerBackendPath(path: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (request.method === 'OPTIONS') {
      const headers = { ...security.api, ...cors.preflightHeaders(request.headers) };
      return reply.code(204).headers(headers).send();
    }
    const isOtherMethod = knownFunctions.has(path) && request.method !== 'POST';
    const missing = isUnder(functionsPath, path) ? noFunction : noAccounts;
    return answers.refuse(request, reply, isOtherMethod ? postOnly : missing);
  }

  function answerSitePath(pathname: string | null, request: FastifyRequest, reply: FastifyReply) {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (pathname !== null && !isRead && (pages.has(pathname) || otherGetPaths.has(pathname))) {
      return sendRefusal(reply, getOnly, security.api);
    }
    reply.hijack();
    if (pathname === null || !pages.answer(pathname, request.raw, reply.raw)) {
      pages.answerNotFound(request.raw, reply.raw);
    }
    return reply;
  }

  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const pathname = decodePath(request.url);
    const path = pathname ?? request.url;
    return isUnder(functionsPath, path) || isUnder(authPath, path)
      ? answerBackendPath(path, request, reply)
      : answerSitePath(pathname, request, reply);
  };
}
