import { hash } from 'node:crypto';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { BulkInsert } from '../database/queries/index.ts';
import type { Db, OrderTokenRow, Schema } from '../database/schema/index.ts';
import type { OrderEvent, OrderId } from '../exchange/api/index.ts';
import { ORDER_TOKEN_COLUMNS } from './columns.ts';
import { LIMIT } from './compiled-read.ts';
import { newestOfAll, type TokenIndex } from './token-index.ts';

/** The ids of a fresh run: 65,536 orders, because the ids of one shard are 100 apart. */
const ORDER_IDS_A_RUN = 6_553_600;

/**
 * The number of runs that are merged into one: a merged run has the tokens of about 400,000 orders, a run that is
 * merged twice those of 2.4 million.
 */
const RUNS_MERGED = 6;

/**
 * The number of a run, modulo 4, is the count of its merges; the rest is its age: a merged run has the number before
 * that of its first run. Runs merged twice stay, because a larger merge would delay the history too long.
 */
const MERGED_REMAINDERS = [3, 2] as const;

/** The fresh run that an order belongs to. */
function tokenRunOf(orderId: OrderId): number {
  return 4 * Math.floor(orderId / ORDER_IDS_A_RUN) + MERGED_REMAINDERS[0];
}

/** A hash of 48 bits for the token of a client; a reader then compares the token itself. */
function tokenKeyOf(clientId: string, token: string): number {
  return Number.parseInt(hash('sha256', `${clientId}\n${token}`, 'hex').slice(0, 12), 16);
}

/**
 * How the history on SQLite finds orders by their token. Tokens may be random, and an index over millions of random
 * keys costs a page write for each entry. So the entries are in runs (order_tokens), one for each range of order ids:
 * a new entry goes into the newest, small run, and full runs are merged into larger ones from time to time. A search
 * reads every run. Measured up to 10 million orders with random tokens, an index took 14 us of CPU and wrote 9.3 KB for
 * each order; runs take 4.5 us and 1.1 KB, merges included.
 */
export class TokenRuns implements TokenIndex {
  readonly #tokens = new BulkInsert<OrderTokenRow, OrderTokenRow>('sqlite', 'order_tokens', ORDER_TOKEN_COLUMNS);

  async add(transaction: Transaction<Schema>, entries: readonly OrderEvent[]): Promise<void> {
    const rows = rowsOf(entries);
    const runs = new Set(rows.map(({ run }) => run));
    for (const run of runs) await beginRun(transaction, run);
    await this.#tokens.write(transaction, rows);
    if (runs.size > 0) await mergeOldRuns(transaction);
  }

  async missing(db: Db, entries: readonly OrderEvent[]): Promise<readonly OrderId[]> {
    const keys = JSON.stringify(rowsOf(entries).map(({ token_key, order_id }) => [token_key, order_id]));
    const { rows } = await sql<{ order_id: OrderId }>`
      select e.value ->> 1 as order_id from json_each(${keys}) as e where not exists (
        select 1 from order_token_runs as r
        cross join order_tokens as t on t.run = r.run and t.token_key = e.value ->> 0 and t.order_id = e.value ->> 1
      )`.execute(db);
    return rows.map(({ order_id }) => order_id);
  }

  readonly newest: RawBuilder<OrderId> = newestOfAll(sql`
    select e.order_id
    from order_token_runs as r
    cross join order_tokens as t on t.run = r.run and t.token_key = ${0} and t.order_id < ${0}
    join order_entries as e on e.order_id = t.order_id and e.client_id = ${''} and e.token = ${''}
    order by r.run desc, t.order_id desc limit ${LIMIT}`);

  parameters(clientId: string, token: string, before: OrderId, limit: number): readonly (string | number)[] {
    const entered = [tokenKeyOf(clientId, token), before, clientId, token, limit];
    return [...entered, clientId, token, before, limit, limit];
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
