import { PostgresDialect } from 'kysely';
import pg from 'pg';
import { lastingPool } from './lasting-pool.ts';

/** How long a query waits for a connection before it fails, so that a dead server is told and not waited for. */
const CONNECT_TIMEOUT_MS = 10_000;
const { INT8, NUMERIC } = pg.types.builtins;

export function isPostgresUrl(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url);
}

/** Kysely's dialect over a pool whose 64-bit columns and sums are numbers, as they are on SQLite. */
export function postgresDialect(
  url: string,
  connectionsMax: number,
  /** What a statement may take before the server ends it; no limit when absent. */
  statementMsMax?: number,
): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'openats',
    // What is sent together travels together (journeys.ts).
    pipeline: true,
    ...(statementMsMax === undefined ? {} : { statement_timeout: statementMsMax }),
    types: { getTypeParser },
  });
  return new PostgresDialect({ pool: lastingPool(pool) });
}

const getTypeParser = ((id: number, format?: 'text' | 'binary') => {
  if (format !== 'binary' && (id === INT8 || id === NUMERIC)) return wholeNumber;
  return format === 'binary' ? pg.types.getTypeParser(id, 'binary') : pg.types.getTypeParser(id, 'text');
}) as typeof pg.types.getTypeParser;

/** Throws rather than round: a figure that silently changes is worse than a failed query. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || !/^-?\d+$/.test(text)) {
    throw new RangeError(`The database holds ${text}, which is not a whole number below 2^53`);
  }
  return value;
}
