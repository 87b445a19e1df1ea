import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { Journeys } from './journeys.ts';
import { cutOff, warningsOf } from './postgres-client.ts';
import { DatabaseUnavailable, isConnectionLost } from './unavailable.ts';

/** Waits between tries to get a connection: a fail-over of a moment is not noticed, and a longer one is told soon. */
const RETRY_MS = [50, 100, 200, 400];
/** No further try after this time: a server that does not answer at all takes long to fail. */
const TRYING_MS_MAX = 1000;

/** How long a statement may be waited for before its connection is given up; undefined: for ever. */
export type AnswerMsMax = () => number | undefined;

/**
 * A pool for Kysely that outlives its connections: one that the server ends, in use or idle, fails the query that runs
 * on it and leaves the pool; the next query opens another. What was lost with a connection is thrown as
 * DatabaseUnavailable, and so is a commit of which the server says that it may yet be lost.
 */
export function lastingPool(pool: pg.Pool, answerMsMax: AnswerMsMax = () => undefined): PostgresPool {
  let suspectSinceMs = Number.NEGATIVE_INFINITY;
  const onSilence = () => {
    suspectSinceMs = performance.now();
  };
  // Without listeners these events would end the process. The pool listens to connections only while they are idle; the
  // query under way is told by its own error.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const wrapped = new WeakMap<pg.PoolClient, TellingClient>();
  return {
    options: pool.options,
    connect: async () => {
      for (;;) {
        const client = await connected(pool);
        const known = wrapped.get(client) ?? new TellingClient(client, answerMsMax, onSilence);
        wrapped.set(client, known);
        if (known.heardMs > suspectSinceMs) return known;
        // Its host may be gone as that of the one which did not answer.
        client.release(true);
      }
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

class TellingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #journeys: Journeys;
  readonly #answerMsMax: AnswerMsMax;
  readonly #onSilence: () => void;
  readonly processID?: number;
  /** Kysely asks for cursors only where it is given them. */
  readonly query = ((text: string, parameters: readonly unknown[]) =>
    this.#query(text, parameters)) as unknown as PostgresPoolClient['query'];
  /** When it was opened, or answered last. */
  heardMs = performance.now();
  readonly #warnings: () => number;

  constructor(client: pg.PoolClient, answerMsMax: AnswerMsMax, onSilence: () => void) {
    this.#client = client;
    this.#journeys = new Journeys(client);
    this.#answerMsMax = answerMsMax;
    this.#onSilence = onSilence;
    const { processID } = client as { processID?: number };
    if (processID !== undefined) this.processID = processID;
    this.#warnings = warningsOf(client);
  }

  async #query(text: string, parameters: readonly unknown[]) {
    const { heardMs } = this;
    const warnings = this.#warnings();
    const msMax = this.#answerMsMax();
    const timer = msMax === undefined ? undefined : setTimeout(() => this.#giveUp(heardMs), msMax);
    try {
      const answer = await this.#journeys.query(text, parameters);
      this.heardMs = performance.now();
      if (this.#warnings() > warnings) {
        throw new DatabaseUnavailable(new Error('the database did not wait for its standby'));
      }
      return answer;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The query under way fails as those of a connection that is cut. */
  #giveUp(heardMs: number): void {
    // Another statement of it was answered meanwhile: it is the server that is slow.
    if (this.heardMs > heardMs) return;
    this.#onSilence();
    cutOff(this.#client);
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }
}
