import pg from 'pg';
import { CONNECT_MS_MAX, type Connect, type Connection, type Reply, type Statement } from './line.ts';

/** Of PostgreSQL: a warning, for example that the wait for the synchronous standby was cancelled. */
const WARNING = '01000';

/** Connections of node-postgres, which tell the server this name. */
export function postgresConnect(applicationName: string): Connect {
  return (url) => PostgresConnection.open(url, applicationName);
}

class PostgresConnection implements Connection {
  readonly #client: pg.Client;
  warnings = 0;

  private constructor(client: pg.Client) {
    this.#client = client;
    client.on('notice', ({ code }) => {
      if (code === WARNING) this.warnings++;
    });
  }

  static async open(url: string, applicationName: string): Promise<Connection> {
    const client = new pg.Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: CONNECT_MS_MAX,
      keepAlive: true,
    });
    // Told by the statement under way; without a listener it would end the process.
    client.on('error', () => {});
    const connection = new PostgresConnection(client);
    try {
      await client.connect();
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

  destroy(): void {
    // A host that does not answer would not answer to a goodbye either.
    this.#client.connection.stream.destroy();
  }
}
