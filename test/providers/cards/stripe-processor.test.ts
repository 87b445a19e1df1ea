import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type CardDetails,
  CardRefused,
  type Payment,
  type PaymentResult,
  ProcessorFailed,
  UntrustedNotice,
} from '../../../src/providers/cards/index.ts';
import { StripeProcessor } from '../../../src/providers/cards/stripe-processor.ts';
import { INSUFFICIENT, StripeStandIn } from './stripe-stand-in.ts';

const SECRET = 'whsec_example';
const NOW = Date.UTC(2030, 0, 2, 3, 4, 5) * 1000;

const CARD: CardDetails = {
  holder: 'First Last',
  number: '4242424242424242',
  expiryMonth: 12,
  expiryYear: 2035,
  securityCode: '123',
  billingZip: '10001',
};

let stripe: StripeStandIn;
let processor: StripeProcessor;
beforeEach(async () => {
  stripe = await StripeStandIn.start();
  processor = processorOf(60_000);
});
afterEach(() => stripe.close());

function processorOf(timeoutMs: number): StripeProcessor {
  return new StripeProcessor({ secretKey: 'sk_test_example', webhookSecret: SECRET, url: stripe.url, timeoutMs });
}

async function aPayment(number = CARD.number): Promise<Payment> {
  const { token } = await processor.store({ ...CARD, number });
  return { key: 'key-1', token, cents: 12_345, reference: '600001' };
}

describe('Stripe', () => {
  test('keeps a card under a token without its digits', async () => {
    const { token } = await processor.store(CARD);
    expect(token).toBe('cus_1/pm_1');
    const [method, customer, attached] = stripe.asked;
    expect(Object.fromEntries(method!.form)).toMatchObject({
      type: 'card',
      'card[number]': CARD.number,
      'card[exp_month]': '12',
      'card[exp_year]': '2035',
      'card[cvc]': '123',
      'billing_details[name]': 'First Last',
      'billing_details[address][postal_code]': '10001',
    });
    expect([customer!.path, attached!.path]).toEqual(['/v1/customers', '/v1/payment_methods/pm_1/attach']);
  });

  test('refuses a card in words for who typed it, and fails without repeating what was sent', async () => {
    await expect(processor.store({ ...CARD, number: '4000000000000002' })).rejects.toThrow(
      new CardRefused('Your card was declined.'),
    );
    const failure = await processor.store({ ...CARD, number: '4000000000000119' }).catch((error: Error) => error);
    expect(failure).toBeInstanceOf(ProcessorFailed);
    expect(JSON.stringify(failure) + (failure as Error).stack).not.toContain('4000000000000119');
  });

  test('gives back exact cents once for a key, says what went back in all, and finds it again', async () => {
    const { transactionId } = (await processor.pay(await aPayment())) as PaymentResult;
    const order = { key: 'back-1', token: '', transactionId, cents: 2_345, reference: '1000001' };
    const back = (cents: number) => ({ paid: { cents: 12_345, currency: 'usd' }, cents });
    const first = { accepted: true, message: 'Refund complete', back: back(2_345) };
    expect(await processor.refund(order)).toEqual(first);
    expect(await processor.refund(order)).toEqual(first);
    const second = { ...order, key: 'back-2', cents: 10_000 };
    expect(await processor.refund(second)).toMatchObject({ back: back(12_345) });
    expect(stripe.refunds.map(({ amount }) => amount)).toEqual([2_345, 10_000]);
    expect(await processor.findRefund(second)).toMatchObject({ accepted: true });
    expect(await processor.findRefund({ ...order, key: 'never' })).toBe('none');
    // More than is left, and a payment that Stripe does not have.
    const refused = { accepted: false, message: 'The processor refused the refund' };
    expect(await processor.refund({ ...order, key: 'back-3' })).toEqual(refused);
    const unknown = { accepted: false, message: 'The processor does not know the payment' };
    expect(await processor.refund({ ...order, transactionId: null })).toEqual(unknown);
    expect(await processor.findRefund({ ...order, transactionId: null })).toBe('none');
    stripe.faults.push(500);
    await expect(processor.refund({ ...order, key: 'back-4' })).rejects.toThrow(ProcessorFailed);
    const failing = { ...(await aPayment()), key: 'key-2', cents: 5_126 };
    const { transactionId: lost } = (await processor.pay(failing)) as PaymentResult;
    expect(await processor.refund({ ...order, key: 'back-5', transactionId: lost })).toEqual({
      ...{ accepted: false, message: 'The refund is failed: lost_or_stolen_card' },
    });
  });

  test('pays exact cents once for a key', async () => {
    const payment = await aPayment();
    const first = await processor.pay(payment);
    expect(first).toMatchObject({ accepted: true, transactionId: 'pi_1', message: 'Payment complete' });
    expect(await processor.pay(payment)).toEqual(first);
    expect(stripe.intents).toHaveLength(1);
    expect(stripe.intents[0]).toMatchObject({ amount: 12_345, currency: 'usd', customer: 'cus_1' });
    expect(stripe.asked.filter(({ path }) => path === '/v1/payment_intents').map(({ key }) => key)).toEqual([
      'key-1',
      'key-1',
    ]);
  });

  test('refuses a payment with what the bank says', async () => {
    const payment = await aPayment('4000000000009995');
    const refused = { accepted: false, transactionId: 'pi_1', message: INSUFFICIENT };
    expect(await processor.pay(payment)).toMatchObject(refused);
    expect(await processor.find(payment)).toMatchObject(refused);
  });

  test.each(['no answer', 'cut', 500, 429, 401] as const)('does not know the outcome after %s', async (fault) => {
    const payment = await aPayment();
    // A connection that is cut is tried once more by the library, with the same key.
    stripe.faults.push(...(fault === 'cut' ? [fault, fault] : [fault]));
    // Time enough to be asked, and no other call is measured.
    const asked = fault === 'no answer' ? processorOf(1000) : processor;
    await expect(asked.pay(payment)).rejects.toThrow(ProcessorFailed);
    expect(await processor.find(payment)).toEqual(
      fault === 'no answer' ? expect.objectContaining({ accepted: true }) : 'none',
    );
    expect(await processor.pay(payment)).toMatchObject({ accepted: true, transactionId: 'pi_1' });
    expect(stripe.intents).toHaveLength(1);
  });

  test('says that it has not decided', async () => {
    const payment = await aPayment('4000000000000077');
    expect(await processor.pay(payment)).toBe('open');
    expect(await processor.find(payment)).toBe('open');
  });

  test('refuses a payment by a card that it forgot; forgetting twice is no fault', async () => {
    const payment = await aPayment();
    await processor.forget(payment.token);
    await processor.forget(payment.token);
    const refused = { accepted: false, transactionId: null, message: 'The processor refused the payment' };
    expect(await processor.pay(payment)).toMatchObject(refused);
  });
});

