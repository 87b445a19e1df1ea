/** Payments through Stripe's library against a stand-in of its API: the batch, and the notices that Stripe sends. */
import Stripe from 'stripe';
import { afterEach, expect, test } from 'vitest';
import { StripeProcessor } from '../../../../src/providers/cards/stripe-processor.ts';
import { INSUFFICIENT, StripeStandIn } from '../../../providers/cards/stripe-stand-in.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../../support/database.ts';
import { fieldsOf } from '../../shared/api.ts';
import { type CardsApi, startCards } from './cards-api.ts';

const SECRET = 'whsec_example';
/** 18:00 Eastern of Wednesday 2 January 2030. */
const CUT_OFF = Date.UTC(2030, 0, 2, 23) * 1000;
const HOUR_US = 3_600_000_000;

const stubs: StripeStandIn[] = [];
afterEach(async () => {
  for (const stub of stubs.splice(0)) await stub.close();
});

interface WithStripe {
  readonly api: CardsApi;
  readonly stripe: StripeStandIn;
}

async function start(
  open: TestDatabases,
  { webhookSecret = SECRET, payMs = 60_000 }: { webhookSecret?: string | null; payMs?: number } = {},
): Promise<WithStripe> {
  const stripe = await StripeStandIn.start();
  stubs.push(stripe);
  const options = { secretKey: 'sk_test_example', webhookSecret, url: stripe.url };
  const cards = new StripeProcessor({ ...options, timeoutMs: 60_000 });
  // Only payments are to meet an answer that does not come.
  const impatient = new StripeProcessor({ ...options, timeoutMs: payMs });
  cards.pay = (payment) => impatient.pay(payment);
  return { api: await startCards(await open(), { cards }), stripe };
}

/** The payment as Stripe reports it, once it was asked for. */
async function noticeOf({ api }: WithStripe, refNum: string, intent: object = {}): Promise<string> {
  const { payment_key: key } = await api.move(refNum);
  const object = {
    id: 'pi_9',
    object: 'payment_intent',
    status: 'succeeded',
    amount: 10_000,
    amount_received: 10_000,
    currency: 'usd',
  };
  const reported = { ...object, metadata: { key, reference: refNum }, last_payment_error: null, ...intent };
  return JSON.stringify({ id: 'evt_1', object: 'event', type: 'payment_intent.succeeded', data: { object: reported } });
}

function signed({ api }: WithStripe, payload: string, { secret = SECRET, ageSeconds = 0 } = {}): string {
  const timestamp = Math.floor(api.nowUs / 1_000_000) - ageSeconds;
  return new Stripe('sk_test_example').webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

function notify({ api }: WithStripe, body: string, signature?: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) };
  return fetch(`${api.storage.address}/callbacks/cards`, { method: 'POST', headers, body });
}

/** A payment that Stripe was asked for and has not decided. */
async function undecided(open: TestDatabases): Promise<WithStripe & { readonly refNum: string; tradeId: number }> {
  const all = await start(open);
  const { api } = all;
  const { refNum, tradeId } = await api.pay('4000000000000077');
  api.nowUs = CUT_OFF;
  await api.payments.run();
  expect(await api.move(refNum)).toMatchObject({ fund_status: 'Submitted' });
  api.fired.length = 0;
  return { ...all, refNum, tradeId };
}

const FUNDED = ['stripePaymentProcess', 'updateCCFundMoveStatus', 'updateTradeStatus'];

