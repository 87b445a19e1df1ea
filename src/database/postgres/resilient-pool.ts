import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { cutOff, UNFINISHED, warningsOf } from '../postgres-client/index.ts';
import { DatabaseUnavailable, isConnectionLost, takeDeferred } from '../queries/index.ts';
import { ConnectionBudget } from './connection-budget.ts';

/** Waits between attempts to connect: a short fail-over goes unnoticed, a longer one fails soon. */
const RETRY_MS = [50, 100, 200, 400];
/** No further attempt after this time: a server that does not respond at all takes long to fail. */
const TRYING_MS_MAX = 1000;
/** How long the server may take to say how many connections it works for. */
const COUNT_MS_MAX = 5000;

/** How long a statement may take before its connection is closed; undefined: for ever. */
type AnswerMsMax = () => number | undefined;

export interface PoolLimits {
  readonly answerMsMax?: AnswerMsMax | undefined;
  /** Aborted when nobody waits for the server any more: its connections are cut off. */
  readonly abandoned?: AbortSignal | undefined;
  /** Of this pool alone, at the server: connections that were given up then count as its own (J30). */
  readonly name?: string | undefined;
}

/**
 * A pool for Kysely that survives lost connections. When the server closes a connection, the query on it fails with
 * DatabaseUnavailable, the connection leaves the pool, and the next query opens another one. A commit also fails with
 * DatabaseUnavailable when the server warns that it may be lost.
 */
export function resilientPool(pool: pg.Pool, limits: PoolLimits = {}): PostgresPool {
  const { answerMsMax = () => undefined, abandoned, name } = limits;
  const isAbandoned = () => abandoned?.aborted === true;
  let suspectSinceMs = Number.NEGATIVE_INFINITY;
  // Without listeners these events would end the process. The pool listens to connections only while they are idle; a
  // query under way fails with its own error.
  pool.on('error', () => {});
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    client.on('error', () => {});
    client.once('end', () => open.delete(client));
    open.add(client);
    if (isAbandoned()) cutOff(client);
  });
  pool.on('remove', (client) => open.delete(client));
  const cut = Promise.withResolvers<void>();
  const onAbandoned = () => {
    for (const client of open) cutOff(client);
    cut.resolve();
  };
  abandoned?.addEventListener('abort', onAbandoned, { once: true });
  const budget = name === undefined ? undefined : new ConnectionBudget(pool, () => unfinished(name));
  const events: ClientEvents = {
    onSilence: () => {
      suspectSinceMs = performance.now();
    },
    onGivenUp: (client) => {
      // Once for all statements of the connection.
      if (open.delete(client)) budget?.lose();
    },
    onLost: () => budget?.doubt(),
  };
  const wrapped = new WeakMap<pg.PoolClient, MonitoredClient>();
  const acquire = async () => {
    for (;;) {
      const client = await connected(pool, isAbandoned);
      const known = wrapped.get(client) ?? new MonitoredClient(client, answerMsMax, events);
      wrapped.set(client, known);
      if (known.answeredMs > suspectSinceMs) return known;
      // Its host may be down, like the host of the connection that did not respond.
      client.release(true);
    }
  };
  /** Of connections that this pool does not have: it gave them up, or an earlier pool of the same name did. */
  const unfinished = async (name: string): Promise<number> => {
    const client = await acquire();
    const own = [...open].map((one) => (one as { processID?: number }).processID);
    try {
      const { rows } = await client.ask(UNFINISHED, [name, own], COUNT_MS_MAX);
      return (rows[0] as { count: number }).count;
    } finally {
      client.release();
    }
  };
  return {
    options: pool.options,
    connect: async () => {
      await budget?.admit();
      const client = await acquire();
      if (budget?.isUsedUp !== true) return client;
      // Meanwhile the last of the others was given up.
      client.release();
      return budget.refuse();
    },
    // An attempt to connect lasts until its time limit.
    end: () => Promise.race([pool.end(), cut.promise]),
  };
}

const ABANDONED = 'nobody waits for the database any more';

