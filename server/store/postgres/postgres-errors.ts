import {
  InvalidCursorError,
  StoreOpenError,
  StoreRefusedError,
  StoreUnavailableError,
} from '#server/store/errors.ts';
import { describeDatabase, saysTls } from './database-url.ts';

/** SQLSTATE read_only_sql_transaction. */
export const readOnlyCode = '25006';
/** SQLSTATE cannot_connect_now: starting up, or shutting down. */
const startingUpCode = '57P03';

/** As the server's own answer to a statement that writes, when the connection leads to such a server. */
export const readOnlyError = () =>
  Object.assign(new Error('This Postgres is read-only: a standby, or not the primary any more.'), {
    code: readOnlyCode,
  });

/** None of several hosts can be used; the message has each with its reason. The code is the last one's. */
export class NoHostError extends Error {
  override readonly name = 'NoHostError';
  readonly code: string | undefined;

  constructor(reasons: readonly string[], last: unknown) {
    super(reasons.join(', '), { cause: last });
    this.code = codeOf(last);
  }
}

/** SQLSTATE or system error code: https://www.postgresql.org/docs/current/errcodes-appendix.html */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** The server said that it takes no writes: it is a standby, or starting up or shutting down. */
export function isNoPrimary(error: unknown): boolean {
  const code = codeOf(error);
  return code === readOnlyCode || code === startingUpCode;
}

/** With a SQLSTATE; anything else comes from the network or from the driver. */
export const isAnswerOfPostgres = (error: unknown): boolean => /^[0-9A-Z]{5}$/.test(codeOf(error) ?? '');

/** Deadlock or serialization failure: rolled back; it can be tried again at once. */
export function isPostgresConflict(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40P01' || code === '40001';
}

/** A lock was not granted within `lock_timeout` (lock_not_available). */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

/** What a migration makes is there: a table or an index, another object, a function. */
const alreadyThereCodes = ['42P07', '42701', '42710', '42723'];

/** The engine's error as one of the store's. */
export function explainPostgresError(error: unknown): Error {
  if (error instanceof InvalidCursorError) return error;
  const code = codeOf(error);
  // Classes 22 (data exception) and 23 (constraint violation) are about the row.
  if (code?.length === 5 && (code.startsWith('22') || code.startsWith('23'))) {
    return new StoreRefusedError(`Postgres refuses the row (${code}).`, { cause: error });
  }
  // A lost connection and a timeout of the driver's own carry no code at all.
  return new StoreUnavailableError(`Postgres cannot do it now (${code ?? messageOf(error)}).`, {
    cause: error,
  });
}

/** Why the database could not be opened, and what to do; never contains the password. */
export function explainPostgresOpening(error: unknown, databaseUrl: string): StoreOpenError {
  if (error instanceof StoreOpenError) return error;
  return new StoreOpenError(`${reasonFor(error, databaseUrl)} Check DATABASE_URL.`, { cause: error });
}

function reasonFor(error: unknown, databaseUrl: string): string {
  const where = describeDatabase(databaseUrl);
  if (error instanceof NoHostError) return `None of several hosts can be used (${error.message}).`;
  const code = codeOf(error) ?? '';
  if (alreadyThereCodes.includes(code)) return describeForeignTables(where, messageOf(error));
  switch (code) {
    case '28P01':
      return `Postgres at ${where} refuses the user or the password.`;
    case '28000':
      return `Postgres at ${where} does not let this user in from this machine: its pg_hba.conf has no line for it.${saysTls(databaseUrl) ? '' : ' If it wants TLS, add ?sslmode=require to the address.'}`;
    case '3D000':
      return `Postgres at ${where} has no such database; create it with createdb.`;
    case '3F000':
      return `The database at ${where} has no schema to make tables in; create the one that search_path names.`;
    case '42501':
      return `The user of ${where} may not make the tables, or may not use them. Let their owner migrate once, and grant this user the rights: "Postgres" in docs/operations.md.`;
    case readOnlyCode:
      return `The database at ${where} is read-only; use the primary.`;
    case '53300':
      return `Postgres at ${where} has no connection left; raise its max_connections or run fewer instances.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host of ${where} is not known.`;
    case 'ECONNREFUSED':
      return `Nothing answers at ${where}; is Postgres running?`;
    case 'ENOENT':
      return `There is no socket of a Postgres at ${where}; is it running?`;
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return `The certificate of Postgres at ${where} is of an authority that this machine does not know (${code}). Name the authority's file behind the address: ?sslmode=verify-full&sslrootcert=/path/ca.pem.`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate of Postgres at ${where} is of another host; use the name that it is for.`;
    case '':
      return `Postgres at ${where} does not answer: ${messageOf(error)}.`;
    default:
      return `Postgres at ${where} cannot be used (${code}): ${messageOf(error)}.`;
  }
}

export const describeForeignTables = (where: string, what: string): string =>
  `The database at ${where} has tables of another program (${what}). Give this program a database of its own, or a schema: create schema entree, and ?options=-c%20search_path%3Dentree behind the address (through a pooler: alter role … set search_path = entree).`;

/** Where a migration that is not listed finds what it would make: a restore over a newer release left it. */
export function explainMigrationFailure(error: unknown, where: string): unknown {
  if (!alreadyThereCodes.includes(codeOf(error) ?? '')) return error;
  return new StoreOpenError(
    `The database at ${where} has tables of a newer release of this program beside older ones (${messageOf(error)}), as when a backup was restored over them. Restore the backup into an empty database: "Back up and restore (Postgres)" in docs/operations.md.`,
    { cause: error },
  );
}

function messageOf(error: unknown) {
  return error instanceof Error ? error.message : String(error);
}
