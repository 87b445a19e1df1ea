/** Refunds that the processor reports (K9), in each pair of states of trade and payment. */
import { expect, test } from 'vitest';
import type { TradeRow } from '../../../../src/database/schema/index.ts';
import { PAYMENT_STATES } from '../../../../src/modules/payments/lifecycle/index.ts';
import { TRADE_STATES, type TradeState } from '../../../../src/modules/trades/records/trade-lifecycle.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { aCardMove } from './card-moves.ts';
import { startCards } from './cards-api.ts';

const usd = (cents: number) => ({ cents, currency: 'usd' });
/** Of a payment of 100 dollars for a trade of 90. */
const REFUNDS = {
  'a part that leaves enough': { paid: usd(10_000), cents: 1_000 },
  'a part that leaves too little': { paid: usd(10_000), cents: 1_001 },
  all: { paid: usd(10_000), cents: 10_000 },
  more: { paid: usd(10_000), cents: 10_001 },
  nothing: { paid: usd(10_000), cents: 0 },
  'another amount': { paid: usd(5_000), cents: 5_000 },
  'another currency': { paid: { cents: 10_000, currency: 'eur' }, cents: 10_000 },
} as const;
type Kind = keyof typeof REFUNDS;

/** State of the payment, what went back of it, and the state of the trade afterwards. */
function expected(kind: Kind, payment: string, trade: TradeState): readonly [string, string, TradeState] {
  const isOut = payment === 'Submitted' || payment === 'Settled';
  const back = kind.startsWith('a part') ? `${REFUNDS[kind].cents / 100}` : kind === 'all' ? '100' : undefined;
  if (!isOut || back === undefined) return [payment, '0.000000', trade];
  const refunded = Number(back).toFixed(6);
  if (kind === 'all') {
    const after = { FUNDED: 'CREATED', 'UNWIND PENDING': 'UNWIND SETTLED' } as const;
    return ['Returned', refunded, trade === 'FUNDED' || trade === 'UNWIND PENDING' ? after[trade] : trade];
  }
  const isShort = kind === 'a part that leaves too little' && trade === 'FUNDED' && payment === 'Settled';
  return [payment, refunded, isShort ? 'CREATED' : trade];
}

function payerOf({ client_id, account_id, trade_id, offering_id }: TradeRow) {
  return { client_id, account_id, trade_id, offering_id };
}

describeOnEachDatabase('a refund at the processor', (open) => {
  test('changes what it must, in each pair of states', async () => {
    const api = await startCards(await open());
    const { db } = api.database;
    await db.updateTable('offerings').set({ sold_shares: '9000.000000' }).execute();
    let cases = 0;
    for (const kind of Object.keys(REFUNDS) as Kind[]) {
      for (const payment of PAYMENT_STATES) {
        for (const order_status of TRADE_STATES) {
          const trade = await api.trade({ order_status, total_amount: '90.000000' });
          const { ref_num } = await aCardMove(db, payerOf(trade));
          const key = `key ${ref_num}`;
          const states = { fund_status: payment, payment_key: key };
          await db.updateTable('card_fund_moves').set(states).where('ref_num', '=', ref_num).execute();
          // A notice may come twice.
          for (let times = 0; times < 2; times++) await api.payments.receive({ key, refund: REFUNDS[kind] });
          const move = await api.move(String(ref_num));
          const found = [move.fund_status, move.refunded_amount, await api.tradeState(trade.trade_id)];
          expect([kind, payment, order_status, ...found]).toEqual([
            kind,
            payment,
            order_status,
            ...expected(kind, payment, order_status),
          ]);
          cases++;
        }
      }
    }
    expect(cases).toBe(7 * 5 * 6);
  });

  test('that comes before the payment settled keeps what is left from funding a larger trade', async () => {
    const api = await startCards(await open());
    const { db } = api.database;
    const states: string[] = [];
    for (const cents of [1_000, 1_001]) {
      const trade = await api.trade({ total_amount: '90.000000' });
      const { ref_num } = await aCardMove(db, payerOf(trade));
      const key = `key ${ref_num}`;
      const sent = { fund_status: 'Submitted', payment_key: key };
      await db.updateTable('card_fund_moves').set(sent).where('ref_num', '=', ref_num).execute();
      await api.payments.receive({ key, refund: { paid: usd(10_000), cents } });
      const result = { accepted: true, paid: usd(10_000), transactionId: 'pi_1', message: 'paid', tokenMessage: null };
      await api.payments.receive({ key, result });
      const { fund_status, errors } = await api.move(String(ref_num));
      states.push(`${fund_status} ${errors} ${await api.tradeState(trade.trade_id)}`);
    }
    expect(states).toEqual([
      'Settled Refunded by the processor: 10.000000 FUNDED',
      'Settled Refunded by the processor: 10.010000 CREATED',
    ]);
  });
});
