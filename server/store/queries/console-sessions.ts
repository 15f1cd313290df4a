import { sql } from 'kysely';
import type { EngineTraits, Schema, StoreDatabase, StoreTransaction } from '#server/store/schema.ts';
import type {
  ConsolePerson,
  ConsoleSession,
  SessionTimes,
  SignIn,
  SignInCalls,
  SignInOperatorCalls,
} from '#server/store/sign-in.ts';

/** `last_seen_at` is this inexact, so that a call rarely writes. */
const seenEveryMs = 60_000;
/** Sign-ins are deleted when they are this old. */
const keepSignInsMs = 90 * 24 * 60 * 60 * 1_000;
/** Above the longest time of any session: a row this old has ended. */
const keepSessionsMs = 30 * 24 * 60 * 60 * 1_000;

export async function startSession(
  transaction: StoreTransaction,
  traits: EngineTraits,
  { tokenHash, person }: Parameters<SignInCalls['startSession']>[0],
): Promise<ConsoleSession> {
  return insertSession(transaction, tokenHash, person, await traits.readNowMs(transaction));
}

/** Adds the session with its sign-in, and deletes what is old. */
export async function insertSession(
  transaction: StoreTransaction,
  tokenHash: string,
  { way, id, name }: ConsolePerson,
  nowMs: number,
): Promise<ConsoleSession> {
  await transaction
    .deleteFrom('console_sessions')
    .where('started_at', '<', nowMs - keepSessionsMs)
    .execute();
  await insertSignIn(transaction, { way, who: id, result: 'signed in', atMs: nowMs });
  await transaction
    .insertInto('console_sessions')
    .values({ token_hash: tokenHash, way, person: id, name, started_at: nowMs, last_seen_at: nowMs })
    .execute();
  return { way, id, name, startedAtMs: nowMs, lastSeenAtMs: nowMs };
}

export async function findSession(
  transaction: StoreTransaction,
  traits: EngineTraits,
  tokenHash: string,
  { idleMs, mostMs }: SessionTimes,
): Promise<ConsoleSession | null> {
  const row = await transaction
    .selectFrom('console_sessions')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (row === undefined) return null;
  const nowMs = await traits.readNowMs(transaction);
  if (row.last_seen_at <= nowMs - idleMs || row.started_at <= nowMs - mostMs) {
    await endSession(transaction, traits, tokenHash);
    return null;
  }
  if (row.last_seen_at > nowMs - seenEveryMs) return toSession(row);
  await transaction
    .updateTable('console_sessions')
    .set({ last_seen_at: nowMs })
    .where('token_hash', '=', tokenHash)
    .execute();
  return { ...toSession(row), lastSeenAtMs: nowMs };
}

export async function endSession(
  transaction: StoreTransaction,
  _traits: EngineTraits,
  tokenHash: string,
): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('console_sessions')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function recordSignIn(
  transaction: StoreTransaction,
  traits: EngineTraits,
  signIn: Omit<SignIn, 'atMs'>,
): Promise<void> {
  await insertSignIn(transaction, { ...signIn, atMs: await traits.readNowMs(transaction) });
}

async function insertSignIn(transaction: StoreTransaction, { atMs, ...signIn }: SignIn): Promise<void> {
  await transaction
    .deleteFrom('sign_ins')
    .where('at', '<', atMs - keepSignInsMs)
    .execute();
  await transaction
    .insertInto('sign_ins')
    .values({ ...signIn, at: atMs })
    .execute();
}

export async function readSessions(
  transaction: StoreTransaction,
  traits: EngineTraits,
  { idleMs, mostMs }: SessionTimes,
): Promise<ConsoleSession[]> {
  const nowMs = await traits.readNowMs(transaction);
  const rows = await transaction
    .selectFrom('console_sessions')
    .selectAll()
    .where('last_seen_at', '>', nowMs - idleMs)
    .where('started_at', '>', nowMs - mostMs)
    .orderBy('last_seen_at', 'desc')
    .execute();
  return rows.map(toSession);
}

export async function readSignIns(database: StoreDatabase, limit: number): Promise<SignIn[]> {
  const rows = await database
    .selectFrom('sign_ins')
    .selectAll()
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ way, who, result, at }) => ({ way, who, result, atMs: at }));
}

export async function endSessions(
  transaction: StoreTransaction,
  who: string | null,
): ReturnType<SignInOperatorCalls['endSessions']> {
  const ended = transaction
    .deleteFrom('console_sessions')
    .$if(who !== null, (query) =>
      query.where((is) =>
        is.or([
          is(sql`lower(person)`, '=', String(who).toLowerCase()),
          is(sql`lower(name)`, '=', String(who).toLowerCase()),
        ]),
      ),
    );
  const links = transaction
    .deleteFrom('sign_in_links')
    .$if(who !== null, (query) => query.where(sql`lower(account)`, '=', String(who).toLowerCase()));
  return {
    sessions: Number((await ended.executeTakeFirst()).numDeletedRows),
    links: Number((await links.executeTakeFirst()).numDeletedRows),
  };
}

function toSession(row: Schema['console_sessions']): ConsoleSession {
  return {
    way: row.way,
    id: row.person,
    name: row.name,
    startedAtMs: row.started_at,
    lastSeenAtMs: row.last_seen_at,
  };
}
