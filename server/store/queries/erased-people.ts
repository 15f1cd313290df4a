import { createHmac, randomBytes } from 'node:crypto';
import { waitlistKinds } from '#contract/submission.ts';
import type { StoreDatabase, StoreTransaction } from '#server/store/schema.ts';
import { isAccepted } from './review-subject.ts';
import { readSecret } from './secrets.ts';

const hashOf = (key: string, emailKey: string): string =>
  createHmac('sha256', key).update(emailKey).digest('base64');

const readKey = async (database: StoreDatabase): Promise<string | null> =>
  (await database.selectFrom('secrets').select('secret').where('purpose', '=', 'erasures').executeTakeFirst())
    ?.secret ?? null;

/** Keeps a hash of the email's key with the store's own secret: whoever asked to be erased is in no sheet any more. */
export async function keepErased(transaction: StoreTransaction, emailKey: string): Promise<void> {
  const key = await readSecret(transaction, 'erasures', randomBytes(32).toString('base64'));
  await transaction
    .insertInto('erased_people')
    .values({ email_hash: hashOf(key, emailKey) })
    .onConflict((conflict) => conflict.column('email_hash').doNothing())
    .execute();
}

/**
 * Of these people, by the key of their email, who asked to be erased. Not who has applied since, or was added by the
 * team: an erasure deletes all applications, so one that is there came later.
 */
export async function findErasedPeople(
  database: StoreDatabase,
  emailKeys: readonly string[],
): Promise<string[]> {
  const key = await readKey(database);
  if (key === null || emailKeys.length === 0) return [];
  const keyOf = new Map(emailKeys.map((emailKey) => [hashOf(key, emailKey), emailKey]));
  const marked = await database
    .selectFrom('erased_people')
    .select('email_hash')
    .where('email_hash', 'in', [...keyOf.keys()])
    .execute();
  const erased = new Set(marked.flatMap(({ email_hash }) => keyOf.get(email_hash) ?? []));
  if (erased.size === 0) return [];
  const applied = await database
    .selectFrom('submissions')
    .select('email_key')
    .where('kind', 'in', waitlistKinds)
    .where('email_key', 'in', [...erased])
    .where(isAccepted)
    .execute();
  return [...erased.difference(new Set(applied.map(({ email_key }) => email_key)))];
}
