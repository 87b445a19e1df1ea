/**
 * The choices of an order at its entry, packed into one whole number, which saves nine columns for each order. Each
 * column has four bits, in the order of CHOICES, with the index of its value.
 */
import { type RawBuilder, sql } from 'kysely';
import { ORDER_STATUSES } from '../../exchange/api/index.ts';
import type { ChoiceColumn, OrderEntryRow } from '../schema/index.ts';

const BITS = 4;
const MASK = 2 ** BITS - 1;

/** New columns and new values are only added at the end. */
const CHOICES = {
  type: ['Limit', 'RFQ', 'Block'],
  side: ['buy', 'sell'],
  expiration: ['GTC', 'Day', 'Other', 'IOC', 'Auction'],
  contingency: ['None', 'All or None', 'Minimum Quantity'],
  status: ORDER_STATUSES,
  // Null for orders from before the column existed.
  self_trade: [null, 'None', 'Cancel Newest', 'Cancel Oldest', 'Cancel Both'],
  disclosed: [0, 1],
  solicited: [0, 1],
  in_session: [0, 1],
} as const satisfies { readonly [Column in ChoiceColumn]: readonly OrderEntryRow[Column][] };

export const CHOICE_COLUMNS = Object.keys(CHOICES) as ChoiceColumn[];

/** The number that each value adds. */
const WEIGHTS = new Map<ChoiceColumn, ReadonlyMap<unknown, number>>(
  CHOICE_COLUMNS.map((column, at) => {
    const weight = 2 ** (BITS * at);
    return [column, new Map(CHOICES[column].map((value, place) => [value, place * weight]))];
  }),
);

/** The number that a value adds; the sum over all columns is the packed number. Throws on an unknown value. */
export function weightOf<C extends ChoiceColumn>(column: C, value: OrderEntryRow[C]): number {
  const weight = WEIGHTS.get(column)?.get(value);
  if (weight === undefined) throw new RangeError(`the history cannot store ${column} ${JSON.stringify(value)}`);
  return weight;
}

/** The value of a column from the number, in SQL. */
export function choiceIn(column: ChoiceColumn): RawBuilder<unknown> {
  const place = sql`((kind >> ${sql.lit(BITS * CHOICE_COLUMNS.indexOf(column))}) & ${sql.lit(MASK)})`;
  const values: readonly (string | number | null)[] = CHOICES[column];
  if (typeof values[0] === 'number') return place;
  const cases = values.flatMap((value, at) =>
    value === null ? [] : [sql`when ${sql.lit(at)} then ${sql.lit(value)}`],
  );
  return sql`case ${place} ${sql.join(cases, sql` `)} end`;
}
