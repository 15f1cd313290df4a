import { emailKey } from '#server/store/email-key.ts';
import type { Query } from '#server/store/query.ts';
import type { StoreDatabase, StoreTransaction } from '#server/store/schema.ts';
import type { ConsolePerson, ConsoleSession, SessionTimes, SignIn } from '#server/store/sign-in.ts';

/** The time of a session may be wrong by this much, so that a call rarely writes. */
const seenEveryMs = 60_000;
/** Sign-ins are deleted when they are this old. */
const keepSignInsMs = 90 * 24 * 60 * 60 * 1_000;
/** Refused sign-ins that are kept, the newest: anybody can be refused. */
const mostRefusedSignIns = 10_000;
/** A row dated further ahead was stored before the clock was set back, and is not valid. */
const clockSlackMs = 60_000;
/** Above the longest time of any session: a row this old has ended. */
const keepSessionsMs = 30 * 24 * 60 * 60 * 1_000;

export const addSignInLink: Query<'addSignInLink'> = async (
  transaction,
  traits,
  { tokenHash, account, validMs },
) => {
  const nowMs = await traits.readNowMs(transaction);
  await transaction.deleteFrom('sign_in_links').where('expires_at', '<=', nowMs).execute();
  await transaction
    .insertInto('sign_in_links')
    .values({ token_hash: tokenHash, account, expires_at: nowMs + validMs })
    .execute();
};

export const redeemSignInLink: Query<'redeemSignInLink'> = async (
  transaction,
  traits,
  { linkHash, sessionHash, validMs },
) => {
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
};

export const startSession: Query<'startSession'> = async (transaction, traits, { tokenHash, person }) =>
  insertSession(transaction, tokenHash, person, await traits.readNowMs(transaction));

/** Adds the session with its sign-in, and deletes what is old. */
async function insertSession(
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

export const findSession: Query<'findSession'> = async (transaction, traits, tokenHash, times) => {
  const session = await selectSessions(transaction).where('token_hash', '=', tokenHash).executeTakeFirst();
  if (session === undefined) return null;
  const nowMs = await traits.readNowMs(transaction);
  if (!isCurrent(session, times, nowMs)) {
    await endSession(transaction, traits, tokenHash);
    return null;
  }
  if (session.lastSeenAtMs > nowMs - seenEveryMs) return session;
  await transaction
    .updateTable('console_sessions')
    .set({ last_seen_at: nowMs })
    .where('token_hash', '=', tokenHash)
    .execute();
  return { ...session, lastSeenAtMs: nowMs };
};

export const endSession: Query<'endSession'> = async (transaction, _traits, tokenHash) => {
  const { numDeletedRows } = await transaction
    .deleteFrom('console_sessions')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return Number(numDeletedRows);
};

export const readSessions: Query<'readSessions'> = async (database, traits, times) => {
  const nowMs = await traits.readNowMs(database);
  const sessions = await selectSessions(database).orderBy('last_seen_at', 'desc').execute();
  return sessions.filter((session) => isCurrent(session, times, nowMs));
};

const selectSessions = (database: StoreDatabase) =>
  database
    .selectFrom('console_sessions')
    .select(['way', 'person as id', 'name', 'started_at as startedAtMs', 'last_seen_at as lastSeenAtMs']);

function isCurrent(
  { startedAtMs, lastSeenAtMs }: ConsoleSession,
  { idleMs, mostMs }: SessionTimes,
  nowMs: number,
): boolean {
  const isWithin = (atMs: number, lastsMs: number) => atMs > nowMs - lastsMs && atMs <= nowMs + clockSlackMs;
  return isWithin(lastSeenAtMs, idleMs) && isWithin(startedAtMs, mostMs);
}

/** Without regard to case; accents count. The engines fold the letters of ASCII only. */
const { compare } = new Intl.Collator('en', { sensitivity: 'accent' });

export const endSessions: Query<'endSessions'> = async (transaction, _traits, who) => {
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
};

export const recordSignIn: Query<'recordSignIn'> = async (transaction, traits, signIn) =>
  insertSignIn(transaction, { ...signIn, atMs: await traits.readNowMs(transaction) });

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

export const readSignIns: Query<'readSignIns'> = (database, _traits, limit) =>
  selectSignIns(database).limit(limit).execute();

export const readSignInsOf: Query<'readSignInsOf'> = async (database, _traits, email) => {
  const signIns = await selectSignIns(database).where('way', '=', 'provider').execute();
  return signIns.filter(({ who }) => who !== null && emailKey(who) === emailKey(email));
};

/** Successful sign-ins are kept: they say who could see and decide. */
export const eraseRefusedSignIns: Query<'eraseRefusedSignIns'> = async (transaction, traits, email) => {
  const signIns = await readSignInsOf(transaction, traits, email);
  // The same person, as the provider wrote the email each time.
  const refused = signIns.filter(({ result }) => result !== 'signed in');
  const names = new Set(refused.flatMap(({ who }) => who ?? []));
  if (names.size === 0) return 0;
  const { numDeletedRows } = await transaction
    .deleteFrom('sign_ins')
    .where('way', '=', 'provider')
    .where('who', 'in', [...names])
    .where('result', '<>', 'signed in')
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/** Newest first. */
const selectSignIns = (database: StoreDatabase) =>
  database.selectFrom('sign_ins').select(['way', 'who', 'result', 'at as atMs']).orderBy('position', 'desc');
