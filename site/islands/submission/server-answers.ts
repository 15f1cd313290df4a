import { inTime } from '#site/backend/in-time.ts';

const timeoutMs = 5_000;

/**
 * Whether the page's own server can be reached. Asked before the browser posts a form: over a broken connection the
 * post would leave the page and lose what was typed. True where the question itself cannot be asked.
 */
export async function serverAnswers(): Promise<boolean> {
  if (typeof fetch !== 'function') return true;
  try {
    const { ok } = await inTime(fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }), timeoutMs);
    return ok;
  } catch {
    return false;
  }
}
