/**
 * The database cannot be reached, or cannot store or read data now: its disk is full, a file is damaged, it accepts no
 * writes. A later call succeeds once that is repaired; HTTP 503 (http/methods/envelope.ts).
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  /** Marks the error for code that does not know databases: the call itself is right. */
  readonly isUnavailable = true;
  /** The code of the cause: a SQLSTATE, SQLITE_ with a result code, or a system error. Absent without a code. */
  readonly code: string | undefined;
  /** False when a connection was lost or a statement cancelled: the next one may succeed at once. */
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
 * PostgreSQL's codes (appendix A of its manual): it is starting, stopping, closing the connection on request or out of
 * connections, or it ended a transaction that waited too long for its next statement.
 */
const STATES: ReadonlySet<unknown> = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25006', '25P03']);
/** Class 08: connection exceptions. */
const CONNECTION_STATES = /^08...$/;
/**
 * Classes 53 (disk full, out of memory), 57 (cancelled by an operator, for example), 58 (errors of its system) and a
 * damaged page or index.
 */
const FAULT_STATES = /^(5[378]...|XX00[12])$/;
/** Class 57: cancelled by an operator, or by the time limit of the statement. */
const CANCELLED = '57014';
/** System errors of an unreachable server or a broken connection. */
const SYSTEM_CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/;
/** Messages of node-postgres and Kysely, whose errors have no code. */
const MESSAGES = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout exceeded when trying to connect',
  'Postgres connection has been discarded',
];

/** Result codes of SQLite about its file, its disk or its locks, not about the statement. */
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

/** Whether an error of node-postgres is about the connection, not about the query. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost);
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return MESSAGES.some((begin) => error.message.startsWith(begin));
  return STATES.has(code) || CONNECTION_STATES.test(code) || SYSTEM_CODES.test(code);
}

/** The error for callers of a database: DatabaseUnavailable when the statement is not the cause. */
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

/** The low byte of an extended result code is the primary code. */
function sqliteCode(error: unknown): string | undefined {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  return typeof errcode === 'number' ? SQLITE_CODES.get(errcode & 0xff) : undefined;
}
