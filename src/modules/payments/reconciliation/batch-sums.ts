/** The payments that a batch has, against its record (A22). */
import { Decimal } from 'decimal.js';
import { type Selectable, sql } from 'kysely';
import type { AchBatchRow, Db } from '../../../database/schema/index.ts';
import { RAIL_NAMES, RAILS } from '../overview/index.ts';

/** Of payments that went out: they settled, came back, or are still under way. */
export const SENT = ['Settled', 'Returned', 'Submitted'] as const;

export interface Sum {
  readonly count: number;
  /** In millionths. */
  readonly amount: bigint;
}

export const NOTHING: Sum = { count: 0, amount: 0n };

export const added = (parts: readonly Sum[]): Sum =>
  parts.reduce((sum, { count, amount }) => ({ count: sum.count + count, amount: sum.amount + amount }), NOTHING);

export const areEqual = (one: Sum, other: Sum) => one.count === other.count && one.amount === other.amount;

/** What a batch says of itself. */
export function recordedOf({ entries, total }: Pick<AchBatchRow, 'entries' | 'total'>): Sum {
  return { count: entries, amount: BigInt(new Decimal(total).times(1_000_000).toFixed(0)) };
}

/** What a batch says of its refunds. */
export function recordedCredits({
  credits,
  credit_total,
}: Pick<Selectable<AchBatchRow>, 'credits' | 'credit_total'>): Sum {
  return recordedOf({ entries: credits, total: credit_total });
}

/** The refunds that went out with the batch of a day. */
export async function creditsIn(db: Db, day: string): Promise<Sum> {
  const { rows } = await sql<{ refunds: number | string; amount: number | string }>`
    select count(*) as refunds, coalesce(sum(cast(replace(amount, '.', '') as bigint)), 0) as amount
    from refunds where batch_day = ${day} and deleted_at is null and status in (${sql.join(SENT)})`.execute(db);
  return added(rows.map((row) => ({ count: Number(row.refunds), amount: BigInt(row.amount) })));
}

/** What the batch of a day has, by its payments. */
export async function foundIn(db: Db, day: string): Promise<Sum> {
  const sums: Sum[] = [];
  for (const rail of RAIL_NAMES) {
    const { table, amount, status, batchDay } = RAILS[rail];
    if (batchDay === undefined) continue;
    const { rows } = await sql<{ payments: number | string; amount: number | string }>`
      select count(*) as payments, coalesce(sum(cast(replace(${sql.ref(amount)}, '.', '') as bigint)), 0) as amount
      from ${sql.table(table)}
      where batch_day = ${day} and deleted_at is null and ${sql.ref(status)} in (${sql.join(SENT)})`.execute(db);
    for (const row of rows) sums.push({ count: Number(row.payments), amount: BigInt(row.amount) });
  }
  return added(sums);
}
