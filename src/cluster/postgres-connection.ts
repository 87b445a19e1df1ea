import pg from 'pg';
import { cutOff, KEEP_ALIVE, UNFINISHED, warningsOf } from '../database/postgres-client/index.ts';
import {
  CONNECT_MS_MAX,
  type Connect,
  type DriverConnection,
  JournalUnavailable,
  type Reply,
  type Statement,
} from './connection.ts';

/** More than a node asks at one time: the rest was given up, and the server still works for it (J30). */
export const UNFINISHED_MAX = 6;

/** Connects by node-postgres, with this application name. */
export function postgresConnect(applicationName: string): Connect {
  return (url) => PostgresConnection.open(url, applicationName);
}

class PostgresConnection implements DriverConnection {
  readonly #client: pg.Client;
  readonly #warnings: () => number;

  private constructor(client: pg.Client) {
    this.#client = client;
    this.#warnings = warningsOf(client);
  }

  get warnings(): number {
    return this.#warnings();
  }

  static async open(url: string, applicationName: string): Promise<DriverConnection> {
    const client = new pg.Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: CONNECT_MS_MAX,
      ...KEEP_ALIVE,
      // Each statement has its deadline from when it is asked for: none waits here for the answer to another.
      pipeline: true,
    });
    // The statement under way rejects with it; without a listener it would end the process.
    client.on('error', () => {});
    const connection = new PostgresConnection(client);
    try {
      await client.connect();
      await refuseTooMany(client, applicationName);
      return connection;
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }

  async query(statement: Statement, values: readonly unknown[]): Promise<Reply> {
    const { rows, rowCount } = await this.#client.query({ ...statement, values: [...values] });
    return { rows: rows as Reply['rows'], count: rowCount ?? 0 };
  }

  onNotified(listener: (channel: string, payload: string) => void): void {
    this.#client.on('notification', ({ channel, payload = '' }) => listener(channel, payload));
  }

  destroy(): void {
    cutOff(this.#client);
  }
}

/** Each statement whose time limit has passed leaves a connection at the server, and the node tries again for ever. */
async function refuseTooMany(client: pg.Client, applicationName: string): Promise<void> {
  const { processID } = client as { processID?: number };
  const timer = setTimeout(() => cutOff(client), CONNECT_MS_MAX);
  try {
    const { rows } = await client.query<{ count: number }>(UNFINISHED, [applicationName, [processID]]);
    const count = rows[0]?.count ?? 0;
    if (count >= UNFINISHED_MAX)
      throw new JournalUnavailable(`${count} connections of this node wait for the database`);
  } finally {
    clearTimeout(timer);
  }
}
