import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';

/** Where the tables of one server are: a file, or a separate schema of a PostgreSQL database. */
export interface Place {
  /** What DATABASE_URL says; absent: the file in the data folder. */
  readonly url?: string;
  /** The file or the address, as the bare server takes it. */
  readonly name: string;
  readonly remove: () => Promise<void>;
}

export function sqlitePlace(folder: string): Place {
  return { name: join(folder, 'bare.db'), remove: async () => {} };
}

export async function postgresPlace(url: string): Promise<Place> {
  const schema = `trades_${randomBytes(6).toString('hex')}`;
  await administer(url, `create schema ${schema}`);
  const own = new URL(url);
  own.searchParams.set('options', `-c search_path=${schema}`);
  // URL writes a space as +, which PostgreSQL's own format does not read back.
  const name = own.href.replaceAll('+', '%20');
  return { url: name, name, remove: () => administer(url, `drop schema ${schema} cascade`) };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
