/** Payments through Stripe, by its own library. */
import Stripe from 'stripe';
import {
  type CardDetails,
  type CardProcessor,
  CardRefused,
  type FoundPayment,
  type FoundRefund,
  type Payment,
  type PaymentNotice,
  type PaymentResult,
  ProcessorFailed,
  type Refund,
  type RefundOrder,
  type RefundResult,
  type StoredCard,
  UntrustedNotice,
} from './card-processor.ts';

/** A notice may be so old, seconds. */
const NOTICE_AGE_MAX = 300;

/** Payments of one card, or refunds of one payment, that are looked through for one. */
const SEARCHED = 1000;

export interface StripeSettings {
  readonly secretKey: string;
  /** Signs what Stripe sends by itself; null: nothing of it is believed. */
  readonly webhookSecret: string | null;
  /** Where the API is; null: Stripe's own. */
  readonly url: string | null;
  /** Time for one request. */
  readonly timeoutMs: number;
}

export class StripeProcessor implements CardProcessor {
  readonly name = 'Stripe';
  /** Stripe keeps keys for 24 hours at least. */
  readonly keyHours = 23;
  readonly readNotice: CardProcessor['readNotice'];
  readonly #stripe: Stripe;

  constructor({ secretKey, webhookSecret, url, timeoutMs }: StripeSettings) {
    this.#stripe = new Stripe(secretKey, {
      ...(url === null ? {} : addressOf(new URL(url))),
      timeout: timeoutMs,
      // Callers repeat a request only after they stored that they made it.
      maxNetworkRetries: 0,
      telemetry: false,
    });
    if (webhookSecret !== null) {
      this.readNotice = (body, signature, nowUs) => this.#notice({ body, signature, nowUs, secret: webhookSecret });
    }
  }

  async store(card: CardDetails): Promise<StoredCard> {
    return answered(async () => {
      const method = await this.#stripe.paymentMethods.create({
        type: 'card',
        card: {
          number: card.number,
          exp_month: card.expiryMonth,
          exp_year: card.expiryYear,
          cvc: card.securityCode,
        },
        billing_details: { name: card.holder, address: { postal_code: card.billingZip } },
      });
      const customer = await this.#stripe.customers.create({ name: card.holder });
      await this.#stripe.paymentMethods.attach(method.id, { customer: customer.id });
      return { token: `${customer.id}/${method.id}` };
    });
  }

  async forget(token: string): Promise<void> {
    const { customer } = partsOf(token);
    try {
      // With the customer goes the card.
      await answered(() => this.#stripe.customers.del(customer));
    } catch (error) {
      if (!isUnknown(error)) throw error;
    }
  }

  async pay({ key, token, cents, reference }: Payment): Promise<PaymentResult | 'open'> {
    const { customer, method } = partsOf(token);
    try {
      const intent = await this.#stripe.paymentIntents.create(
        {
          amount: cents,
          currency: 'usd',
          customer,
          payment_method: method,
          confirm: true,
          off_session: true,
          error_on_requires_action: true,
          description: `Investment ${reference}`,
          metadata: { key, reference },
        },
        { idempotencyKey: key },
      );
      return resultOf(intent) ?? 'open';
    } catch (error) {
      return refusalOf(error);
    }
  }

  async find({ key, token }: Payment): Promise<FoundPayment> {
    const { customer } = partsOf(token);
    return answered(async () => {
      const made = await this.#stripe.paymentIntents
        .list({ customer, limit: 100 })
        .autoPagingToArray({ limit: SEARCHED });
      const intent = made.find(({ metadata }) => metadata.key === key);
      return intent === undefined ? 'none' : (resultOf(intent) ?? 'open');
    });
  }

  async refund({ key, transactionId, cents, reference }: RefundOrder): Promise<RefundResult | 'open'> {
    if (transactionId === null) return UNKNOWN_PAYMENT;
    try {
      const refund = await this.#stripe.refunds.create(
        { payment_intent: transactionId, amount: cents, metadata: { key, reference }, expand: ['charge'] },
        { idempotencyKey: key },
      );
      return refundResult(refund) ?? 'open';
    } catch (error) {
      const { accepted, message } = refusalOf(error, 'The processor refused the refund');
      return { accepted, message };
    }
  }

  async findRefund({ key, transactionId }: RefundOrder): Promise<FoundRefund> {
    if (transactionId === null) return 'none';
    return answered(async () => {
      const made = await this.#stripe.refunds
        .list({ payment_intent: transactionId, limit: 100, expand: ['data.charge'] })
        .autoPagingToArray({ limit: SEARCHED });
      const refund = made.find(({ metadata }) => metadata?.key === key);
      return refund === undefined ? 'none' : (refundResult(refund) ?? 'open');
    });
  }

  async #notice(sent: {
    body: Buffer;
    signature: string;
    nowUs: number;
    secret: string;
  }): Promise<PaymentNotice | undefined> {
    const { body, signature, nowUs, secret } = sent;
    let event: Stripe.Event;
    try {
      // The signature is over all bytes: the library would drop a byte order mark before it checks them.
      const text = body.toString();
      const { signature: check } = this.#stripe.webhooks;
      if (check === null) throw new Error('the library cannot check signatures');
      check.verifyHeader(text, signature, secret, NOTICE_AGE_MAX, undefined, Math.floor(nowUs / 1000));
      event = JSON.parse(text.replace(/^\uFEFF/, ''));
    } catch {
      throw new UntrustedNotice('the signature of the notice is wrong or too old');
    }
    if (!hasObject(event)) throw new UntrustedNotice('the notice has no data');
    switch (event.type) {
      case 'payment_intent.succeeded':
      case 'payment_intent.payment_failed':
        return noticeOf(event.data.object, resultOf(event.data.object));
      case 'charge.refunded':
        return refundNotice(event.data.object);
      default:
        return undefined;
    }
  }
}

