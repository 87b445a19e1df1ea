import type { HostTurn } from '../database/postgres-client/index.ts';
import type { Timers } from '../time/timers.ts';

/** The answer of the database to a statement. */
export interface Reply {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly count: number;
}

export interface Statement {
  /** Prepared once under this name. */
  readonly name: string;
  readonly text: string;
}

/** A connection of the driver to a host, without deadlines and without checks of the commit. */
export interface DriverConnection {
  /** Rejects with what the database refused, or when the connection ends. */
  query(statement: Statement, values: readonly unknown[]): Promise<Reply>;
  /** How many warnings the database has sent so far. */
  readonly warnings: number;
  /** Calls back with each notification that another connection sent to a channel (PostgreSQL's `notify`). */
  onNotified(listener: (channel: string, payload: string) => void): void;
  /** Ends it at once, without a goodbye. */
  destroy(): void;
}

/** Reaches the host of a URL; rejects within a while when it cannot. */
export type Connect = (url: string) => Promise<DriverConnection>;

/** One connection to the database of the journal. Statements are answered in the order in which they were sent. */
export interface Connection {
  /**
   * Rejects when there is no answer in time, when the connection ends, and with DoubtfulCommit when the database
   * committed without the wait that was required. After any of these the outcome of the statement is unknown.
   */
  run(statement: Statement, values: readonly unknown[], msMax: number): Promise<Reply>;
  /** As DriverConnection.onNotified. */
  onNotified(listener: (channel: string, payload: string) => void): void;
  /** Ends it at once. */
  close(): void;
}

/** The database of the journal cannot be used now; a later try may succeed. */
export class JournalUnavailable extends Error {
  override readonly name: string = 'JournalUnavailable';
}

/** The database says that it did not wait for its synchronous standby: the commit may yet be lost. */
export class DoubtfulCommit extends JournalUnavailable {
  override readonly name = 'DoubtfulCommit';
}

/** No host of the URL can be written to. */
export class NoPrimary extends JournalUnavailable {
  override readonly name = 'NoPrimary';
}

export const CONNECT_MS_MAX = 2000;
/** After a stopped process resumes, its timers fire before it reads the answers that arrived meanwhile. */
const READ_MS = 20;

/** Tries the hosts of the URL in turn, each once, until one takes writes. Rejects with NoPrimary. */
export async function openConnection(
  turn: HostTurn,
  connect: Connect,
  timers: Pick<Timers, 'after'>,
): Promise<Connection> {
  const problems: string[] = [];
  for (const _ of turn.urls) {
    const url = turn.current;
    try {
      return await writableConnection(await connect(url), timers);
    } catch (error) {
      turn.failed(url);
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new NoPrimary(`no host of JOURNAL_URL takes writes: ${problems.join('; ')}`);
}

async function writableConnection(driver: DriverConnection, timers: Pick<Timers, 'after'>): Promise<Connection> {
  const connection = new WatchedConnection(driver, timers);
  try {
    const text = `select current_setting('transaction_read_only') as read_only`;
    const { rows } = await connection.run({ name: 'writable', text }, [], CONNECT_MS_MAX);
    if (rows[0]?.read_only !== 'off') throw new Error('the host takes no writes');
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** A connection with a deadline for each answer, which rejects when the database warns about a commit. */
export class WatchedConnection implements Connection {
  readonly #driver: DriverConnection;
  readonly #timers: Pick<Timers, 'after'>;
  #ended: Error | undefined;

  constructor(driver: DriverConnection, timers: Pick<Timers, 'after'>) {
    this.#driver = driver;
    this.#timers = timers;
  }

  async run(statement: Statement, values: readonly unknown[], msMax: number): Promise<Reply> {
    if (this.#ended !== undefined) throw this.#ended;
    // A warning of the statement before, answered meanwhile, makes this one doubtful too: rather that than the reverse.
    const warningsBefore = this.#driver.warnings;
    const { promise, reject } = Promise.withResolvers<never>();
    let cancel = this.#timers.after(msMax, () => {
      cancel = this.#timers.after(READ_MS, () => {
        reject(new JournalUnavailable(`the database did not answer within ${msMax} ms`));
        this.close();
      });
    });
    try {
      const reply = await Promise.race([this.#driver.query(statement, values), promise]);
      if (this.#driver.warnings > warningsBefore) {
        throw new DoubtfulCommit('the database did not wait for its standby');
      }
      return reply;
    } finally {
      cancel();
    }
  }

  onNotified(listener: (channel: string, payload: string) => void): void {
    this.#driver.onNotified(listener);
  }

  close(): void {
    this.#ended ??= new JournalUnavailable('the connection is closed');
    this.#driver.destroy();
  }
}
