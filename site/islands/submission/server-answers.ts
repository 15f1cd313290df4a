import { functionsPath } from '#contract/wire.ts';
import { inTime } from '#site/backend/in-time.ts';

const timeoutMs = 5_000;

/**
 * Whether the page's own server can be reached. Asked before the browser posts a form: over a broken connection the
 * post would leave the page and lose what was typed. True where the question itself cannot be asked.
 */
export async function serverAnswers(): Promise<boolean> {
  if (typeof fetch !== 'function') return true;
  try {
    const page = fetch(location.pathname, { cache: 'no-store' }).then((answer) => answer.text());
    // A Wi-Fi's sign-in page answers in place of the server, and has no form of ours.
    return (await inTime(page, timeoutMs)).includes(functionsPath);
  } catch {
    return false;
  }
}
