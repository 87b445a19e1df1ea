/** That the pages of a client's own orders and trades are read from indexes, however long the history is (H1, H2). */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { OrderId, SecurityId } from '../../../src/exchange/api/units.ts';
import { HistoryStore } from '../../../src/history/store.ts';
import { orderPage } from '../../../src/modules/ats/lists/order-pages.ts';
import { tradePage } from '../../../src/modules/ats/lists/trade-resource.ts';
import type { ListQuery } from '../../../src/modules/shared/list/index.ts';
import { entered, traded } from '../../history/events.ts';
import { describeOnBothDatabases } from '../../support/database.ts';
import { planOf, watchQueries } from '../../support/query-plans.ts';

const TABLES = '(order_entry_rows|order_updates|matches|live_orders|ended_orders|history_counts)';
/** A table that is read from its beginning to its end. */
const WHOLE = new RegExp(`Seq Scan on ${TABLES}|SCAN ${TABLES}\\b`);
/** An index that is read in the order of the list. */
const WALKED = /SEARCH \w+ USING|Scan Backward using/g;

const symbols = {
  securityNamed: (symbol: string) => (symbol === 'ABC' ? (5001 as SecurityId) : undefined),
};

function asked(name: string, ...values: string[]): ListQuery {
  return {
    clientId: 'C1',
    deleted: false,
    // Stands for the condition on the field: the pages that are read by it would be found by another way.
    conditions: { all: [sql`${sql.ref('no_column')} = 1`], indexed: false },
    filter: new Map([[name, { values }]]),
    sort: undefined,
    page: { offset: 0, limit: 10 },
  };
}

describeOnBothDatabases('a page', (open) => {
  const filled = async () => {
    const database = await open.history();
    await new HistoryStore(database, 0).apply([
      entered(1, { quantity: 500 }),
      entered(2, { orderId: 2 as OrderId, side: 'sell', quantity: 200 }),
      entered(3, { orderId: 3 as OrderId }),
      ...traded(4, { buyClientId: 'C1', sellClientId: 'C1', quantity: 200 }, { initiator: 0, contra: 300 }),
    ]);
    const { watched, queries } = watchQueries(database.db);
    const records = { db: watched, ordersWithToken: async () => [], reached: async () => {} };
    return { database, records, queries };
  };

  test.each([
    ['orderStatus', ['Live'], [3], 1],
    ['orderStatus', ['pending', 'executed'], [2], 2],
    ['status', ['Active'], [3, 1], 2],
    ['status', ['Inactive'], [2], 5],
    ['status', ['active', 'INACTIVE'], [3, 2, 1], 7],
    ['securityId', ['5001'], [3, 2, 1], 1],
    ['securityId', ['99999999999999999999'], [], 1],
    ['symbol', ['Abc'], [3, 2, 1], 1],
    ['symbol', ['ABCD'], [], 1],
  ])('of orders by %s %j', async (name, values, ids, walks) => {
    const { database, records, queries } = await filled();
    const page = await orderPage(records, asked(name, ...values), symbols);
    expect(page?.rows.map(({ order_id }) => order_id)).toEqual(ids);
    expect(page?.total).toBe(ids.length);
    const plan = await planOf(database, queries[0]!);
    const times = (what: RegExp) => plan.match(what)?.length ?? 0;
    expect(times(WALKED)).toBe(walks);
    // SQLite puts the parts, of which none is longer than the page, in order once more.
    expect(times(/TEMP B-TREE/g)).toBe(times(/SCAN part/g));
    for (const query of queries) expect(await planOf(database, query), query.sql).not.toMatch(WHOLE);
  });

  test.each([
    ['securityId', '5001'],
    ['offeringId', '5001'],
    ['symbol', 'abc'],
  ])('of trades by %s', async (name, value) => {
    const { database, records, queries } = await filled();
    const page = await tradePage(records, asked(name, value), symbols);
    expect(page.rows.map(({ side }) => side)).toEqual(['buy', 'sell']);
    expect(page.total).toBe(2);
    for (const query of queries) expect(await planOf(database, query), query.sql).not.toMatch(WHOLE);
    const plan = await planOf(database, queries[0]!);
    expect(plan).toContain('matches_buyer_security');
    expect(plan).toContain('matches_seller_security');
  });
});
