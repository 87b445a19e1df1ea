import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { MatchId, SecurityId } from '../../../src/exchange/api/units.ts';
import {
  type Caller,
  type Fields,
  faulty,
  OPERATOR,
  OTHER_SECURITY,
  OTHER_TRADER,
  refused,
  SECURITY,
  TRADER,
} from './fixtures.ts';
import { enter, openForEachTest, venue } from './venue-for-each-test.ts';

openForEachTest();

const timeAndSales = async (fields: Fields = {}, caller: Caller = TRADER) =>
  (await venue.post(caller, 'getTimeAndSales', { securityId: SECURITY, ...fields })).body as {
    trades: Fields[];
    more: string;
  };

async function trade(quantity: string, comes: 'Buy' | 'Sell' = 'Buy'): Promise<void> {
  const [first, second] = comes === 'Buy' ? ['Sell', 'Buy'] : ['Buy', 'Sell'];
  await enter({ action: first, quantity }, OTHER_TRADER);
  await enter({ action: second, quantity });
}

describe('getTimeAndSales (N12)', () => {
  test("lists today's trades of a security to everybody, newest first, with the side that came", async () => {
    await trade('30', 'Buy');
    await trade('40', 'Sell');
    const all = await timeAndSales();
    expect(all.trades).toEqual([
      {
        ...{ tradeId: '100200', time: '2026-03-02T15:00:00.000000Z', price: '10.250000', quantity: '40.000000' },
        ...{ side: 'Sell', block: 'No', busted: 'No', adjusted: 'No' },
      },
      expect.objectContaining({ tradeId: '100100', quantity: '30.000000', side: 'Buy' }),
    ]);
    expect(await timeAndSales({}, OPERATOR)).toEqual(all);
    expect((await timeAndSales({ limit: 1 })).trades).toEqual(all.trades.slice(0, 1));
    expect((await timeAndSales({ securityId: OTHER_SECURITY })).trades).toEqual([]);
  });

  test('begins with the trading day (US Eastern)', async () => {
    await trade('30');
    venue.clock.moveTo('2026-03-03T15:00:00Z');
    expect((await timeAndSales()).trades).toEqual([]);
    await trade('40');
    expect((await timeAndSales()).trades).toHaveLength(1);
  });

  test('pages through all trades of the day, however many there are in other securities', async () => {
    for (let made = 0; made < 5; made++) await trade('10');
    await timeAndSales();
    const [newest] = await venue.db.selectFrom('matches').selectAll().execute();
    if (newest === undefined) throw new Error('nothing was matched');
    const elsewhere = {
      security_id: Number(OTHER_SECURITY) as SecurityId,
      match_id: (100_100 + 100 * 100_000) as MatchId,
    };
    await venue.db
      .insertInto('matches')
      .values({ ...newest, ...elsewhere })
      .execute();
    const ids: unknown[] = [];
    const pages: string[] = [];
    for (let before: unknown; pages.at(-1) !== 'No'; before = ids.at(-1)) {
      const { trades, more } = await timeAndSales({ limit: 2, ...(before === undefined ? {} : { before }) });
      ids.push(...trades.map(({ tradeId }) => tradeId));
      pages.push(more);
    }
    expect(ids).toEqual(['100500', '100400', '100300', '100200', '100100']);
    expect(pages).toEqual(['Yes', 'Yes', 'No']);
  });

  test('reads the page by an index', async () => {
    const statement = sql`explain query plan select * from matches where security_id = 1 and match_id < 9 and seq <= 9
      order by match_id desc limit 10`;
    const plan = JSON.stringify((await statement.execute(venue.db)).rows);
    expect(plan).toContain('USING INDEX matches_security (security_id=? AND match_id<?)');
    expect(plan).not.toContain('TEMP B-TREE');
  });

  test('refuses an unknown security, and names the wrong parameter', async () => {
    expect(await timeAndSales({ securityId: '1' })).toEqual(refused(138, 'there is no such security'));
    expect(await timeAndSales({ securityId: undefined })).toEqual(faulty('securityId', 'Missing'));
    expect(await timeAndSales({ limit: 1001 })).toMatchObject({ statusCode: '106' });
  });
});
