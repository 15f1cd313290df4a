import { periods } from '#contract/periods.ts';
import { emailKey } from '#server/store/email-key.ts';
import { readNowMs, type StoreDatabase, type StoreTransaction } from '#server/store/schema.ts';
import type { ConsolePerson, ConsoleSession, SessionTimes, SignIn } from '#server/store/sign-in.ts';

/** The time of a session may be wrong by this much, so that a call rarely writes. */
const seenEveryMs = 60_000;
/** Refused sign-ins that are kept, the newest: anybody can be refused. */
const maxRefusedSignIns = 10_000;
/** A row dated further ahead was stored before the clock was set back, and is not valid. */
const clockSlackMs = 60_000;
/** Above the longest time of any session: a row this old has ended. */
const keepSessionsMs = 30 * 24 * 60 * 60 * 1_000;

/** Tokens are random; only their hashes get here. Deletes what has expired, too. */
export async function addSignInLink(
  transaction: StoreTransaction,
  { tokenHash, account, validMs }: { tokenHash: string; account: string; validMs: number },
): Promise<void> {
  const nowMs = await readNowMs(transaction);
  await transaction.deleteFrom('sign_in_links').where('expires_at', '<=', nowMs).execute();
  await transaction
    .insertInto('sign_in_links')
    .values({ token_hash: tokenHash, account, expires_at: nowMs + validMs })
    .execute();
}

/**
 * Ends the link and starts a session, in one transaction; null: it is used, expired, or never was.
 * @param validMs as long as a link is valid when it is made
 */
export async function redeemSignInLink(
  transaction: StoreTransaction,
  { linkHash, sessionHash, validMs }: { linkHash: string; sessionHash: string; validMs: number },
): Promise<ConsoleSession | null> {
  const nowMs = await readNowMs(transaction);
  // When two use it at the same time, one deletes the row, and the other finds none.
  const link = await transaction
    .deleteFrom('sign_in_links')
    .where('token_hash', '=', linkHash)
    .returning(['account', 'expires_at'])
    .executeTakeFirst();
  if (link === undefined || link.expires_at <= nowMs) return null;
  if (link.expires_at > nowMs + validMs + clockSlackMs) return null;
  const person = { way: 'link', id: link.account, name: link.account } as const;
  return startSession(transaction, { tokenHash: sessionHash, person });
}

/** Of a person who is identified. Adds the session with its sign-in, and deletes what is old. */
export async function startSession(
  transaction: StoreTransaction,
  { tokenHash, person }: { tokenHash: string; person: ConsolePerson },
): Promise<ConsoleSession> {
  const { way, id, name } = person;
  const nowMs = await readNowMs(transaction);
  await transaction
    .deleteFrom('console_sessions')
    .where((is) =>
      is.or([is('started_at', '<', nowMs - keepSessionsMs), is('started_at', '>', nowMs + clockSlackMs)]),
    )
    .execute();
  await recordSignIn(transaction, { way, who: id, result: 'signed in' });
  await transaction
    .insertInto('console_sessions')
    .values({ token_hash: tokenHash, way, person: id, name, started_at: nowMs, last_seen_at: nowMs })
    .execute();
  return { ...person, startedAtMs: nowMs, lastSeenAtMs: nowMs };
}

/** The session, marked as seen now; null: it has ended, or never was. */
export async function findSession(
  transaction: StoreTransaction,
  tokenHash: string,
  times: SessionTimes,
): Promise<ConsoleSession | null> {
  const session = await selectSessions(transaction).where('token_hash', '=', tokenHash).executeTakeFirst();
  if (session === undefined) return null;
  const nowMs = await readNowMs(transaction);
  if (!isCurrent(session, times, nowMs)) {
    await endSession(transaction, tokenHash);
    return null;
  }
  if (session.lastSeenAtMs > nowMs - seenEveryMs) return session;
  await transaction
    .updateTable('console_sessions')
    .set({ last_seen_at: nowMs })
    .where('token_hash', '=', tokenHash)
    .execute();
  return { ...session, lastSeenAtMs: nowMs };
}

