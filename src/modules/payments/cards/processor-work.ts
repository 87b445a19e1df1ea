/** How work with the processor goes on: several at once, and asked again where no answer came (K8). */
import { sql } from 'kysely';
import type { Db } from '../../../database/schema/index.ts';
import { HOUR_US, MINUTE_US } from '../../../time/units.ts';

/** Payments, or refunds, that are under way at once. */
export const PAYMENTS_AT_ONCE = 8;

export const MILLIONTHS_PER_CENT = 10_000n;

interface WorkWatch {
  readonly isEnding: () => boolean;
  readonly failed: (number: number, error: unknown) => void;
}

/** Each number once, those of a page at the same time. One that fails keeps no other from its turn. */
export async function eachInTurn(
  page: (after: number) => Promise<readonly number[]>,
  work: (number: number) => Promise<unknown>,
  { isEnding, failed }: WorkWatch,
): Promise<void> {
  for (let after = 0; !isEnding(); ) {
    const numbers = await page(after);
    if (numbers.length === 0) return;
    const done = await Promise.allSettled(numbers.map(work));
    for (const [index, one] of done.entries()) {
      if (one.status === 'rejected') failed(numbers[index] as number, one.reason);
    }
    after = numbers.at(-1) ?? after;
  }
}

/** After minutes that double, up to an hour. */
export function askAgainAt(nowUs: number, asked: number): number {
  return nowUs + Math.min(MINUTE_US * 2 ** Math.min(asked, 6), HOUR_US);
}

/** What the processor is asked for: a table and its number. */
export type Asked =
  | { readonly table: 'card_fund_moves'; readonly number: 'ref_num' }
  | { readonly table: 'refunds'; readonly number: 'refund_id' };

export interface Page {
  /** The number of the one before. */
  readonly after: number;
  readonly most: number;
}

/**
 * Numbers of those that the processor is to be asked for again. They are few among all: with + the databases look for
 * them by ask_at, and not through the numbers.
 */
export async function numbersToAsk(db: Db, asked: Asked, nowUs: number, { after, most }: Page): Promise<number[]> {
  const [table, number] = [sql.table(asked.table), sql.ref(asked.number)];
  const { rows } = await sql<{ readonly number: number }>`select ${number} as number from ${table}
    where ask_at <= ${nowUs} and +${number} > ${after} order by +${number} limit ${most}`.execute(db);
  return rows.map((row) => Number(row.number));
}

/** When the next one is to be asked for; undefined: none is. */
export async function nextAskAt(db: Db, { table }: Asked): Promise<number | undefined> {
  const { rows } = await sql<{ readonly next: number | null }>`select min(ask_at) as next from ${sql.table(table)}
    where ask_at is not null`.execute(db);
  const next = rows[0]?.next ?? null;
  return next === null ? undefined : Number(next);
}
