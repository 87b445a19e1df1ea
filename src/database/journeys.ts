import type pg from 'pg';
import { takeUnanswered } from './unanswered.ts';
import { DatabaseUnavailable, isConnectionLost } from './unavailable.ts';

interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
  /** Told the rows. */
  readonly answered?: ((rows: readonly unknown[]) => void) | undefined;
}

/** What Kysely reads of an answer. */
type Answer = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>;

const BEGINS = /^(begin|start transaction)/;
const NOTHING: Answer = { command: '', rowCount: 0, rows: [] };

/**
 * The statements of one connection to PostgreSQL. The begin of a transaction, and statements that nobody waits for, are
 * held back and sent in one journey with the next one: all of them at once (pg's pipeline), each for itself, in order.
 * Where one fails, those behind it in its transaction fail because of it, and its error is the one that is thrown.
 */
export class Journeys {
  readonly #client: pg.PoolClient;
  #held: Statement[] = [];

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async query(text: string, parameters: readonly unknown[]): Promise<Answer> {
    const answered = takeUnanswered(parameters);
    if (answered !== undefined || BEGINS.test(text)) {
      this.#held.push({ text, parameters, answered });
      return NOTHING;
    }
    const held = this.#held.splice(0);
    if (text !== 'rollback') return this.#send([...held, { text, parameters }]);
    // What was not sent need not be taken back.
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
