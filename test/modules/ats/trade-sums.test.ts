/** That the cost of corrections is added to that of the trades of a day, and does not multiply it. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { MatchId } from '../../../src/exchange/api/units.ts';
import { HistoryStore } from '../../../src/history/store.ts';
import { tradeSums } from '../../../src/modules/ats/events/trade-sums.ts';
import { entered, traded } from '../../history/events.ts';
import { describeOnBothDatabases } from '../../support/database.ts';
import { watchQueries } from '../../support/query-plans.ts';

const MATCHES = 40;
const ids = Array.from({ length: MATCHES }, (_, index) => (9001 + index) as MatchId);

describeOnBothDatabases('what trades add up to', (open) => {
  const filled = async () => {
    const database = await open.history();
    const trades = ids.map((matchId, index) =>
      traded(3 + 3 * index, { matchId, price: 1_000_000 + index, quantity: 10 }, { initiator: 100, contra: 100 }),
    );
    await new HistoryStore(database, 0).apply([entered(1), entered(2, { orderId: 2 }), ...trades.flat()]);
    return watchQueries(database.db);
  };
  const sums = (db: Awaited<ReturnType<typeof filled>>['watched'], corrected: readonly MatchId[], busted: MatchId[]) =>
    tradeSums(db, {
      group: sql`security_id`,
      where: sql`match_id > ${9000}`,
      busted,
      corrected: corrected.map((matchId) => ({ matchId, group: 5001, price: 2_000_000 + matchId, quantity: 1 })),
    });

  test('names each corrected match once, in one statement, however many they are', async () => {
    const { watched, queries } = await filled();
    for (const count of [1, MATCHES - 1]) {
      const before = queries.length;
      const corrected = ids.slice(0, count);
      const rest = MATCHES - count;
      expect([...(await sums(watched, corrected, [])).values()]).toEqual([
        {
          open: 2_009_001,
          high: 2_000_000 + corrected.at(-1)!,
          low: 1_000_000 + count,
          last: 1_000_000 + MATCHES - 1,
          volume: 10 * rest + count,
          trades: MATCHES,
        },
      ]);
      const [query, ...others] = queries.slice(before);
      expect(others).toEqual([]);
      for (const id of corrected) expect(query!.sql.split(String(id))).toHaveLength(2);
      expect(query!.sql).not.toContain('2009');
    }
  });

  test('has corrected matches alone, none of the busted ones, and nothing without any', async () => {
    const { watched } = await filled();
    const [last] = [...(await sums(watched, ids, [])).values()];
    const [low, high] = [2_009_001, 2_009_040];
    expect(last).toEqual({ open: low, high, low, last: high, volume: MATCHES, trades: MATCHES });
    expect((await sums(watched, [], ids)).size).toBe(0);
    const [one] = [...(await sums(watched, [ids[1]!], ids.slice(2))).values()];
    expect(one).toEqual({
      ...{ open: 1_000_000, high: 2_009_002, low: 1_000_000, last: 2_009_002 },
      ...{ volume: 11, trades: 2 },
    });
  });
});