describeOnEachDatabase('payments through Stripe', (open) => {
  test('are made once in exact cents, whatever happened to the answers', async () => {
    const { api, stripe } = await start(open, { payMs: 1000 });
    // One of them meets an answer that is lost, two a fault, and one nothing.
    const payments = [await api.pay()];
    for (let more = 0; more < 3; more++) {
      const { trade_id: tradeId } = await api.trade({ total_amount: `${more + 1}.05` });
      const order = { accountId: api.accountId, tradeId, amount: `${more + 1}.05`, createdIpAddress: '192.0.2.1' };
      const { transactionDetails } = fieldsOf(await api.call('POST', 'ccFundMovement', order));
      payments.push({ refNum: (transactionDetails as [{ ccreferencenumber: string }])[0].ccreferencenumber, tradeId });
    }
    stripe.faults.push('no answer', 500, 429);
    api.nowUs = CUT_OFF;
    for (let turns = 0; turns < 3; turns++) api.nowUs = Math.min(await api.payments.run(), api.nowUs + HOUR_US);
    for (const { refNum, tradeId } of payments) {
      expect(await api.move(refNum)).toMatchObject({ fund_status: 'Settled', errors: null });
      expect(await api.tradeState(tradeId)).toBe('FUNDED');
    }
    const made = stripe.intents.map((intent) => [(intent.metadata as { reference: string }).reference, intent.amount]);
    const cents = [10_000, 105, 205, 305];
    expect(new Map(made as [string, number][])).toEqual(
      new Map(payments.map(({ refNum }, index) => [refNum, cents[index]])),
    );
    expect(made).toHaveLength(payments.length);
    expect(stripe.asked.filter(({ path }) => path === '/v1/payment_intents').length).toBeGreaterThan(payments.length);
  });

  test('that the bank refuses are Returned in its words', async () => {
    const { api, stripe } = await start(open);
    const { refNum, tradeId } = await api.pay('4000000000009995');
    api.nowUs = CUT_OFF;
    await api.payments.run();
    expect(await api.move(refNum)).toMatchObject({
      fund_status: 'Returned',
      errors: INSUFFICIENT,
      processor_transaction_id: stripe.intents[0]!.id,
    });
    expect(await api.tradeState(tradeId)).toBe('CREATED');
  });

  test('are looked up instead of asked for once Stripe no longer keeps the key', async () => {
    const { api, stripe } = await start(open, { payMs: 1000 });
    const [made, lost] = [await api.pay(), await api.trade()];
    const order = { accountId: api.accountId, tradeId: lost.trade_id, createdIpAddress: '192.0.2.1' };
    const { transactionDetails } = fieldsOf(await api.call('POST', 'ccFundMove', order));
    const [{ ccreferencenumber: never }] = transactionDetails as [{ ccreferencenumber: string }];
    stripe.faults.push('no answer', 500);
    api.nowUs = CUT_OFF;
    await api.payments.run();
    api.nowUs = CUT_OFF + 24 * HOUR_US;
    await api.payments.run();
    const states = [(await api.move(made.refNum)).fund_status, (await api.move(never)).fund_status].sort();
    // Both were asked for at once: which of them met the fault is open, but not that one was made.
    expect(states).toEqual(['Returned', 'Settled']);
    expect(stripe.intents).toHaveLength(1);
    const [{ metadata }] = stripe.intents as [{ metadata: { reference: string } }];
    expect(await api.move(metadata.reference)).toMatchObject({ fund_status: 'Settled' });
  });
});

