/** Refunds by the card processor: each is made once, and no dollar of it counts twice (A33). */
import { afterEach, expect, test } from 'vitest';
import { ledgerProblems } from '../../../../src/modules/ledger/index.ts';
import { CardPayments } from '../../../../src/modules/payments/cards/index.ts';
import type { CardProcessor, FoundRefund, RefundOrder, RefundResult } from '../../../../src/providers/cards/index.ts';
import { ProcessorFailed, SandboxProcessor } from '../../../../src/providers/cards/index.ts';
import { StripeProcessor } from '../../../../src/providers/cards/stripe-processor.ts';
import { StripeStandIn } from '../../../providers/cards/stripe-stand-in.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { fieldsOf } from '../../shared/api.ts';
import { type Refunds, startRefunds } from './refunds-api.ts';

const MINUTE_US = 60_000_000;
const HOUR_US = 60 * MINUTE_US;
const QUIET = { warn: () => {}, error: () => {} };
const usd = (cents: number) => ({ cents, currency: 'usd' });

/** Answers refunds with what is taken from a list, in turn; the last one again and again. */
class Scripted extends SandboxProcessor {
  readonly asked: RefundOrder[] = [];
  readonly looked: RefundOrder[] = [];
  answers: (RefundResult | 'open' | 'lost')[] = [];
  found: FoundRefund = 'none';
  override async refund(order: RefundOrder): Promise<RefundResult> {
    this.asked.push(order);
    const next = this.answers.length > 1 ? this.answers.shift()! : this.answers[0]!;
    if (next === 'lost') throw new ProcessorFailed('no answer');
    return next as RefundResult;
  }
  override async findRefund(order: RefundOrder): Promise<FoundRefund> {
    this.looked.push(order);
    return this.found;
  }
}

const back = (cents: number, all = 10_000): RefundResult => ({
  ...{ accepted: true, message: 'Refund complete', back: { paid: usd(all), cents } },
});

const stripes: StripeStandIn[] = [];
afterEach(async () => {
  for (const stripe of stripes.splice(0)) await stripe.close();
});

async function paymentOf({ db }: Refunds, number: string) {
  return db.selectFrom('card_fund_moves').selectAll().where('ref_num', '=', Number(number)).executeTakeFirstOrThrow();
}

/** As the processor has it: with its key. */
async function keyed(refunds: Refunds, number: string): Promise<string> {
  const key = `key ${number}`;
  const values = { payment_key: key, processor_transaction_id: `pi ${number}` };
  await refunds.db.updateTable('card_fund_moves').set(values).where('ref_num', '=', Number(number)).execute();
  return key;
}

