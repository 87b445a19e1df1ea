import type pg from 'pg';
import { DatabaseUnavailable, isConnectionLost, takeDeferred } from '../queries/index.ts';

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
export class PipelinedConnection {
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
