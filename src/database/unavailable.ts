/**
 * The database cannot be reached, or cannot store or read data now: its disk is full, a file is damaged, it takes no
 * writes. A later call succeeds once that is mended; HTTP 503 (http/methods/envelope.ts).
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  /** For those who know nothing of databases: it is not the call that is wrong. */
  readonly isUnavailable = true;
  /** Of the cause: a SQLSTATE, SQLITE_ with a result code, or an error of the system. Absent where it has none. */
  readonly code: string | undefined;
  /** False where a connection was lost or a statement cancelled: the next one may succeed at once. */
  readonly isFault: boolean;

  constructor(cause: unknown) {
    const isFault = isStorageFault(cause);
    super(isFault ? FAULT : LOST, { cause });
    this.code = codeOf(cause);
    this.isFault = isFault && this.code !== CANCELLED;
  }
}

const LOST = 'the database cannot be reached; the outcome of this call is unknown';
const FAULT = 'the database cannot store or read data now; repeat this call later, with the same Idempotency-Key';

/**
 * Of PostgreSQL (appendix A of its manual): it is stopping, was told to end the connection, starts, has no connection
 * left; it ended a transaction that waited too long for its next statement.
 */
const STATES: ReadonlySet<unknown> = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25006', '25P03']);
/** Class 08: connection exceptions. */
const CONNECTION_STATES = /^08...$/;
/**
 * Classes 53 (disk full, out of memory), 57 (cancelled by an operator, for example), 58 (errors of its system) and a
 * damaged page or index.
 */
const FAULT_STATES = /^(5[378]...|XX00[12])$/;
/** Of class 57: by an operator, or because the statement reached its time limit. */
const CANCELLED = '57014';
/** Of the system, for a server that is not there or a line that broke. */
const SYSTEM_CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/;
/** Of node-postgres and Kysely, which give these errors no code. */
const MESSAGES = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout exceeded when trying to connect',
  'Postgres connection has been discarded',
];

/** Result codes of SQLite that tell of its file, its disk or its locks, and of nothing in the statement. */
const SQLITE_CODES: ReadonlyMap<number, string> = new Map([
  [5, 'SQLITE_BUSY'],
  [6, 'SQLITE_LOCKED'],
  [7, 'SQLITE_NOMEM'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [15, 'SQLITE_PROTOCOL'],
  [26, 'SQLITE_NOTADB'],
]);

/** Whether an error of node-postgres says that there is no connection, and nothing about the query. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost);
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return MESSAGES.some((begin) => error.message.startsWith(begin));
  return STATES.has(code) || CONNECTION_STATES.test(code) || SYSTEM_CODES.test(code);
}

/** The error as callers of a database are given it: DatabaseUnavailable where the statement is not to blame. */
export function databaseError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  return isConnectionLost(error) || isStorageFault(error) ? new DatabaseUnavailable(error) : error;
}

function isStorageFault(error: unknown): boolean {
  if (!(error instanceof Error) || isConnectionLost(error)) return false;
  return FAULT_STATES.test(codeOf(error) ?? '') || sqliteCode(error) !== undefined;
}

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return sqliteCode(error) ?? (typeof code === 'string' ? code : undefined);
}

/** The low byte of an extended result code is the code that it extends. */
function sqliteCode(error: unknown): string | undefined {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  return typeof errcode === 'number' ? SQLITE_CODES.get(errcode & 0xff) : undefined;
}
