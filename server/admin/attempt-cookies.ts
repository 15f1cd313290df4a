import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { cookieName, readCookies, writeCookie } from './cookies.ts';
import type { Attempt } from './provider.ts';
import { isToken } from './sign-in-token.ts';

/** Time in which a person must sign in at the provider. */
const validS = 600;
/** With more, the browser is told to forget the others: the header with all cookies has a limit. */
const maxOpen = 8;

/**
 * Attempts to sign in, kept by the browser that began them: a cookie for each, so that two tabs do not disturb each
 * other. They are signed, so that the provider is asked only about attempts that the console began.
 *
 * @param secret the client's, which all instances have: one may begin what another finishes
 */
export function createAttemptCookies(url: string, secret: string, now = Date.now) {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'attempts to sign in', 32));
  const sign = (text: string) => createHmac('sha256', key).update(text).digest();
  const nameOf = (state: string) => cookieName(url, `entree-console-sign-in-${state.slice(0, 16)}`);
  const forget = (name: string) => writeCookie(name, '', { sameSite: 'Lax', maxAgeS: 0 });

  function openAttempts(header: string | undefined): string[] {
    const [start = '', end = ''] = nameOf('*').split('*');
    const names = (header ?? '').split(';').map((pair) => pair.trim().split('=')[0] ?? '');
    return names.filter((each) => each.startsWith(start) && each.endsWith(end));
  }

  return {
    /** Lax: the browser sends it with the way back, which begins at the provider. */
    write(header: string | undefined, { state, nonce, verifier }: Attempt): string[] {
      const text = [state, nonce, verifier, Math.floor(now() / 1_000) + validS].join('.');
      const value = `${text}.${sign(text).toString('base64url')}`;
      const open = openAttempts(header);
      return [
        ...(open.length < maxOpen ? [] : open.map(forget)),
        writeCookie(nameOf(state), value, { sameSite: 'Lax', maxAgeS: validS }),
      ];
    },
    /**
     * null: this browser did not begin it, or began it too long ago; or there are several cookies of this name, of
     * which another site could have set one.
     */
    read(header: string | undefined, state: string): Attempt | null {
      if (!isToken(state)) return null;
      const [value = '', ...others] = readCookies(header, nameOf(state));
      const parts = /^([\w-]{43})\.([\w-]{43})\.([\w-]{43})\.(\d+)\.([\w-]{43})$/.exec(value);
      if (others.length > 0 || parts === null) return null;
      const [, own = '', nonce = '', verifier = '', untilS, signature = ''] = parts;
      const signed = sign(value.slice(0, -signature.length - 1));
      if (!timingSafeEqual(signed, Buffer.from(signature, 'base64url'))) return null;
      return own === state && Number(untilS) * 1_000 > now() ? { state, nonce, verifier } : null;
    },
    /** An attempt is used once, whatever comes of it. */
    forget: (state: string): string => forget(nameOf(state)),
  };
}

const chooserName = (origin: string) => cookieName(origin, 'entree-console-choose-account');

/**
 * Kept by a browser whose account at the provider was not the right one, or whose person has signed out: the next
 * sign-in asks which account it shall be (`wanted`). Used once: the sign-in that was begun last asked for it (`asked`).
 */
export const accountChooser = {
  write: (origin: string, step: 'wanted' | 'asked'): string =>
    writeCookie(chooserName(origin), step, { sameSite: 'Lax', maxAgeS: validS }),
  forget: (origin: string): string => writeCookie(chooserName(origin), '', { sameSite: 'Lax', maxAgeS: 0 }),
  is: (step: 'wanted' | 'asked', header: string | undefined, origin: string): boolean =>
    readCookies(header, chooserName(origin)).includes(step),
};