describeOnEachDatabase('refunds by card', (open) => {
  const start = async () => {
    const refunds = await startRefunds(open);
    const { api, db, deps, unwound, list, cardRefunds } = refunds;
    const processor = new Scripted();
    return {
      ...{ refunds, api, db, processor },
      unwound: async () => {
        const { tradeId, number } = await unwound('CARD');
        return { tradeId, number, key: await keyed(refunds, number) };
      },
      statusOf: async (tradeId: number) => (await list({ tradeId })).refunds.map((one) => [one.status, one.errors]),
      run: () => cardRefunds(processor).run(),
      notice: (key: string, cents: number) =>
        new CardPayments({ ...deps, cards: processor as CardProcessor }, QUIET).receive({
          ...{ key, refund: { paid: usd(10_000), cents } },
        }),
    };
  };

  test('whose answer is lost is asked for again with the same key, and looked up once the key is old', async () => {
    const { refunds, api, processor, unwound, statusOf, run } = await start();
    const { tradeId } = await unwound();
    processor.answers = ['lost'];
    await refunds.refund(tradeId, 'CARD', { amount: '40' });
    await refunds.send(processor);
    expect(await statusOf(tradeId)).toEqual([['Submitted', null]]);
    await run();
    expect(processor.asked).toHaveLength(1);
    api.nowUs += 2 * MINUTE_US;
    await run();
    expect(processor.asked.map(({ key }) => key)).toEqual(Array(2).fill(processor.asked[0]!.key));
    expect(processor.asked[0]).toMatchObject({ cents: 4_000, token: '' });
    api.nowUs += 24 * HOUR_US;
    processor.found = 'open';
    await run();
    expect(await statusOf(tradeId)).toEqual([['Submitted', null]]);
    processor.found = 'none';
    api.nowUs += 2 * HOUR_US;
    await run();
    expect([processor.asked.length, processor.looked.length]).toEqual([2, 2]);
    expect(await statusOf(tradeId)).toEqual([['Returned', 'The processor never made the refund']]);
    expect(await refunds.stateOf(tradeId)).toEqual(['UNWIND PENDING', 100, 0, 100]);
  });

  test.each(['answer first', 'notice first', 'notice only of a part before'] as const)(
    'count once by the answer and by the notice: %s',
    async (order) => {
      const { refunds, db, processor, unwound, run, api, notice } = await start();
      const { tradeId, number, key } = await unwound();
      if (order === 'notice only of a part before') await notice(key, 1_500);
      const before = order === 'notice only of a part before' ? 1_500 : 0;
      await refunds.refund(tradeId, 'CARD', { amount: '40' });
      processor.answers = ['lost', back(before + 4_000)];
      await refunds.send(processor);
      if (order === 'notice first') await notice(key, 4_000);
      api.nowUs += 2 * MINUTE_US;
      await run();
      await notice(key, before + 4_000);
      expect((await paymentOf(refunds, number)).refunded_amount).toBe(((before + 4_000) / 100).toFixed(6));
      const rest = 60 - before / 100;
      expect(await refunds.stateOf(tradeId)).toEqual(['UNWIND PENDING', rest, 0, rest]);
      // The rest, all of it: the payment is Returned, and the trade is UNWIND SETTLED.
      processor.answers = ['lost', back(10_000)];
      expect((await refunds.refund(tradeId, 'CARD')).amount).toBe(rest.toFixed(6));
      await refunds.send(processor);
      await notice(key, 10_000);
      expect((await refunds.stateOf(tradeId))[0]).toBe('UNWIND PENDING');
      api.nowUs += 2 * MINUTE_US;
      api.fired.length = 0;
      await run();
      expect(await refunds.stateOf(tradeId)).toEqual(['UNWIND SETTLED', 0, 0, 0]);
      expect((await paymentOf(refunds, number)).fund_status).toBe('Returned');
      expect(api.fired.map(({ method }) => method)).toEqual(['updateRefundStatus', 'updateTradeStatus']);
      expect(await ledgerProblems(db)).toEqual([]);
    },
  );

  test('that the processor refuses are Returned with its message, and another rail may follow', async () => {
    const { refunds, processor, unwound, statusOf } = await start();
    const { tradeId } = await unwound();
    processor.answers = [{ accepted: false, message: 'The card was closed' }];
    await refunds.refund(tradeId, 'CARD');
    await refunds.send(processor);
    expect(await statusOf(tradeId)).toEqual([['Returned', 'The card was closed']]);
    expect((await refunds.refund(tradeId, 'WIRE')).amount).toBe('100.000000');
    expect((await refunds.stateOf(tradeId))[0]).toBe('UNWIND SETTLED');
  });

  test('of which the processor reports another amount stay open, and a person ends them', async () => {
    const { refunds, db, processor, unwound, statusOf, api, run } = await start();
    const { tradeId, number } = await unwound();
    const { refundId } = await refunds.refund(tradeId, 'CARD', { amount: '40' });
    processor.answers = ['lost'];
    await refunds.send(processor);
    for (const wrong of [back(3_999), back(10_001), back(4_000, 9_000)]) {
      processor.answers = [wrong];
      await run();
      expect(await statusOf(tradeId)).toEqual([['Submitted', null]]);
      api.nowUs += 2 * HOUR_US;
    }
    const settled = { refundId, status: 'Settled', reason: 'the processor said so by telephone' };
    fieldsOf(await refunds.operator('updateRefundStatus', settled));
    expect((await paymentOf(refunds, number)).refunded_amount).toBe('40.000000');
    expect(await refunds.stateOf(tradeId)).toEqual(['UNWIND PENDING', 60, 0, 60]);
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test.each(['answer', 'person'] as const)(
    'that settle after a charge-back of the payment are due from the investor: by the %s',
    async (by) => {
      const { refunds, api, db, processor, unwound, statusOf, run, notice } = await start();
      // Of a part that a notice said before, which counts; and of one that none did.
      for (const [known, due] of [
        [4_000, 0],
        [0, 40],
      ] as const) {
        const { tradeId, number, key } = await unwound();
        const { refundId } = await refunds.refund(tradeId, 'CARD', { amount: '40' });
        processor.answers = ['lost', back(4_000)];
        await refunds.send(processor);
        if (known > 0) await notice(key, known);
        await refunds.report('CARD', number, 'Returned');
        expect(await refunds.stateOf(tradeId)).toEqual(['UNWIND PENDING', 0, 0, 0]);
        const settled = { refundId, status: 'Settled', reason: 'the processor said so' };
        if (by === 'person') fieldsOf(await refunds.operator('updateRefundStatus', settled));
        api.nowUs += 2 * MINUTE_US;
        await run();
        expect((await statusOf(tradeId))[0]![0]).toBe('Settled');
        expect(await refunds.stateOf(tradeId)).toEqual(['UNWIND SETTLED', 0, due, 0]);
        expect((await refunds.balances(refunds.offeringId)).escrow ?? 0).toBe(0 - due);
        expect(await ledgerProblems(db)).toEqual([]);
      }
    },
  );

  test.each([
    [2_000, '40', 40],
    [4_000, '40', 60],
    [5_000, '40', 50],
    [2_000, '90', 0],
  ] as const)(
    'that a person settles after a notice of %d cents: of %s dollars %d are left',
    async (cents, amount, left) => {
      const { refunds, db, processor, unwound, notice } = await start();
      const { tradeId, key } = await unwound();
      const { refundId } = await refunds.refund(tradeId, 'CARD', { amount });
      processor.answers = ['lost'];
      await refunds.send(processor);
      await notice(key, cents);
      fieldsOf(await refunds.operator('updateRefundStatus', { refundId, status: 'Settled', reason: 'by telephone' }));
      expect((await refunds.stateOf(tradeId))[1]).toBe(left);
      expect(await ledgerProblems(db)).toEqual([]);
    },
  );

  test('are voided where the payment was returned before the cut-off', async () => {
    const { refunds, processor, unwound, statusOf } = await start();
    const { tradeId, number } = await unwound();
    await refunds.refund(tradeId, 'CARD');
    await refunds.report('CARD', number, 'Returned');
    await refunds.send(processor);
    expect((await statusOf(tradeId))[0]![0]).toBe('Voided');
    expect(processor.asked).toEqual([]);
    expect((await refunds.stateOf(tradeId))[0]).toBe('UNWIND SETTLED');
  });

  test('go through Stripe once, whatever the line does', async () => {
    const { refunds, db, unwound, api } = await start();
    const stripe = await StripeStandIn.start();
    stripes.push(stripe);
    const settings = { secretKey: 'sk_test_example', webhookSecret: null, url: stripe.url, timeoutMs: 200 };
    const processor = new StripeProcessor(settings);
    const card = { holder: 'First Last', number: '4242424242424242', expiryMonth: 12, expiryYear: 2035 };
    const { token } = await processor.store({ ...card, securityCode: '123', billingZip: '10001' });
    for (const fault of ['cut', 500, 429, 'no answer'] as const) {
      const { tradeId, number } = await unwound();
      const paid = await processor.pay({ key: `pay ${number}`, token, cents: 10_000, reference: number });
      const { transactionId } = paid as { transactionId: string };
      const values = { processor_transaction_id: transactionId };
      await db.updateTable('card_fund_moves').set(values).where('ref_num', '=', Number(number)).execute();
      await refunds.refund(tradeId, 'CARD');
      stripe.faults.push(fault);
      await refunds.send(processor);
      api.nowUs += 2 * MINUTE_US;
      await refunds.cardRefunds(processor).run();
      expect([fault, await refunds.stateOf(tradeId)]).toEqual([fault, ['UNWIND SETTLED', 0, 0, 0]]);
    }
    expect(stripe.refunds.map(({ amount }) => amount)).toEqual(Array(4).fill(10_000));
    expect(await ledgerProblems(db)).toEqual([]);
  });
});
