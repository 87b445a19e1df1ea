/** Sums of the shares of matches above what a number has exactly. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { positionsAtEnd } from '../../src/history/reports/positions.ts';
import { tradeSums } from '../../src/modules/ats/events/trade-sums.ts';
import { describeOnBothDatabases } from '../support/database.ts';

const MAX = Number.MAX_SAFE_INTEGER;
const SEVEN = 7 as SecurityId;
const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04'];

describeOnBothDatabases('sums of shares', (open) => {
  test('of positions.csv are exact', async () => {
    const { db } = await open.history();
    const whose = { client_id: 'a', account_id: 'x', security_id: SEVEN };
    const rows = DAYS.map((date, day) => ({ ...whose, date, bought: MAX - day, sold: day === 0 ? 1 : MAX }));
    await db.insertInto('day_positions').values(rows).execute();
    const read = await Array.fromAsync(positionsAtEnd(db, { date: '2026-03-04' } as never));
    const max = BigInt(MAX);
    expect(read).toEqual([
      { ...whose, bought_on_day: max - 2n, sold_on_day: max, bought: 3n * max - 3n, sold: 2n * max + 1n },
    ]);
  });

  test('of bars are at most what every reader of JSON has exactly', async () => {
    const { db } = await open.history();
    const sides = { buy_order_id: 1, sell_order_id: 2, buy_client_id: 'a', sell_client_id: 'b', hub_order_id: 1 };
    const rest = { buy_remaining: 0, sell_remaining: 0, buy_executed: '0', sell_executed: '0', block: null };
    const rows = [0, 1, 2].map((number) => {
      const match = { match_id: number + 1, seq: number + 1, security_id: SEVEN, matched_at: number, price: 1 };
      return { ...match, ...sides, ...rest, quantity: MAX - number };
    });
    await db
      .insertInto('matches')
      .values(rows as never)
      .execute();
    const volumeOf = async (where: ReturnType<typeof sql>, corrected: readonly object[] = []) => {
      const query = { group: sql`security_id`, where, busted: [], corrected: corrected as never };
      return (await tradeSums(db, query)).get(SEVEN)?.volume;
    };
    expect(await volumeOf(sql`match_id = 3`)).toBe(MAX - 2);
    expect(await volumeOf(sql`match_id > 0`)).toBe(MAX);
    const correction = { matchId: 3, group: SEVEN, price: 1, quantity: MAX };
    expect(await volumeOf(sql`match_id > 1`, [correction])).toBe(MAX);
  });
});
