import { type Kysely, sql } from 'kysely';
import { tokenKeyOf, tokenRunOf } from '../order-tokens.ts';

/** Orders of which the tokens are entered at a time. */
const ORDERS_AT_ONCE = 10_000;

/** SQLite only: the tables of order-tokens.ts, with what order_entries holds. */
export async function createTokenRuns(db: Kysely<unknown>): Promise<void> {
  await sql`create table order_token_runs (run integer primary key)`.execute(db);
  await sql`
    create table order_tokens (run integer not null, token_key integer not null, order_id integer not null,
      primary key (run, token_key, order_id)) without rowid`.execute(db);
  for (let after = 0; ; ) {
    const { rows } = await sql<{ order_id: number; client_id: string; token: string }>`
      select order_id, client_id, token from order_entries
      where order_id > ${after} and token is not null order by order_id limit ${ORDERS_AT_ONCE}`.execute(db);
    for (const { order_id, client_id, token } of rows) {
      const run = tokenRunOf(order_id);
      await sql`insert into order_token_runs values (${run}) on conflict do nothing`.execute(db);
      await sql`insert into order_tokens values (${run}, ${tokenKeyOf(client_id, token)}, ${order_id})`.execute(db);
    }
    if (rows.length < ORDERS_AT_ONCE) return;
    after = rows.at(-1)!.order_id;
  }
}
