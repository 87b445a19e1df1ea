import { sql, type Transaction } from 'kysely';
import type { Dialect } from '../database/dialect.ts';
import type { Schema } from '../database/schema.ts';
import type { EndedOrderRow, HistoryCountRow, LiveOrderRow } from '../database/tables/history.ts';
import { type ExchangeEvent, isTerminal, type OrderEvent, type OrderStatus } from '../exchange/interface.ts';
import { BulkInsert } from './bulk-insert.ts';

/** Orders of one statement that moves or removes them. */
const NAMED_MAX = 500;
/** The statuses that are no end. */
const LIVE: readonly OrderStatus[] = ['Pending', 'Live', 'Partially Executed'];

/** What a batch of events changes of the records that lists are read by. */
export interface ClientRecordChanges {
  readonly ended: readonly EndedOrderRow[];
  /** Orders that were entered and have not ended. */
  readonly nowLive: readonly LiveOrderRow[];
  /** Orders that were live before and still are, maybe with another status. */
  readonly stillLive: readonly LiveOrderRow[];
  /** Orders that were live before and have ended. */
  readonly noLonger: readonly LiveOrderRow[];
  readonly counts: readonly HistoryCountRow[];
}

/** An order that is entered and ends in one batch was never live for the history. */
export function clientRecordChanges(events: readonly ExchangeEvent[]): ClientRecordChanges {
  const entered = new Map<number, LiveOrderRow>();
  const changed = new Map<number, LiveOrderRow>();
  const ended: EndedOrderRow[] = [];
  const noLonger: LiveOrderRow[] = [];
  const counts = new Counts();
  const order = ({ change, order: { orderId, status, ticket } }: OrderEvent): void => {
    const { clientId, securityId } = ticket;
    const row = { client_id: clientId, status, order_id: orderId };
    const isNew = change === 'entered' || entered.has(orderId);
    if (change === 'entered') counts.add(clientId, 'order', securityId);
    if (!isTerminal(status)) {
      (isNew ? entered : changed).set(orderId, row);
      return;
    }
    ended.push(row);
    counts.add(clientId, status, securityId);
    entered.delete(orderId);
    changed.delete(orderId);
    if (!isNew) noLonger.push(row);
  };
  for (const event of events) {
    if (event.type === 'order') order(event);
    else if (event.type === 'match') {
      counts.add(event.match.buyClientId, 'trade', event.match.securityId);
      counts.add(event.match.sellClientId, 'trade', event.match.securityId);
    }
  }
  const [nowLive, stillLive] = [[...entered.values()], [...changed.values()]];
  return { ended, nowLive, stillLive, noLonger, counts: [...counts.rows.values()] };
}

class Counts {
  readonly rows = new Map<string, HistoryCountRow>();

  add(clientId: string, kind: string, securityId: number): void {
    const key = `${clientId}\n${kind}\n${securityId}`;
    const row = this.rows.get(key);
    if (row === undefined) this.rows.set(key, { client_id: clientId, kind, security_id: securityId, records: 1 });
    else row.records++;
  }
}

/** Keeps the records that lists are read by, within the transaction that writes the history itself. */
export class ClientRecords {
  readonly #ended: BulkInsert<EndedOrderRow, EndedOrderRow>;
  readonly #live: BulkInsert<LiveOrderRow, LiveOrderRow>;

  constructor(dialect: Dialect) {
    this.#ended = new BulkInsert(dialect, 'ended_orders', {
      client_id: ({ client_id }) => client_id,
      status: ({ status }) => status,
      order_id: ({ order_id }) => order_id,
    });
    this.#live = new BulkInsert(dialect, 'live_orders', {
      client_id: ({ client_id }) => client_id,
      status: ({ status }) => status,
      order_id: ({ order_id }) => order_id,
    });
  }

  async add(transaction: Transaction<Schema>, events: readonly ExchangeEvent[]): Promise<void> {
    const { ended, nowLive, stillLive, noLonger, counts } = clientRecordChanges(events);
    await this.#ended.write(transaction, ended);
    await this.#live.write(transaction, nowLive);
    await moveLive(transaction, stillLive);
    await removeLive(transaction, noLonger);
    for (const { client_id, kind, security_id, records } of counts) {
      await sql`insert into history_counts (client_id, kind, security_id, records)
        values (${client_id}, ${kind}, ${security_id}, ${records})
        on conflict (client_id, kind, security_id)
        do update set records = history_counts.records + excluded.records`.execute(transaction);
    }
  }
}

/** Most changes leave the status as it was: they find nothing to move. */
async function moveLive(transaction: Transaction<Schema>, orders: readonly LiveOrderRow[]): Promise<void> {
  for (const status of LIVE) {
    const others = LIVE.filter((other) => other !== status);
    const now = orders.filter((order) => order.status === status);
    for (const { clientId, ids } of slicesOf(now)) {
      await transaction
        .updateTable('live_orders')
        .set({ status })
        .where('client_id', '=', clientId)
        .where('status', 'in', others)
        .where('order_id', 'in', ids)
        .execute();
    }
  }
}

async function removeLive(transaction: Transaction<Schema>, orders: readonly LiveOrderRow[]): Promise<void> {
  for (const { clientId, ids } of slicesOf(orders)) {
    await transaction
      .deleteFrom('live_orders')
      .where('client_id', '=', clientId)
      .where('status', 'in', LIVE)
      .where('order_id', 'in', ids)
      .execute();
  }
}

/** The orders of each client, as many at a time as one statement names. */
function* slicesOf(orders: readonly LiveOrderRow[]): Generator<{ readonly clientId: string; readonly ids: number[] }> {
  for (const [clientId, rows] of Map.groupBy(orders, ({ client_id }) => client_id)) {
    for (let from = 0; from < rows.length; from += NAMED_MAX) {
      yield { clientId, ids: rows.slice(from, from + NAMED_MAX).map(({ order_id }) => order_id) };
    }
  }
}