/** Answers how many it ended: 0 or 1. */
export async function endSession(transaction: StoreTransaction, tokenHash: string): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('console_sessions')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Those that have not ended; last seen first. */
export async function readSessions(database: StoreDatabase, times: SessionTimes): Promise<ConsoleSession[]> {
  const nowMs = await readNowMs(database);
  const sessions = await selectSessions(database).orderBy('last_seen_at', 'desc').execute();
  return sessions.filter((session) => isCurrent(session, times, nowMs));
}

const selectSessions = (database: StoreDatabase) =>
  database
    .selectFrom('console_sessions')
    .select(['way', 'person as id', 'name', 'started_at as startedAtMs', 'last_seen_at as lastSeenAtMs']);

function isCurrent(
  { startedAtMs, lastSeenAtMs }: ConsoleSession,
  { idleMs, maxMs }: SessionTimes,
  nowMs: number,
): boolean {
  const isWithin = (atMs: number, lastsMs: number) => atMs > nowMs - lastsMs && atMs <= nowMs + clockSlackMs;
  return isWithin(lastSeenAtMs, idleMs) && isWithin(startedAtMs, maxMs);
}

/** Without regard to case; accents count. The engines fold the letters of ASCII only. */
const { compare } = new Intl.Collator('en', { sensitivity: 'accent' });

/**
 * Ends the sessions, and the unused links, of this id or name in any case; of all when null. Answers how many of each.
 */
export async function endSessions(
  transaction: StoreTransaction,
  who: string | null,
): Promise<{ sessions: number; links: number }> {
  const isTheirs = (...names: string[]) =>
    who === null || names.some((name) => compare(name, who.trim()) === 0);
  const ended = { sessions: 0, links: 0 };
  for (const session of await transaction.selectFrom('console_sessions').selectAll().execute())
    if (isTheirs(session.name, ...(session.way === 'link' ? namesOfLink(session.person) : [session.person])))
      ended.sessions += await endSession(transaction, session.token_hash);
  for (const { token_hash, account } of await transaction.selectFrom('sign_in_links').selectAll().execute()) {
    if (!isTheirs(...namesOfLink(account))) continue;
    await transaction.deleteFrom('sign_in_links').where('token_hash', '=', token_hash).execute();
    ended.links += 1;
  }
  return ended;
}

/** A link made with `--as Grace` is of `Grace (account)`. */
const namesOfLink = (account: string): string[] => [account, account.replace(/ \([^()]*\)$/, '')];

/** Adds a sign-in; one that succeeded is added with its session. Deletes what is old. */
export async function recordSignIn(
  transaction: StoreTransaction,
  signIn: Omit<SignIn, 'atMs'>,
): Promise<void> {
  const nowMs = await readNowMs(transaction);
  const { position } = await transaction
    .insertInto('sign_ins')
    .values({ ...signIn, at: nowMs })
    .returning('position')
    .executeTakeFirstOrThrow();
  await transaction
    .deleteFrom('sign_ins')
    .where('at', '<', nowMs - periods.signInsKeptMs)
    .execute();
  await transaction
    .deleteFrom('sign_ins')
    .where('position', '<=', position - maxRefusedSignIns)
    .where('result', '<>', 'signed in')
    .execute();
}

/** Newest first. */
export function readSignIns(database: StoreDatabase, limit: number): Promise<SignIn[]> {
  return selectSignIns(database).limit(limit).execute();
}

/** Of the provider's accounts with this email; newest first. */
export async function readSignInsOf(database: StoreDatabase, email: string): Promise<SignIn[]> {
  const signIns = await selectSignIns(database).where('way', '=', 'provider').execute();
  return signIns.filter(({ who }) => who !== null && emailKey(who) === emailKey(email));
}

/** Answers how many there were. Successful sign-ins are kept: they say who could see and decide. */
export async function eraseRefusedSignIns(transaction: StoreTransaction, email: string): Promise<number> {
  const signIns = await readSignInsOf(transaction, email);
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
}

/** Newest first. */
const selectSignIns = (database: StoreDatabase) =>
  database.selectFrom('sign_ins').select(['way', 'who', 'result', 'at as atMs']).orderBy('position', 'desc');