describeOnEachDatabase('a notice of Stripe', (open) => {
  test('decides a payment once, however often it comes', async () => {
    const stripe = await undecided(open);
    const { api, refNum, tradeId } = stripe;
    const body = await noticeOf(stripe, refNum);
    for (let times = 0; times < 3; times++) {
      const answer = await notify(stripe, body, signed(stripe, body));
      expect([answer.status, await answer.json()]).toEqual([200, { statusCode: '101', statusDesc: 'Ok' }]);
    }
    expect(await api.move(refNum)).toMatchObject({ fund_status: 'Settled', processor_transaction_id: 'pi_9' });
    expect(await api.tradeState(tradeId)).toBe('FUNDED');
    expect(api.fired.map(({ method }) => method)).toEqual(FUNDED);
    // One that says otherwise comes too late, and so does the batch.
    const last_payment_error = { type: 'card_error', message: INSUFFICIENT };
    const other = await noticeOf(stripe, refNum, { status: 'requires_payment_method', last_payment_error });
    const failed = other.replace('payment_intent.succeeded', 'payment_intent.payment_failed');
    expect((await notify(stripe, failed, signed(stripe, failed))).status).toBe(200);
    api.nowUs += HOUR_US;
    await api.payments.run();
    expect(await api.move(refNum)).toMatchObject({ fund_status: 'Settled' });
    expect(api.fired).toHaveLength(FUNDED.length);
  });

  test('decides a payment once when several come at the same moment', async () => {
    const stripe = await undecided(open);
    const body = await noticeOf(stripe, stripe.refNum);
    const answers = await Promise.all([1, 2, 3, 4].map(() => notify(stripe, body, signed(stripe, body))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(stripe.api.fired.map(({ method }) => method)).toEqual(FUNDED);
  });

  test.each([
    ['less', { amount_received: 9_999 }],
    ['more', { amount: 10_001, amount_received: 10_001 }],
    ['another currency', { currency: 'eur' }],
    ['no amount', { amount_received: undefined }],
  ])('of %s than the payment never settles it', async (_what, intent) => {
    const stripe = await undecided(open);
    const body = await noticeOf(stripe, stripe.refNum, intent);
    expect((await notify(stripe, body, signed(stripe, body))).status).toBe(200);
    expect(await stripe.api.move(stripe.refNum)).toMatchObject({ fund_status: 'Submitted' });
    expect(await stripe.api.tradeState(stripe.tradeId)).toBe('CREATED');
    expect(stripe.api.fired).toEqual([]);
    // What comes later of the payment itself still decides it.
    const own = await noticeOf(stripe, stripe.refNum);
    await notify(stripe, own, signed(stripe, own));
    expect(await stripe.api.move(stripe.refNum)).toMatchObject({ fund_status: 'Settled' });
  });

  test('of refunds is followed: a part, more, and all of it', async () => {
    const stripe = await undecided(open);
    const { api, refNum, tradeId } = stripe;
    const paid = await noticeOf(stripe, refNum);
    await notify(stripe, paid, signed(stripe, paid));
    expect(await api.tradeState(tradeId)).toBe('FUNDED');
    const { metadata } = JSON.parse(paid).data.object;
    const refund = async (amount_refunded: number) => {
      const charge = { id: 'ch_1', amount: 10_000, currency: 'usd', amount_refunded, metadata };
      const body = JSON.stringify({ id: 'evt_3', object: 'event', type: 'charge.refunded', data: { object: charge } });
      expect((await notify(stripe, body, signed(stripe, body))).status).toBe(200);
      const { fund_status, errors } = await api.move(refNum);
      return [fund_status, errors, await api.tradeState(tradeId), api.fired.splice(0).map(({ method }) => method)];
    };
    api.fired.length = 0;
    const part = (amount: string) => `Refunded by the processor: ${amount}`;
    expect(await refund(2_500)).toEqual(['Settled', part('25.000000'), 'CREATED', FUNDED]);
    expect(await refund(2_500)).toEqual(['Settled', part('25.000000'), 'CREATED', []]);
    expect(await refund(4_000)).toEqual(['Settled', part('40.000000'), 'CREATED', FUNDED.slice(0, 2)]);
    // One that comes late, of less.
    expect(await refund(2_500)).toEqual(['Settled', part('40.000000'), 'CREATED', []]);
    expect(await refund(10_000)).toEqual(['Returned', 'Refunded by the processor', 'CREATED', FUNDED.slice(0, 2)]);
    expect(await refund(10_000)).toEqual(['Returned', 'Refunded by the processor', 'CREATED', []]);
  });

  test.each([
    'null',
    '[]',
    '{"object":"event","type":"payment_intent.succeeded"}',
    '{"object":"event","type":"payment_intent.succeeded","data":{}}',
    '{"object":"event","type":"charge.refunded","data":{"object":null}}',
  ])('without data is refused: %s', async (body) => {
    const stripe = await undecided(open);
    const answer = await notify(stripe, body, signed(stripe, body));
    expect([answer.status, (await answer.json()) as object]).toMatchObject([400, { statusCode: '102' }]);
  });

  test('of a payment that was refused returns it', async () => {
    const stripe = await undecided(open);
    const last_payment_error = { type: 'card_error', message: INSUFFICIENT };
    const body = (
      await noticeOf(stripe, stripe.refNum, { status: 'requires_payment_method', last_payment_error })
    ).replace('payment_intent.succeeded', 'payment_intent.payment_failed');
    expect((await notify(stripe, body, signed(stripe, body))).status).toBe(200);
    expect(await stripe.api.move(stripe.refNum)).toMatchObject({ fund_status: 'Returned', errors: INSUFFICIENT });
    expect(await stripe.api.tradeState(stripe.tradeId)).toBe('CREATED');
  });

  test('is not believed without its signature, with another, when it is old, or when it was changed', async () => {
    const stripe = await undecided(open);
    const body = await noticeOf(stripe, stripe.refNum);
    const refused: [string, string | undefined][] = [
      [body, undefined],
      [body, signed(stripe, body, { secret: 'whsec_other' })],
      [body, signed(stripe, body, { ageSeconds: 301 })],
      [body.replace('10000', '10001'), signed(stripe, body)],
      ['', signed(stripe, body)],
    ];
    for (const [sent, signature] of refused) {
      const answer = await notify(stripe, sent, signature);
      expect([answer.status, (await answer.json()) as object]).toMatchObject([400, { statusCode: '102' }]);
    }
    expect((await notify(stripe, `${body}${' '.repeat(300_000)}`, signed(stripe, body))).status).toBe(413);
    expect(await stripe.api.move(stripe.refNum)).toMatchObject({ fund_status: 'Submitted' });
    expect(stripe.api.fired).toEqual([]);
  });

  test('of a payment that nobody knows, or of something else, is taken and does nothing', async () => {
    const stripe = await undecided(open);
    const body = await noticeOf(stripe, stripe.refNum, { metadata: { key: 'of-somebody-else' } });
    const other = JSON.stringify({ id: 'evt_2', object: 'event', type: 'customer.created', data: { object: {} } });
    for (const sent of [body, other]) expect((await notify(stripe, sent, signed(stripe, sent))).status).toBe(200);
    expect(await stripe.api.move(stripe.refNum)).toMatchObject({ fund_status: 'Submitted' });
    expect(stripe.api.fired).toEqual([]);
    const read = await fetch(`${stripe.api.storage.address}/callbacks/cards`);
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('has no address where none is expected', async () => {
    const stripe = await start(open, { webhookSecret: null });
    expect((await notify(stripe, '{}')).status).toBe(404);
  });
});
