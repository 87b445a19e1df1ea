import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import { BulkInsert } from '../database/queries/index.ts';
import type { Dialect, EndedOrderRow, HistoryCountRow, LiveOrderRow, Schema } from '../database/schema/index.ts';
import {
  type ExchangeEvent,
  isTerminal,
  type OrderEvent,
  type OrderId,
  type OrderStatus,
  type SecurityId,
} from '../exchange/api/index.ts';

/** The statuses that are no end. */
export const LIVE: readonly OrderStatus[] = ['Pending', 'Live', 'Partially Executed'];

/** The changes of a batch of events to the records that lists are read by. */
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
  const entered = new Map<OrderId, LiveOrderRow>();
  const changed = new Map<OrderId, LiveOrderRow>();
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
  return { ended, nowLive, stillLive, noLonger, counts: counts.rows };
}

/** By security, client and kind in turn: a key that joins them would be a new text for each order. */
class Counts {
  readonly rows: HistoryCountRow[] = [];
  readonly #bySecurity = new Map<number, Map<string, Map<string, HistoryCountRow>>>();

  add(clientId: string, kind: string, securityId: SecurityId): void {
    const byClient = inMap(this.#bySecurity, securityId);
    const byKind = inMap(byClient, clientId);
    const row = byKind.get(kind);
    if (row !== undefined) {
      row.records++;
      return;
    }
    const first = { client_id: clientId, kind, security_id: securityId, records: 1 };
    byKind.set(kind, first);
    this.rows.push(first);
  }
}

/** The map of a key, created on first use. */
function inMap<K, V extends Map<unknown, unknown>>(maps: Map<K, V>, key: K): V {
  const known = maps.get(key);
  if (known !== undefined) return known;
  const made = new Map() as V;
  maps.set(key, made);
  return made;
}

/** Keeps the records that lists are read by, within the transaction that writes the history itself. */
export class ClientRecords {
  readonly #dialect: Dialect;
  readonly #ended: BulkInsert<EndedOrderRow, EndedOrderRow>;
  readonly #live: BulkInsert<LiveOrderRow, LiveOrderRow>;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
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
    await moveLive(transaction, this.#dialect, stillLive);
    await removeLive(transaction, this.#dialect, noLonger);
    for (const { client_id, kind, security_id, records } of counts) {
      await sql`insert into history_counts (client_id, kind, security_id, records)
        values (${client_id}, ${kind}, ${security_id}, ${records})
        on conflict (client_id, kind, security_id)
        do update set records = history_counts.records + excluded.records`.execute(transaction);
    }
  }
}

/** Most changes leave the status as it was: they find nothing to move. */
async function moveLive(transaction: Transaction<Schema>, dialect: Dialect, orders: readonly LiveOrderRow[]) {
  for (const status of LIVE) {
    const others = LIVE.filter((other) => other !== status);
    const now = orders.filter((order) => order.status === status);
    for (const which of byClient(dialect, now, others)) {
      await sql`update live_orders set status = ${status} where ${which}`.execute(transaction);
    }
  }
}

async function removeLive(transaction: Transaction<Schema>, dialect: Dialect, orders: readonly LiveOrderRow[]) {
  for (const which of byClient(dialect, orders, LIVE)) {
    await sql`delete from live_orders where ${which}`.execute(transaction);
  }
}

/** The orders of each client with one of these statuses. Ids are one text: any number has the same statement. */
export function* byClient(
  dialect: Dialect,
  orders: readonly LiveOrderRow[],
  statuses: readonly OrderStatus[],
): Generator<RawBuilder<SqlBool>> {
  for (const [clientId, rows] of Map.groupBy(orders, ({ client_id }) => client_id)) {
    const ids = JSON.stringify(rows.map(({ order_id }) => order_id));
    const listed =
      dialect === 'sqlite'
        ? sql`select value from json_each(${ids})`
        : sql`select cast(value as bigint) from json_array_elements_text(cast(${ids} as json))`;
    yield sql<SqlBool>`client_id = ${clientId} and status in (${sql.join(statuses)}) and order_id in (${listed})`;
  }
}
