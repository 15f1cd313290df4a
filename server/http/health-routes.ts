import type { FastifyInstance } from 'fastify';
import { type Answers, refusal, sendRefusal } from './answers.ts';

export const healthPaths = { alive: '/healthz', ready: '/readyz' } as const;

const notReady = refusal('UNAVAILABLE', 'The store does not answer.', { retryAfterS: 5 });

/**
 * @param ping throws when the store does not answer
 */
export async function healthRoutes(
  app: FastifyInstance,
  { answers, ping }: { answers: Answers; ping: () => Promise<void> },
): Promise<void> {
  let asking: Promise<void> | null = null;
  app.get(healthPaths.alive, (request, reply) => answers.ok(request, reply, { alive: true }));
  app.get(healthPaths.ready, async (request, reply) => {
    // Callers that come while the store is being asked share its answer: a thousand probes are one query.
    asking ??= ping().finally(() => {
      asking = null;
    });
    try {
      await asking;
      return answers.ok(request, reply, { ready: true });
    } catch {
      return sendRefusal(reply, notReady, answers.headers(request));
    }
  });
}