describe('a notice of Stripe', () => {
  function notice(type: string, intent: object): Buffer {
    return Buffer.from(JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object: intent } }));
  }

  const INTENT = {
    id: 'pi_1',
    object: 'payment_intent',
    status: 'succeeded',
    amount: 100,
    currency: 'usd',
    metadata: { key: 'key-1' },
    last_payment_error: null,
  };

  function signed(payload: Buffer, secret = SECRET, timestamp = NOW / 1_000_000): string {
    return new Stripe('sk_test_example').webhooks.generateTestHeaderString({
      payload: payload.toString(),
      secret,
      timestamp,
    });
  }

  test('reports a payment', async () => {
    const body = notice('payment_intent.succeeded', INTENT);
    const read = await processor.readNotice!(body, signed(body), NOW);
    expect(read).toMatchObject({ key: 'key-1', result: { accepted: true, transactionId: 'pi_1' } });
    const error = { type: 'card_error', message: INSUFFICIENT };
    const failed = { ...INTENT, status: 'requires_payment_method', last_payment_error: error };
    const other = notice('payment_intent.payment_failed', failed);
    expect(await processor.readNotice!(other, signed(other), NOW)).toMatchObject({
      key: 'key-1',
      result: { accepted: false, message: INSUFFICIENT },
    });
  });

  test('is believed with one of two signatures, of which the other is made with another secret', async () => {
    const body = notice('payment_intent.succeeded', INTENT);
    const [time, own] = signed(body).split(',');
    const [, other] = signed(body, 'whsec_other').split(',');
    for (const header of [`${time},${own},${other}`, `${time},${other},${own}`]) {
      expect(await processor.readNotice!(body, header, NOW)).toMatchObject({ key: 'key-1' });
    }
    await expect(processor.readNotice!(body, `${time},${other},${other}`, NOW)).rejects.toThrow(UntrustedNotice);
  });

  test('may begin with a byte order mark, which is signed too', async () => {
    const body = Buffer.concat([Buffer.from('\ufeff'), notice('payment_intent.succeeded', INTENT)]);
    expect(await processor.readNotice!(body, signed(body), NOW)).toMatchObject({ key: 'key-1' });
    await expect(processor.readNotice!(body, signed(body.subarray(3)), NOW)).rejects.toThrow(UntrustedNotice);
  });

  test('of something else, or of a payment that is not ours, is passed over', async () => {
    const bodies = [
      notice('customer.created', { id: 'cus_1' }),
      notice('payment_intent.succeeded', { ...INTENT, metadata: {} }),
    ];
    for (const body of bodies) expect(await processor.readNotice!(body, signed(body), NOW)).toBeUndefined();
  });

  test('is not believed with a wrong signature, or when it is old', async () => {
    const body = notice('payment_intent.succeeded', INTENT);
    const refuse = (signature: string, nowUs = NOW) =>
      expect(processor.readNotice!(body, signature, nowUs)).rejects.toThrow(UntrustedNotice);
    await refuse(signed(body, 'whsec_other'));
    await refuse('');
    await refuse('t=1,v1=00');
    await refuse(signed(notice('payment_intent.succeeded', { ...INTENT, amount: 1 })));
    await refuse(signed(body), NOW + 301_000_000);
    await expect(processor.readNotice!(body, signed(body), NOW + 299_000_000)).resolves.toBeDefined();
  });

  test('cannot be read without a secret', () => {
    const options = { secretKey: 'sk_test_example', webhookSecret: null, url: null, timeoutMs: 300 };
    expect(new StripeProcessor(options).readNotice).toBeUndefined();
  });
});
