import pg from 'pg';
import type { HostTurn } from '../database/host-urls.ts';

/** Of PostgreSQL: a warning, for example that the wait for the synchronous standby was cancelled. */
const WARNING = '01000';

/** What the database said, and whether that may be believed. */
export interface Reply {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly count: number;
}

export interface Statement {
  /** Prepared once under this name. */
  readonly name: string;
  readonly text: string;
}

/** One connection to the database of the journal. Statements are answered in the order in which they were sent. */
export interface Line {
  /**
   * Rejects when there is no answer in time, when the connection ends, and with DoubtfulCommit when the database
   * committed without the wait that was asked of it. After any of these nothing is known of the statement.
   */
  run(statement: Statement, values: readonly unknown[], msMax: number): Promise<Reply>;
  /** Ends it at once. */
  close(): void;
}

/** The database says that it did not wait for its synchronous standby: the commit may yet be lost. */
export class DoubtfulCommit extends Error {
  override readonly name = 'DoubtfulCommit';
}

/** No host of the URL can be written to. */
export class NoPrimary extends Error {
  override readonly name = 'NoPrimary';
}

const CONNECT_MS_MAX = 2000;

/** Tries the hosts of the URL in turn, each once, until one takes writes. Rejects with NoPrimary. */
export async function openLine(turn: HostTurn, applicationName: string): Promise<Line> {
  const problems: string[] = [];
  for (const _ of turn.urls) {
    const url = turn.current;
    try {
      return await PostgresLine.open(url, applicationName);
    } catch (error) {
      turn.failed(url);
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new NoPrimary(`no host of JOURNAL_URL takes writes: ${problems.join('; ')}`);
}

class PostgresLine implements Line {
  readonly #client: pg.Client;
  #warnings = 0;
  #ended: Error | undefined;

  private constructor(client: pg.Client) {
    this.#client = client;
    client.on('notice', ({ code }) => {
      if (code === WARNING) this.#warnings++;
    });
  }

  static async open(url: string, applicationName: string): Promise<PostgresLine> {
    const client = new pg.Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: CONNECT_MS_MAX,
      keepAlive: true,
    });
    // Told by the statement under way; without a listener it would end the process.
    client.on('error', () => {});
    const line = new PostgresLine(client);
    try {
      await client.connect();
      const { rows } = await line.run(
        { name: 'writable', text: `select current_setting('transaction_read_only') as read_only` },
        [],
        CONNECT_MS_MAX,
      );
      if (rows[0]?.read_only !== 'off') throw new Error('the host takes no writes');
      return line;
    } catch (error) {
      line.close();
      throw error;
    }
  }

  async run(statement: Statement, values: readonly unknown[], msMax: number): Promise<Reply> {
    if (this.#ended !== undefined) throw this.#ended;
    // A warning of the statement before, answered meanwhile, makes this one doubtful too: rather that than the reverse.
    const warningsBefore = this.#warnings;
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(new Error(`the database did not answer within ${msMax} ms`));
      this.close();
    }, msMax);
    try {
      const query = this.#client.query({ ...statement, values: [...values] });
      const { rows, rowCount } = await Promise.race([query, promise]);
      if (this.#warnings > warningsBefore) throw new DoubtfulCommit('the database did not wait for its standby');
      return { rows: rows as Reply['rows'], count: rowCount ?? 0 };
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    this.#ended ??= new Error('the connection is closed');
    // A host that does not answer would not answer to a goodbye either.
    this.#client.connection.stream.destroy();
  }
}
