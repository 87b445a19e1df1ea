import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { BulkInsert } from '../database/bulk-insert.ts';
import { MERGED_REMAINDERS, RUNS_MERGED, tokenKeyOf, tokenRunOf } from '../database/order-tokens.ts';
import type { OrderTokenRow, Schema } from '../database/schema/index.ts';
import type { OrderEvent } from '../exchange/api/index.ts';
import { ORDER_TOKEN_COLUMNS } from './columns.ts';
import { LIMIT } from './compiled-read.ts';
import type { TokenIndex } from './token-index.ts';

/** SQLite: tokens in runs (order-tokens.ts). */
export class TokenRuns implements TokenIndex {
  readonly #tokens = new BulkInsert<OrderTokenRow, OrderTokenRow>('sqlite', 'order_tokens', ORDER_TOKEN_COLUMNS);

  async add(transaction: Transaction<Schema>, entries: readonly OrderEvent[]): Promise<void> {
    const rows = rowsOf(entries);
    const runs = new Set(rows.map(({ run }) => run));
    for (const run of runs) await beginRun(transaction, run);
    await this.#tokens.write(transaction, rows);
    if (runs.size > 0) await mergeOldRuns(transaction);
  }

  async missing(db: Kysely<Schema>, entries: readonly OrderEvent[]): Promise<readonly number[]> {
    const keys = JSON.stringify(rowsOf(entries).map(({ token_key, order_id }) => [token_key, order_id]));
    const { rows } = await sql<{ order_id: number }>`
      select e.value ->> 1 as order_id from json_each(${keys}) as e where not exists (
        select 1 from order_token_runs as r
        cross join order_tokens as t on t.run = r.run and t.token_key = e.value ->> 0 and t.order_id = e.value ->> 1
      )`.execute(db);
    return rows.map(({ order_id }) => order_id);
  }

  readonly newest: RawBuilder<number> = sql`
    (select e.order_id
    from order_token_runs as r
    cross join order_tokens as t on t.run = r.run and t.token_key = ${0} and t.order_id < ${0}
    join order_entries as e on e.order_id = t.order_id and e.client_id = ${''} and e.token = ${''}
    order by r.run desc, t.order_id desc limit ${LIMIT})`;

  parameters(clientId: string, token: string, before: number, limit: number): readonly (string | number)[] {
    return [tokenKeyOf(clientId, token), before, clientId, token, limit];
  }
}

function rowsOf(entries: readonly OrderEvent[]): OrderTokenRow[] {
  return entries.flatMap(({ order: { orderId, ticket } }) => {
    if (ticket.token === null) return [];
    return [{ run: tokenRunOf(orderId), token_key: tokenKeyOf(ticket.clientId, ticket.token), order_id: orderId }];
  });
}

async function beginRun(transaction: Transaction<Schema>, run: number): Promise<void> {
  await sql`insert into order_token_runs (run) values (${run}) on conflict do nothing`.execute(transaction);
}

/**
 * Merges the oldest runs with the same number of merges, once there are enough in addition to the newest, which may
 * still grow.
 */
async function mergeOldRuns(transaction: Transaction<Schema>): Promise<void> {
  const { rows } = await sql<{ run: number }>`select run from order_token_runs order by run`.execute(transaction);
  for (const remainder of MERGED_REMAINDERS) {
    const runs = rows.map(({ run }) => run).filter((run) => run % 4 === remainder);
    if (runs.length > RUNS_MERGED) await merge(transaction, runs[0]!, runs[RUNS_MERGED - 1]!);
  }
}

async function merge(transaction: Transaction<Schema>, first: number, last: number): Promise<void> {
  await sql`
    insert or rollback into order_tokens (run, token_key, order_id)
    select ${first - 1}, token_key, order_id from order_tokens
    where run between ${first} and ${last} order by token_key, order_id`.execute(transaction);
  await sql`delete from order_tokens where run between ${first} and ${last}`.execute(transaction);
  await sql`delete from order_token_runs where run between ${first} and ${last}`.execute(transaction);
  await beginRun(transaction, first - 1);
}
