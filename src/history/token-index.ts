import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Db, Schema } from '../database/schema/index.ts';
import type { OrderEvent, OrderId } from '../exchange/api/index.ts';
import { LIMIT } from './compiled-read.ts';

/** Finds orders by their token. */
export interface TokenIndex {
  /** Adds entered orders, in the transaction that writes the orders themselves. */
  add(transaction: Transaction<Schema>, entries: readonly OrderEvent[]): Promise<void>;
  /** Ids of entered orders that cannot be found by their token. */
  missing(db: Db, entries: readonly OrderEvent[]): Promise<readonly OrderId[]>;
  /**
   * A query, in parentheses, for the ids of the newest orders of a client with a token below an id, whichever values it
   * has.
   */
  readonly newest: RawBuilder<OrderId>;
  /**
   * The values that it is run with: for the newest `limit` orders of the client with this token and an id below
   * `before`.
   */
  parameters(clientId: string, token: string, before: OrderId, limit: number): readonly (string | number)[];
}

/** PostgreSQL: the index of order_entries. */
export const plainTokenIndex: TokenIndex = {
  add: async () => {},
  missing: async () => [],
  newest: newestOfAll(sql`
    select order_id from order_entries
    where client_id = ${''} and token = ${''} and order_id < ${0} order by order_id desc limit ${LIMIT}`),
  parameters: (clientId, token, before, limit) => {
    const asked = [clientId, token, before, limit];
    return [...asked, ...asked, limit];
  },
};

/**
 * The newest orders, in parentheses, of those that were entered with the token and those that a replacement gave it
 * (H10).
 *
 * @param entered a query for the ids of the former; the values of the latter come after its own, and then the limit
 */
export function newestOfAll(entered: RawBuilder<unknown>): RawBuilder<OrderId> {
  return sql`
    (select order_id from (
      select order_id from (${entered}) as entered
      union
      select order_id from (
        select distinct order_id from order_renames
        where client_id = ${''} and token = ${''} and order_id < ${0} order by order_id desc limit ${LIMIT}
      ) as renamed
    ) as found order by order_id desc limit ${LIMIT})`;
}
