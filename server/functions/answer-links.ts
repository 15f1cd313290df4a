import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Store } from '#server/store/store.ts';

/** Of an id of a letter, which is a UUID, and of its code. */
const partBytes = 16;

export type AnswerLinks = ReturnType<typeof createAnswerLinks>;

/**
 * The tokens of the pages on which invitations are answered: the letter's id, and a code that only this store can make
 * of it. So a token is checked without asking the store, and nothing of it is stored.
 */
export function createAnswerLinks(store: Pick<Store, 'readSecret'>) {
  let known: string | null = null;
  async function codeOf(id: Buffer): Promise<Buffer> {
    known ??= await store.readSecret('answers', randomBytes(32).toString('base64url'));
    return createHmac('sha256', known).update(id).digest().subarray(0, partBytes);
  }
  return {
    /** 43 letters, digits, `-` and `_`; the last is a letter or a digit, so that mail programs take it into the link. */
    async tokenOf(letter: string): Promise<string> {
      const id = Buffer.from(letter.replaceAll('-', ''), 'hex');
      return Buffer.concat([id, await codeOf(id)]).toString('base64url');
    },
    /** The id of the letter; null: no letter has this token. */
    async letterOf(token: string): Promise<string | null> {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== 2 * partBytes) return null;
      const id = bytes.subarray(0, partBytes);
      if (!timingSafeEqual(bytes.subarray(partBytes), await codeOf(id))) return null;
      return id.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    },
  };
}