async function connected(pool: pg.Pool, isAbandoned: () => boolean): Promise<pg.PoolClient> {
  const started = performance.now();
  for (let attempt = 0; ; attempt++) {
    if (isAbandoned()) throw new DatabaseUnavailable(new Error(ABANDONED));
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

interface ClientEvents {
  /** A connection did not answer in time: its host may be down. */
  readonly onSilence: () => void;
  /** The connection was closed while the server has its statement. */
  readonly onGivenUp: (client: pg.PoolClient) => void;
  /** The connection ended by itself during a statement. */
  readonly onLost: () => void;
}

class MonitoredClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #connection: PipelinedConnection;
  readonly #answerMsMax: AnswerMsMax;
  readonly #events: ClientEvents;
  #isCutOff = false;
  readonly processID?: number;
  /** Kysely uses cursors only when the dialect provides them. */
  readonly query = ((text: string, parameters: readonly unknown[]) =>
    this.#query(text, parameters)) as PostgresPoolClient['query'];
  /** The time of the last response, or of the connection. */
  answeredMs = performance.now();
  readonly #warnings: () => number;

  constructor(client: pg.PoolClient, answerMsMax: AnswerMsMax, events: ClientEvents) {
    this.#client = client;
    this.#connection = new PipelinedConnection(client);
    this.#answerMsMax = answerMsMax;
    this.#events = events;
    const { processID } = client as { processID?: number };
    if (processID !== undefined) this.processID = processID;
    this.#warnings = warningsOf(client);
  }

  /** A read that the server ends soon by itself: its connection does not count when it is given up. */
  async ask(text: string, parameters: readonly unknown[], msMax: number): Promise<Answer> {
    const stop = this.#limitSilence(msMax, () => {});
    try {
      const answer = await this.#connection.query(text, parameters);
      this.answeredMs = performance.now();
      return answer;
    } finally {
      stop();
    }
  }

  async #query(text: string, parameters: readonly unknown[]) {
    const warnings = this.#warnings();
    const stop = this.#limitSilence(this.#answerMsMax(), () => this.#events.onGivenUp(this.#client));
    try {
      const answer = await this.#connection.query(text, parameters);
      this.answeredMs = performance.now();
      if (this.#warnings() > warnings) {
        throw new DatabaseUnavailable(new Error('the database did not wait for its standby'));
      }
      return answer;
    } catch (error) {
      if (error instanceof DatabaseUnavailable && !this.#isCutOff) this.#events.onLost();
      throw error;
    } finally {
      stop();
    }
  }

  /**
   * Closes the connection after a silence of msMax, unless stopped; the query under way then fails as on a lost
   * connection. A server that answers other statements of the connection meanwhile is only slow.
   */
  #limitSilence(msMax: number | undefined, onGivenUp: () => void): () => void {
    if (msMax === undefined) return () => {};
    const sentMs = performance.now();
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      const leftMs = Math.max(sentMs, this.answeredMs) + msMax - performance.now();
      if (leftMs > 0) {
        timer = setTimeout(wait, leftMs);
        return;
      }
      this.#isCutOff = true;
      this.#events.onSilence();
      onGivenUp();
      cutOff(this.#client);
    };
    wait();
    return () => clearTimeout(timer);
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }
}

interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
  /** Called with the rows. */
  readonly answered?: ((rows: readonly unknown[]) => void) | undefined;
}

/** The part of a result that Kysely reads. */
type Answer = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>;

const BEGINS = /^(begin|start transaction)/;
const NOTHING: Answer = { command: '', rowCount: 0, rows: [] };

/**
 * The statements of one connection to PostgreSQL. The begin of a transaction and deferred statements are held back and
 * sent in one round trip with the next statement (pg's pipeline), in order. When one fails, the later statements of its
 * transaction fail too, and the first error is thrown.
 */
class PipelinedConnection {
  readonly #client: pg.PoolClient;
  #held: Statement[] = [];

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async query(text: string, parameters: readonly unknown[]): Promise<Answer> {
    const answered = takeDeferred(parameters);
    if (answered !== undefined || BEGINS.test(text)) {
      this.#held.push({ text, parameters, answered });
      return NOTHING;
    }
    const held = this.#held.splice(0);
    if (text !== 'rollback') return this.#send([...held, { text, parameters }]);
    // A transaction that was not sent needs no rollback.
    return held[0] !== undefined && BEGINS.test(held[0].text) ? NOTHING : this.#send([{ text, parameters }]);
  }

  async #send(statements: readonly Statement[]): Promise<Answer> {
    const sent = statements.map(({ text, parameters }) => this.#client.query(text, [...parameters]));
    let last = NOTHING;
    for (const [index, outcome] of (await Promise.allSettled<Answer>(sent)).entries()) {
      if (outcome.status === 'rejected') {
        throw isConnectionLost(outcome.reason) ? new DatabaseUnavailable(outcome.reason) : outcome.reason;
      }
      last = outcome.value;
      statements[index]?.answered?.(last.rows);
    }
    return last;
  }
}
