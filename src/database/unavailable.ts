/**
 * The database cannot be reached, or ended the connection before it answered: whether a change took effect is then not
 * known. What is asked again later succeeds; HTTP 503 (http/envelope.ts).
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  /** For those who know nothing of databases: it is not the call that is wrong. */
  readonly isUnavailable = true;

  constructor(cause: unknown) {
    super('the database cannot be reached; the outcome of this call is unknown', { cause });
  }
}

/**
 * Of PostgreSQL (appendix A of its manual): it is stopping, was told to end the connection, starts, has no connection
 * left; it ended a transaction that waited too long for its next statement.
 */
const STATES: ReadonlySet<unknown> = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25006', '25P03']);
/** Class 08: connection exceptions. */
const CONNECTION_STATES = /^08...$/;
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

/** Whether an error of node-postgres says that there is no connection, and nothing about the query. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost);
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return MESSAGES.some((begin) => error.message.startsWith(begin));
  return STATES.has(code) || CONNECTION_STATES.test(code) || SYSTEM_CODES.test(code);
}
