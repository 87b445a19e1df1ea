/** What `npm run verify` says of trades, their money and their units (T16, F12): each planted fault is named. */
import { expect, test } from 'vitest';
import type { Db, TradeRow } from '../../../src/database/schema/index.ts';
import { tradeProblems } from '../../../src/modules/trades/money/check-trades.ts';
import { endUnits, issueUnits, takeBackUnits, unitRowProblems } from '../../../src/modules/units/index.ts';
import { describeOnBothDatabases } from '../../support/database.ts';
import { planOf, watchQueries } from '../../support/query-plans.ts';
import { aCardMove } from '../payments/cards/card-moves.ts';
import { aRefund } from '../payments/refunds/a-refund.ts';
import { anIssuer, anOffering, aTrade, NOW } from '../shared/records.ts';

const PAID = { recorded_amount: '100.000000' };
const ASKED = { method: 'cancelInvestment', requestedBy: 'A', reason: 'b', notes: null, ip: null } as const;

describeOnBothDatabases('the check of trades', (open) => {
  /** Trades that look wrong, and for which there is a reason; the offering has sold what they hold. */
  async function start() {
    const database = await open();
    const { db } = database;
    const { offering_id } = await anOffering(db, 'C1', await anIssuer(db, 'C1'));
    const trade = (of: Partial<TradeRow>) => aTrade(db, 'C1', offering_id, of);
    const change = (row: TradeRow, values: Partial<TradeRow>) =>
      db.updateTable('trades').set(values).where('trade_id', '=', row.trade_id).execute();
    const card = async (row: TradeRow, ...states: string[]) => {
      const { ref_num } = await aCardMove(db, idsOf(row));
      for (const fund_status of states) {
        const values = { fund_status, updated_at: NOW + 1 };
        await db.updateTable('card_fund_moves').set(values).where('ref_num', '=', ref_num).execute();
      }
    };
    await trade({});
    await change(await trade({ order_status: 'FUNDED', ...PAID }), { total_amount: '110.000000' });
    const simulated = await trade({ total_amount: '200.000000' });
    await card(simulated, 'Submitted', 'Settled');
    await change(simulated, { order_status: 'FUNDED' });
    const chargedBack = await trade({});
    await card(chargedBack, 'Settled');
    await change(chargedBack, { order_status: 'SETTLED' });
    await issueUnits(db, chargedBack, NOW);
    await db
      .updateTable('card_fund_moves')
      .set({ fund_status: 'Returned' })
      .where('trade_id', '=', chargedBack.trade_id)
      .execute();
    await aRefund(db, { ...idsOf(await trade({ order_status: 'UNWIND SETTLED', ...PAID })), status: 'Returned' });
    await imported(db, await trade({ order_status: 'SETTLED', ...PAID }));
    const takenBack = await trade({ order_status: 'SETTLED', ...PAID });
    await issueUnits(db, takenBack, NOW);
    await endUnits(db, { ...takenBack, revision: 1 }, 'done');
    await endUnits(db, await takeBackUnits(db, takenBack, ASKED, NOW), 'done');
    await change(takenBack, { order_status: 'UNWIND PENDING' });
    await db.updateTable('offerings').set({ sold_shares: '60.000000' }).execute();
    return { database, db, offering_id, trade, change, card };
  }

  test('names none of the trades whose money or units have gone the way that the rules say', async () => {
    const { db } = await start();
    expect(await tradeProblems(db)).toEqual([]);
    expect(await unitRowProblems(db)).toEqual([]);
  });

  test('names each trade and offering that contradict their money', async () => {
    const { db, offering_id, trade, card } = await start();
    const funded = await trade({ order_status: 'FUNDED', recorded_amount: '99.999999' });
    const settled = await trade({ order_status: 'SETTLED' });
    const unwound = await trade({ order_status: 'UNWIND SETTLED', ...PAID });
    const sent = await trade({ order_status: 'UNWIND SETTLED' });
    await card(sent, 'Submitted');
    const refunding = await trade({ order_status: 'UNWIND SETTLED' });
    await aRefund(db, idsOf(refunding));
    const empty = await trade({ order_status: 'UNWIND PENDING' });
    const left = (row: TradeRow) =>
      `trades: trade ${row.trade_id} is UNWIND SETTLED, and money of it is left or under way`;
    expect(await tradeProblems(db)).toEqual([
      `trades: 1 millionths of a dollar of trade ${funded.trade_id} are due, which is FUNDED`,
      `trades: 100000000 millionths of a dollar of trade ${settled.trade_id} are due, which is SETTLED`,
      ...[unwound, sent, refunding].map(left),
      `trades: trade ${empty.trade_id} is UNWIND PENDING, and no money of it is left or under way`,
      `trades: offering ${offering_id} has sold 60000000, its trades hold 90000000 (millionths of a unit)`,
    ]);
  });

  test('names each trade that contradicts the rows of its units', async () => {
    const { db, trade, change } = await start();
    const without = await trade({ order_status: 'SETTLED', ...PAID });
    const closed = await trade({ order_status: 'FUNDED', ...PAID });
    await imported(db, closed);
    await change(closed, { order_status: 'SETTLED' });
    const refused = await trade({ order_status: 'SETTLED', ...PAID });
    await issueUnits(db, refused, NOW);
    await endUnits(db, { ...refused, revision: 1 }, 'done');
    await endUnits(db, await takeBackUnits(db, refused, ASKED, NOW), 'refused');
    await change(refused, { order_status: 'UNWIND PENDING' });
    const other = await trade({ order_status: 'SETTLED', ...PAID });
    await issueUnits(db, { ...other, total_shares: '9.000000' }, NOW);
    expect(await unitRowProblems(db)).toEqual([
      ...[without, closed].map(({ trade_id }) => `units: trade ${trade_id} is SETTLED without a row of its units`),
      `units: those of trade ${refused.trade_id} are issued, which is UNWIND PENDING`,
      `units: row 1 of trade ${other.trade_id} has 9.000000 units, the trade 10.000000`,
    ]);
  });

  test('finds what belongs to a trade by an index', async () => {
    const { database, db } = await start();
    const { watched, queries } = watchQueries(db);
    await tradeProblems(watched);
    await unitRowProblems(watched);
    expect(queries).toHaveLength(7);
    for (const query of queries) {
      const scans = (await planOf(database, query)).split('\n').filter((line) => /\bSCAN\b|Seq Scan/.test(line));
      // SQLite walks through the one table that is checked.
      expect(scans.slice(database.dialect === 'sqlite' ? 1 : 0), query.sql).toEqual([]);
      for (const scan of scans) expect(scan).toMatch(/^SCAN [otu]\b/);
    }
  });
});

const idsOf = ({ client_id, account_id, trade_id, offering_id }: TradeRow) => ({
  ...{ client_id, account_id, trade_id, offering_id },
});

/** As the step that made the ledger posted what records of the release before held. */
async function imported(db: Db, { trade_id }: TradeRow): Promise<void> {
  const entry = {
    posting: trade_id + 1_000_000,
    event: 'import',
    trade_id,
    payment: null,
    posted_at: NOW,
    reason: null,
  };
  for (const amount of [0, 0]) {
    await db
      .insertInto('ledger_entries')
      .values({ ...entry, kind: 'outside', owner: 'bank', amount })
      .execute();
  }
}
