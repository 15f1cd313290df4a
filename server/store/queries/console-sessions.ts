import { emailKey } from '#server/store/email-key.ts';
import type { EngineTraits, Schema, StoreDatabase, StoreTransaction } from '#server/store/schema.ts';
import type {
  ConsolePerson,
  ConsoleSession,
  SessionTimes,
  SignIn,
  SignInCalls,
  SignInOperatorCalls,
} from '#server/store/sign-in.ts';

/** `last_seen_at` may be wrong by this much, so that a call rarely writes. */
const seenEveryMs = 60_000;
/** Sign-ins are deleted when they are this old. */
const keepSignInsMs = 90 * 24 * 60 * 60 * 1_000;
/** Refused sign-ins that are kept, the newest: anybody can be refused. */
const mostRefusedSignIns = 10_000;
/** A row dated further ahead was stored before the clock was set back, and is not valid. */
export const clockSlackMs = 60_000;
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
    .where((is) =>
      is.or([is('started_at', '<', nowMs - keepSessionsMs), is('started_at', '>', nowMs + clockSlackMs)]),
    )
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
  const isIn = (atMs: number, lastsMs: number) => atMs > nowMs - lastsMs && atMs <= nowMs + clockSlackMs;
  if (!isIn(row.last_seen_at, idleMs) || !isIn(row.started_at, mostMs)) {
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
  const { position } = await transaction
    .insertInto('sign_ins')
    .values({ ...signIn, at: atMs })
    .returning('position')
    .executeTakeFirstOrThrow();
  await transaction
    .deleteFrom('sign_ins')
    .where('at', '<', atMs - keepSignInsMs)
    .execute();
  await transaction
    .deleteFrom('sign_ins')
    .where('position', '<=', position - mostRefusedSignIns)
    .where('result', '<>', 'signed in')
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
    .where('last_seen_at', '<=', nowMs + clockSlackMs)
    .where('started_at', '<=', nowMs + clockSlackMs)
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
  return rows.map(toSignIn);
}

/** Of the provider's accounts with this email, in whatever spelling. */
export async function readSignInsOf(database: StoreDatabase, email: string): Promise<SignIn[]> {
  return (await findSignInsOf(database, email)).map(toSignIn);
}

/** Successful sign-ins are kept: they say who could see and decide. */
export async function eraseRefusedSignIns(transaction: StoreTransaction, email: string): Promise<number> {
  const rows = await findSignInsOf(transaction, email);
  const positions = rows.flatMap(({ result, position }) => (result === 'signed in' ? [] : position));
  if (positions.length > 0)
    await transaction.deleteFrom('sign_ins').where('position', 'in', positions).execute();
  return positions.length;
}

async function findSignInsOf(database: StoreDatabase, email: string) {
  const rows = await database
    .selectFrom('sign_ins')
    .selectAll()
    .where('way', '=', 'provider')
    .where('who', 'is not', null)
    .orderBy('position', 'desc')
    .execute();
  return rows.filter(({ who }) => who !== null && emailKey(who) === emailKey(email));
}

/** Without regard to case; accents count. The engines fold the letters of ASCII only. */
const { compare } = new Intl.Collator('en', { sensitivity: 'accent' });

export async function endSessions(
  transaction: StoreTransaction,
  who: string | null,
): ReturnType<SignInOperatorCalls['endSessions']> {
  const isTheirs = (...names: string[]) =>
    who === null || names.some((name) => compare(name, who.trim()) === 0);
  const sessions = await transaction.selectFrom('console_sessions').selectAll().execute();
  const links = await transaction.selectFrom('sign_in_links').selectAll().execute();
  const ended = {
    sessions: sessions.filter(({ person, name }) => isTheirs(person, name)),
    links: links.filter(({ account }) => isTheirs(account)),
  };
  for (const { token_hash } of ended.sessions)
    await transaction.deleteFrom('console_sessions').where('token_hash', '=', token_hash).execute();
  for (const { token_hash } of ended.links)
    await transaction.deleteFrom('sign_in_links').where('token_hash', '=', token_hash).execute();
  return { sessions: ended.sessions.length, links: ended.links.length };
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

function toSignIn({ way, who, result, at }: Omit<Schema['sign_ins'], 'position'>): SignIn {
  return { way, who, result, atMs: at };
}
