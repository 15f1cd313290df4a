import {
  InvalidPlaceError,
  StoreOpenError,
  StoreRefusedError,
  StoreUnavailableError,
} from '#server/store/errors.ts';
import { describeDatabase } from './database-url.ts';

/** SQLSTATE read_only_sql_transaction. */
export const readOnlyCode = '25006';
/** SQLSTATE cannot_connect_now: starting up, or shutting down. */
const startingUpCode = '57P03';

/** As the server's own answer to a statement that writes, when the connection leads to such a server. */
export class ReadOnlyError extends Error {
  override readonly name = 'ReadOnlyError';
  readonly code = readOnlyCode;

  constructor() {
    super('This Postgres is read-only: a standby, or not the primary any more.');
  }
}

/** The database's encoding cannot hold every name. */
export class UnsuitableEncodingError extends Error {
  override readonly name = 'UnsuitableEncodingError';

  constructor(encoding: string) {
    super(
      `is in the encoding ${encoding}, which cannot hold every name. Make one in UTF8 (createdb --encoding=UTF8 --template=template0 NAME) and copy the data into it with pg_dump and pg_restore`,
    );
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

/** The engine's error as one of the store's. */
export function explainPostgresError(error: unknown): Error {
  if (error instanceof InvalidPlaceError) return error;
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
  const where = describeDatabase(databaseUrl);
  return new StoreOpenError(`${reasonFor(error, where)} Check DATABASE_URL.`, { cause: error });
}

function reasonFor(error: unknown, where: string): string {
  if (error instanceof UnsuitableEncodingError) return `The database at ${where} ${error.message}.`;
  switch (codeOf(error)) {
    case '28P01':
    case '28000':
      return `Postgres at ${where} refuses the user or the password.`;
    case '3D000':
      return `Postgres at ${where} has no such database; create it with createdb.`;
    case '42501':
      return `The user has no right to make tables at ${where}; grant it CREATE on the schema.`;
    case readOnlyCode:
      return `The database at ${where} is read-only; use the primary.`;
    case '53300':
      return `Postgres at ${where} has no connection left; raise its max_connections or run fewer instances.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host of ${where} is not known.`;
    case 'ECONNREFUSED':
      return `Nothing answers at ${where}; is Postgres running?`;
    case undefined:
      return `Postgres at ${where} does not answer: ${messageOf(error)}.`;
    default:
      return `Postgres at ${where} cannot be used (${codeOf(error)}): ${messageOf(error)}.`;
  }
}

function messageOf(error: unknown) {
  return error instanceof Error ? error.message : String(error);
}
