import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { Journeys } from './journeys.ts';
import { DatabaseUnavailable, isConnectionLost } from './unavailable.ts';

/** Waits between tries to get a connection: a fail-over of a moment is not noticed, and a longer one is told soon. */
const RETRY_MS = [50, 100, 200, 400];
/** No further try after this time: a server that does not answer at all takes long to fail. */
const TRYING_MS_MAX = 1000;

/**
 * A pool for Kysely that outlives its connections: one that the server ends, in use or idle, fails the query that runs
 * on it and leaves the pool; the next query opens another. What was lost with a connection is thrown as
 * DatabaseUnavailable.
 */
export function lastingPool(pool: pg.Pool): PostgresPool {
  // Without listeners these events would end the process. The pool listens to connections only while they are idle; the
  // query under way is told by its own error.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    connect: async () => {
      const client = await connected(pool);
      const known = wrapped.get(client) ?? tellingClient(client);
      wrapped.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

async function connected(pool: pg.Pool): Promise<pg.PoolClient> {
  const started = performance.now();
  for (let attempt = 0; ; attempt++) {
    try {
      return await pool.connect();
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      const waitMs = RETRY_MS[attempt];
      if (waitMs === undefined || pool.ending || performance.now() - started > TRYING_MS_MAX)
        throw new DatabaseUnavailable(error);
      await delay(waitMs);
    }
  }
}

function tellingClient(client: pg.PoolClient): PostgresPoolClient {
  const { processID } = client as { processID?: number };
  const journeys = new Journeys(client);
  const query = (text: string, parameters: readonly unknown[]) => journeys.query(text, parameters);
  return {
    // Kysely asks for cursors only where it is given them.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
    ...(processID === undefined ? {} : { processID }),
  };
}
