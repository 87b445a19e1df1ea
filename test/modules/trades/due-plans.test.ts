/** What the batches of the day ask for is found by an index, however many payments there were. */
import { expect, test } from 'vitest';
import { achDebits } from '../../../src/modules/payments/ach/index.ts';
import { movesDueBefore } from '../../../src/modules/payments/cards/due-card-moves.ts';
import { numbersToAsk } from '../../../src/modules/payments/cards/index.ts';
import { depositDebits } from '../../../src/modules/payments/custody/index.ts';
import { achRefunds } from '../../../src/modules/payments/refunds/index.ts';
import { FILE_CENTS_MAX } from '../../../src/providers/bank/index.ts';
import { describeOnBothDatabases } from '../../support/database.ts';
import { planOf, watchQueries } from '../../support/query-plans.ts';
import { TEST_ACH } from '../payments/ach/ach-settings.ts';
import { aPayingInvestor } from './paying-investor.ts';

const PAGE = { after: 0, most: 10 };

describeOnBothDatabases('payments that are due', (open) => {
  test('are found by an index', async () => {
    const database = await open();
    const { deps } = await aPayingInvestor(database);
    const { watched, queries } = watchQueries(database.db);
    const batch = { originator: TEST_ACH.originator!, day: '2026-03-02', cutOff: 1, limit: 10 };
    for (const source of [achDebits, depositDebits, achRefunds]) {
      await source.submit(deps, watched, { ...batch, centsMax: FILE_CENTS_MAX });
      await source.submittedUntil(watched, '2026-03-02', 10);
      await source.withTrace(watched, '123456780000001');
    }
    await movesDueBefore(watched, 1, PAGE);
    await numbersToAsk(watched, { table: 'card_fund_moves', number: 'ref_num' }, 1, PAGE);
    await numbersToAsk(watched, { table: 'refunds', number: 'refund_id' }, 1, PAGE);
    expect(queries).toHaveLength(12);
    for (const query of queries) {
      expect(await planOf(database, query, { isNew: true }), query.sql).toMatch(
        /(index|using) \w+_(under_way|by_status|sent|by_trace|pending|asked)/i,
      );
    }
  });
});