/** What was signed may be any JSON. */
function hasObject(event: unknown): boolean {
  const { data } = (event ?? {}) as { readonly data?: { readonly object?: unknown } };
  return typeof data?.object === 'object' && data.object !== null;
}

function noticeOf(
  { metadata }: { readonly metadata?: Stripe.Metadata },
  result: PaymentResult | undefined,
): PaymentNotice | undefined {
  const key = metadata?.key;
  return key === undefined || result === undefined ? undefined : { key, result };
}

/** Stripe gives a charge the metadata of its payment. */
function refundNotice(charge: Stripe.Charge): PaymentNotice | undefined {
  const key = (charge.metadata as Stripe.Metadata | undefined)?.key;
  return key === undefined ? undefined : { key, refund: backOf(charge) };
}

/** What of a charge has gone back in all. */
function backOf({ amount, currency, amount_refunded }: Stripe.Charge): Refund {
  return { paid: { cents: amount, currency }, cents: amount_refunded };
}

const UNKNOWN_PAYMENT: RefundResult = { accepted: false, message: 'The processor does not know the payment' };

/** undefined: Stripe has not decided. */
function refundResult({ status, failure_reason, charge }: Stripe.Refund): RefundResult | undefined {
  if (status === 'succeeded') {
    const back = typeof charge === 'object' && charge !== null ? { back: backOf(charge) } : {};
    return { accepted: true, message: 'Refund complete', ...back };
  }
  if (status !== 'failed' && status !== 'canceled') return undefined;
  return {
    accepted: false,
    message: `The refund is ${status}${failure_reason === undefined ? '' : `: ${failure_reason}`}`,
  };
}

function addressOf({ protocol, hostname, port }: URL): { protocol: 'http' | 'https'; host: string; port: number } {
  const isHttp = protocol === 'http:';
  return { protocol: isHttp ? 'http' : 'https', host: hostname, port: Number(port) || (isHttp ? 80 : 443) };
}

function partsOf(token: string): { readonly customer: string; readonly method: string } {
  const [customer = '', method = ''] = token.split('/');
  return { customer, method };
}

/** undefined: Stripe has not decided. */
function resultOf(intent: Stripe.PaymentIntent): PaymentResult | undefined {
  const { id, status, amount, currency, last_payment_error: error } = intent;
  const tokenMessage = JSON.stringify({ id, status, amount, currency, ...codesOf(error) });
  if (status === 'succeeded') {
    const paid = { cents: intent.amount_received, currency };
    return { accepted: true, paid, transactionId: id, message: 'Payment complete', tokenMessage };
  }
  if (status === 'processing') return undefined;
  return { accepted: false, transactionId: id, message: error?.message ?? `The payment is ${status}`, tokenMessage };
}

function codesOf(error: Stripe.PaymentIntent.LastPaymentError | null): { code?: string; decline_code?: string } {
  return {
    ...(error?.code === undefined ? {} : { code: error.code }),
    ...(error?.decline_code === undefined ? {} : { decline_code: error.decline_code }),
  };
}

/** A refusal that is certain; everything else is thrown as an outcome that nobody knows. */
function refusalOf(error: unknown, refused = 'The processor refused the payment'): PaymentResult {
  const isCertain =
    error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError;
  if (!isCertain) throw failureOf(error);
  const { payment_intent: intent, code, decline_code, requestId } = error;
  return {
    accepted: false,
    transactionId: intent?.id ?? null,
    message: error instanceof Stripe.errors.StripeCardError ? error.message : refused,
    tokenMessage: JSON.stringify({ code, decline_code, requestId }),
  };
}

async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof Stripe.errors.StripeCardError ? new CardRefused(error.message) : failureOf(error);
  }
}

/** Without the library's message, which may repeat what was sent. */
function failureOf(error: unknown): ProcessorFailed {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const { type, code, statusCode, requestId } = error;
  const known = [type, code, statusCode, requestId].filter((one) => one !== undefined && one !== null);
  return Object.assign(new ProcessorFailed(`Stripe gave no answer that can be used: ${known.join(', ')}`), {
    http: statusCode,
  });
}

function isUnknown(error: unknown): boolean {
  return error instanceof ProcessorFailed && (error as { http?: number }).http === 404;
}
