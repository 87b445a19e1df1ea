import pg from 'pg';

/**
 * Where the history with this many orders is in a PostgreSQL database: a separate schema, made when it is not there.
 */
export async function schemaUrl(url: string, orders: number): Promise<string> {
  await administer(url, `create schema if not exists ${schemaOf(orders)}`);
  const own = new URL(url);
  own.searchParams.set('options', `-c search_path=${schemaOf(orders)}`);
  // URL writes a space as +, which PostgreSQL's own format does not read back.
  return own.href.replaceAll('+', '%20');
}

export function dropSchema(url: string, orders: number): Promise<void> {
  return administer(url, `drop schema if exists ${schemaOf(orders)} cascade`);
}

/** What PostgreSQL does by itself a while after that many rows were written. */
export async function analyze(url: string): Promise<void> {
  await administer(url, 'vacuum analyze order_entry_rows, order_updates, matches, market_events');
}

/** Bytes of all tables and indexes of the history. */
export async function historyBytes(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select sum(pg_total_relation_size(oid))::text as bytes from pg_class
       where relnamespace = current_schema()::regnamespace
         and relname in ('order_entry_rows', 'order_updates', 'matches', 'market_events')`,
    );
    return Number(rows[0].bytes);
  } finally {
    await client.end();
  }
}

function schemaOf(orders: number): string {
  return `bench_history_${orders}`;
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
