import type { EngineTraits, StoreTransaction } from '#server/store/schema.ts';
import type { ConsoleSession, SignInCalls } from '#server/store/sign-in.ts';
import { clockSlackMs, insertSession } from './console-sessions.ts';

export async function addSignInLink(
  transaction: StoreTransaction,
  traits: EngineTraits,
  { tokenHash, account, validMs }: Parameters<SignInCalls['addSignInLink']>[0],
): Promise<void> {
  const nowMs = await traits.readNowMs(transaction);
  await transaction.deleteFrom('sign_in_links').where('expires_at', '<=', nowMs).execute();
  await transaction
    .insertInto('sign_in_links')
    .values({ token_hash: tokenHash, account, expires_at: nowMs + validMs })
    .execute();
}

export async function redeemSignInLink(
  transaction: StoreTransaction,
  traits: EngineTraits,
  { linkHash, sessionHash, validMs }: Parameters<SignInCalls['redeemSignInLink']>[0],
): Promise<ConsoleSession | null> {
  const nowMs = await traits.readNowMs(transaction);
  // When two use it at the same time, one deletes the row, and the other finds none.
  const link = await transaction
    .deleteFrom('sign_in_links')
    .where('token_hash', '=', linkHash)
    .returning(['account', 'expires_at'])
    .executeTakeFirst();
  if (link === undefined || link.expires_at <= nowMs) return null;
  if (link.expires_at > nowMs + validMs + clockSlackMs) return null;
  const person = { way: 'link', id: link.account, name: link.account } as const;
  return insertSession(transaction, sessionHash, person, nowMs);
}
