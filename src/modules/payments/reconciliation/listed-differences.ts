/** Reads differences that the database finds. */
import { type RawBuilder, sql } from 'kysely';
import { easternInstant } from '../../../calendar/eastern-time.ts';
import type { About, Difference, Place, Source } from './difference.ts';
import type { DifferenceReads } from './reconciliation-deps.ts';
import type { Listed } from './stored-differences.ts';

const IS_TEXT = /^[\x20-\x7e]{1,300}$/;
const IS_NUMBER = /^[0-9]{1,17}$/;

type Row = About & {
  readonly record: string;
  readonly client_id: string | null;
  readonly amount: string | null;
  readonly since: number | string;
  readonly [place: `place_${number}`]: number | string;
};

const COLUMNS = [
  ...(['account_id', 'offering_id', 'trade_id', 'receipt_id', 'refund_id', 'rail', 'number'] as const),
  ...(['file_name', 'line', 'batch_day', 'problem'] as const),
] satisfies (keyof About)[];

export function listed(one: Listed): Source {
  const { name, kind, order } = one;
  const shown = sql.raw(
    [
      `${one.record} as record, ${one.client} as client_id, cast(${one.amount} as text) as amount`,
      `${one.since} as since`,
      ...COLUMNS.map((column) => `${one.about[column] ?? 'null'} as ${column}`),
      ...order.map(([column], index) => `${column} as place_${index}`),
    ].join(', '),
  );
  const sorted = sql.raw(order.map(([column]) => column).join(', '));
  const after = (place: Place) =>
    sql`(${sorted}) > (${sql.join(order.map(([, type], index) => sql`cast(${place[index]} as ${sql.raw(type)})`))})`;
  const select = async (reads: DifferenceReads, condition: RawBuilder<unknown>, limit: number) => {
    const { rows } = await sql<Row>`select ${shown} from ${one.from(reads)} and ${condition}
      order by ${sorted} limit ${limit}`.execute(reads.db);
    return rows.map(differenceOf);
  };
  const differenceOf = ({ record, client_id, amount, since, ...row }: Row): Difference => ({
    ...{ kind, record, client_id },
    amount: amount === null ? null : BigInt(amount),
    since: typeof since === 'string' ? easternInstant(since, one.minute ?? 0) : since,
    place: order.map((_, index) => String(row[`place_${index}`])),
    ...(Object.fromEntries(COLUMNS.map((column) => [column, row[column]])) as About),
  });
  return {
    ...{ name, kind },
    isPlace: (place) =>
      place.length === order.length &&
      order.every(([, type], index) => (type === 'text' ? IS_TEXT : IS_NUMBER).test(place[index] as string)),
    read: (reads, { after: place, limit }) => select(reads, place === undefined ? sql`1 = 1` : after(place), limit),
    find: async (reads, record) => {
      const condition = one.one(record);
      return condition && (await select(reads, condition, 1))[0];
    },
  };
}
