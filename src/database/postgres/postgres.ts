import { PostgresDialect } from 'kysely';
import pg from 'pg';
import { cutOff, HostTurn, KEEP_ALIVE } from '../postgres-client/index.ts';
import { type PoolLimits, resilientPool } from './resilient-pool.ts';

/** How long a query waits for a connection before it fails, so that a dead server is reported soon. */
const CONNECT_TIMEOUT_MS = 5000;
const { INT8, NUMERIC } = pg.types.builtins;

export function isPostgresUrl(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url);
}

export interface PostgresLimits extends PoolLimits {
  /** How long a statement may take before the server ends it; no limit when absent. */
  readonly statementMsMax?: number;
  /** How long a transaction may wait for its next statement before the server ends it; no limit when absent. */
  readonly idleMsMax?: number | undefined;
}

/** Kysely's dialect over a pool whose 64-bit columns and sums are numbers, as they are on SQLite. */
export function postgresDialect(
  url: string,
  connectionsMax: number,
  { statementMsMax, idleMsMax, ...limits }: PostgresLimits = {},
): PostgresDialect {
  const pool = new pg.Pool({
    ...hostsOf(url),
    max: connectionsMax,
    application_name: limits.name ?? 'openats',
    ...KEEP_ALIVE,
    // Sends further statements before the response of the first (PipelinedConnection).
    pipeline: true,
    ...(statementMsMax === undefined ? {} : { statement_timeout: statementMsMax }),
    ...(idleMsMax === undefined ? {} : { idle_in_transaction_session_timeout: idleMsMax }),
    types: { getTypeParser },
  });
  return new PostgresDialect({ pool: resilientPool(pool, limits) });
}

/** Several hosts are tried in turn, each with a short time limit, until one accepts writes. */
const HOST_TIMEOUT_MS = 2000;

function hostsOf(url: string): pg.PoolConfig {
  const turn = new HostTurn(url);
  if (turn.urls.length === 1) return { connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS };
  const chosen = new WeakMap<pg.ClientBase, string>();
  class ClientInTurn extends pg.Client {
    constructor(config: pg.ClientConfig) {
      const { current } = turn;
      super({ ...config, connectionString: current });
      chosen.set(this, current);
      // The form in which the pool calls it.
      const connect = (done: (error?: Error) => void) =>
        super.connect((error: Error | undefined) => {
          if (error) turn.failed(current);
          done(error);
        });
      this.connect = connect as pg.Client['connect'];
    }
  }
  return {
    connectionTimeoutMillis: HOST_TIMEOUT_MS,
    Client: ClientInTurn,
    onConnect: async (client: pg.ClientBase) => {
      if (await takesWrites(client)) return;
      turn.failed(chosen.get(client) ?? '');
      // The pool says goodbye to it and waits for the response, which a silent host would not send.
      cutOff(client);
      throw Object.assign(new Error('the host accepts no writes'), { code: '25006' });
    },
  } as object;
}

/** Also false when a new connection does not respond, because it would occupy its place in the pool for ever. */
async function takesWrites(client: pg.ClientBase): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), HOST_TIMEOUT_MS);
  try {
    const asked = client.query(`select current_setting('transaction_read_only') as read_only`);
    return await Promise.race([asked.then(({ rows }) => rows[0]?.read_only === 'off'), promise]);
  } finally {
    clearTimeout(timer);
  }
}

const getTypeParser = ((id: number, format?: 'text' | 'binary') => {
  if (format !== 'binary' && (id === INT8 || id === NUMERIC)) return wholeNumber;
  return format === 'binary' ? pg.types.getTypeParser(id, 'binary') : pg.types.getTypeParser(id, 'text');
}) as typeof pg.types.getTypeParser;

/** Throws instead of rounding: a silently changed figure is worse than a failed query. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || !/^-?\d+$/.test(text)) {
    throw new RangeError(`The database holds ${text}, which is not a whole number below 2^53`);
  }
  return value;
}
