import { type RawBuilder, sql } from 'kysely';
import { dialectOf } from '../../database/queries/index.ts';
import type { Db } from '../../database/schema/index.ts';
import type { ExchangeEvent, OrderId } from '../../exchange/api/index.ts';
import { byClient, clientRecordChanges, LIVE } from '../client-records.ts';
import { recordedEvents } from '../recorded-events.ts';
import { plainTokenIndex } from '../token-index.ts';
import { TokenRuns } from '../token-runs.ts';

interface OrderRow {
  readonly order_id: OrderId;
  readonly status: string;
}

const ENDED = sql`kind not in ('order', 'trade')`;

/** A table that lists are read by and a query of the history, which must have the same rows. */
const TOTALS: readonly (readonly [what: string, kept: RawBuilder<unknown>, counted: RawBuilder<unknown>])[] = [
  [
    'history_counts: the orders',
    sql`select client_id, security_id, records from history_counts where kind = 'order'`,
    sql`select client_id, security_id, count(*) from order_entry_rows group by client_id, security_id`,
  ],
  [
    'history_counts: the trades',
    sql`select client_id, security_id, records from history_counts where kind = 'trade'`,
    sql`select client_id, security_id, cast(sum(sides) as bigint) from (
      select buy_client_id as client_id, security_id, count(*) as sides from matches group by buy_client_id, security_id
      union all
      select sell_client_id, security_id, count(*) from matches group by sell_client_id, security_id) as both_sides
      group by client_id, security_id`,
  ],
  [
    'history_counts: the ended orders',
    sql`select client_id, kind, cast(sum(records) as bigint) from history_counts where ${ENDED}
      group by client_id, kind`,
    sql`select client_id, status, count(*) from ended_orders group by client_id, status`,
  ],
  [
    'live_orders: the orders',
    sql`select client_id, count(*) as records from live_orders group by client_id`,
    sql`select client_id, records from (
      select client_id, cast(sum(case when kind = 'order' then records else -records end) as bigint) as records
      from history_counts where kind <> 'trade' group by client_id) as open_orders where records <> 0`,
  ],
];

/** Compares the tables of lists (client-records.ts, token-runs.ts) with the events and with the history. */
export class ListCheck {
  readonly #db: Db;
  readonly #problem: (text: string) => void;

  constructor(db: Db, problem: (text: string) => void) {
    this.#db = db;
    this.#problem = problem;
  }

  /** The tables that later events do not change. */
  async compare(events: readonly ExchangeEvent[]): Promise<void> {
    const dialect = dialectOf(this.#db);
    const { ended } = clientRecordChanges(events);
    const missing = new Map(ended.map(({ order_id, status }) => [order_id, status]));
    for (const which of byClient(dialect, ended, [...new Set(missing.values())])) {
      const { rows } = await sql<OrderRow>`select order_id, status from ended_orders where ${which}`.execute(this.#db);
      for (const { order_id, status } of rows) if (missing.get(order_id) === status) missing.delete(order_id);
    }
    for (const [id, status] of missing) this.#problem(`ended_orders: order_id ${id} is missing with status ${status}`);
    for (const which of byClient(dialect, ended, LIVE)) {
      const { rows } = await sql<OrderRow>`select order_id, status from live_orders where ${which}`.execute(this.#db);
      for (const { order_id } of rows) this.#problem(`live_orders: order_id ${order_id} has ended`);
    }
    const tokens = dialect === 'sqlite' ? new TokenRuns() : plainTokenIndex;
    for (const id of await tokens.missing(this.#db, recordedEvents(events).entries)) {
      this.#problem(`order_tokens: order_id ${id} is missing`);
    }
  }

  /** The tables that change with each order: one statement each, which sees one moment of a history that goes on. */
  async compareTotals(): Promise<void> {
    for (const [what, kept, counted] of TOTALS) {
      const { rows } = await sql<{ client_id: string }>`with kept as (${kept}), counted as (${counted})
        select client_id from (select * from kept except select * from counted) as too_many
        union select client_id from (select * from counted except select * from kept) as too_few`.execute(this.#db);
      for (const { client_id } of rows) this.#problem(`${what} of client ${client_id} are not those of its history`);
    }
    // A subquery for one order: PostgreSQL might join a view with all of the history.
    const { rows } = await sql<OrderRow>`select order_id, status from live_orders as l where status is distinct from
      (select status from orders where order_id = l.order_id and client_id = l.client_id)`.execute(this.#db);
    for (const { order_id, status } of rows) this.#problem(`live_orders: order_id ${order_id} is not ${status}`);
  }
}
