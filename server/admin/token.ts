import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, as 43 characters that need no escaping in an address. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token. A fast hash is enough: nobody can try 2^256 of them. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);
