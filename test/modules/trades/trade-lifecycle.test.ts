import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stateAfter } from '../../../src/modules/shared/record/lifecycle.ts';
import {
  TRADE_LIFECYCLE,
  TRADE_STATES,
  type TradeState,
  type TradeTrigger,
} from '../../../src/modules/trades/records/trade-lifecycle.ts';
import { moveTrade } from '../../../src/modules/trades/records/trade-records.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { lifecycleTable } from '../../support/lifecycle-table.ts';
import { anIssuer, anOffering, aTrade, NOW } from '../shared/records.ts';

/**
 * Where each trigger leads from CREATED, FUNDED, UNWIND PENDING, UNWIND SETTLED, SETTLED and CANCELED; - is a refusal.
 */
const PAIRS: Readonly<Record<TradeTrigger, string>> = {
  fundsSettled: 'FUNDED, FUNDED, UNWIND PENDING, UNWIND SETTLED, SETTLED, CANCELED',
  fundsReturned: 'CREATED, CREATED, UNWIND SETTLED, UNWIND SETTLED, SETTLED, CANCELED',
  withdraw: 'CANCELED, -, -, -, -, -',
  unwind: 'UNWIND PENDING, UNWIND PENDING, UNWIND PENDING, UNWIND SETTLED, UNWIND PENDING, CANCELED',
  setCreated: 'CREATED, CREATED, -, -, -, -',
  setFunded: 'FUNDED, FUNDED, -, -, -, -',
  setUnwindPending: '-, UNWIND PENDING, UNWIND PENDING, -, -, -',
  setUnwindSettled: '-, -, UNWIND SETTLED, UNWIND SETTLED, -, -',
  setSettled: '-, SETTLED, -, -, SETTLED, -',
};

const pairs = (Object.keys(PAIRS) as TradeTrigger[]).flatMap((trigger) =>
  PAIRS[trigger].split(', ').map((to, index) => ({ from: TRADE_STATES[index] as TradeState, trigger, to })),
);

describe('the states of a trade', () => {
  test('all pairs are looked at', () => {
    expect(pairs).toHaveLength(TRADE_STATES.length * Object.keys(TRADE_LIFECYCLE.refusals).length);
    const moves = TRADE_LIFECYCLE.moves.map(({ from, trigger }) => `${from} ${trigger}`);
    expect(new Set(moves).size).toBe(moves.length);
  });

  test.each(pairs)('$trigger leads from $from to $to', ({ from, trigger, to }) => {
    const moved = () => stateAfter(TRADE_LIFECYCLE, from, trigger);
    if (to === '-') expect(moved).toThrow(expect.objectContaining({ statusCode: 190 }));
    else expect(moved()).toBe(to);
  });

  test('stand in docs/api/trades.md as the table has them', () => {
    const page = readFileSync(resolve(import.meta.dirname, '../../../docs/api/trades.md'), 'utf8');
    const shown = /<!-- lifecycle -->\n([\s\S]*?)\n<!-- end of lifecycle -->/.exec(page)?.[1];
    expect(shown).toBe(lifecycleTable(TRADE_LIFECYCLE));
  });
});

describeOnEachDatabase('moveTrade', (open) => {
  const start = async (of: { order_status: TradeState }) => {
    const { db } = await open();
    const { offering_id } = await anOffering(db, 'C1', await anIssuer(db, 'C1'));
    await db.updateTable('offerings').set({ sold_shares: '15.000000' }).execute();
    const trade = await aTrade(db, 'C1', offering_id, of);
    const sold = async () =>
      (await db.selectFrom('offerings').select('sold_shares').executeTakeFirstOrThrow()).sold_shares;
    const move = (trigger: TradeTrigger) =>
      db.transaction().execute((transaction) => moveTrade(transaction, trade, trigger, NOW + 1));
    const stored = () =>
      db.selectFrom('trades').selectAll().where('trade_id', '=', trade.trade_id).executeTakeFirstOrThrow();
    return { trade, sold, move, stored };
  };

  test.each([
    ['CREATED', 'withdraw', 'CANCELED', '5.000000', []],
    ['UNWIND PENDING', 'setUnwindSettled', 'UNWIND SETTLED', '5.000000', ['updateTradeStatus']],
    ['CREATED', 'fundsSettled', 'FUNDED', '15.000000', ['updateTradeStatus']],
    ['FUNDED', 'unwind', 'UNWIND PENDING', '15.000000', ['updateTradeStatus']],
    ['CANCELED', 'fundsSettled', 'CANCELED', '15.000000', []],
  ] as const)('from %s by %s to %s leaves %s sold', async (order_status, trigger, to, left, sent) => {
    const { trade, sold, move, stored } = await start({ order_status });
    const { row, webhooks } = await move(trigger);
    expect(row).toEqual({ ...trade, order_status: to, updated_at: NOW + 1 });
    expect(await stored()).toEqual(row);
    expect(await sold()).toBe(left);
    expect(webhooks.map(({ clientId, method }) => [clientId, method])).toEqual(sent.map((method) => ['C1', method]));
    for (const { fields } of webhooks)
      expect(fields).toMatchObject({ tradeId: String(trade.trade_id), orderStatus: to });
  });

  test('changes nothing when it is refused', async () => {
    const { trade, sold, move, stored } = await start({ order_status: 'SETTLED' });
    await expect(move('withdraw')).rejects.toMatchObject({ statusCode: 190 });
    expect(await stored()).toEqual(trade);
    expect(await sold()).toBe('15.000000');
  });
});
