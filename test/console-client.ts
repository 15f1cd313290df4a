import { consoleCallPath } from '#contract/console-calls.ts';

/** Sends a call as the console's page at this address does. */
export const postToConsole = (url: string, call: string, body: object, cookie = ''): Promise<Response> =>
  fetch(url + consoleCallPath(call), {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });

/**
 * @param link signs in once
 * @returns the cookie of the session
 */
export async function signInByLink(link: string): Promise<string> {
  const { origin, hash } = new URL(link);
  const { headers } = await postToConsole(origin, 'signIn', { token: hash.split('/').at(-1) });
  const [cookie = ''] = headers.getSetCookie();
  return cookie.split(';')[0] ?? '';
}
