/** A stand-in of Stripe's HTTP API, as far as cards are concerned, with its idempotency keys and its faults. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

type Json = Record<string, unknown>;

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly form: URLSearchParams;
}

/** What the next payments meet: an answer that never comes although the payment was made, a cut line, or a fault. */
export type Fault = 'no answer' | 'cut' | 500 | 401 | 429;

interface Reply {
  readonly http: number;
  readonly body: Json;
}

export class StripeStandIn {
  readonly asked: Asked[] = [];
  /** Payments that were made, in order. */
  readonly intents: Json[] = [];
  /** Refunds that were made, in order. */
  readonly refunds: Json[] = [];
  readonly customers = new Map<string, Json>();
  /** Taken one by one by the payments that come. */
  readonly faults: Fault[] = [];
  /** Of what cards do, by the last four digits. */
  readonly #methods = new Map<string, { readonly lastFour: string; customer: string | null }>();
  readonly #answered = new Map<string, { readonly hash: string; readonly reply: Reply }>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async start(): Promise<StripeStandIn> {
    const standIn = new StripeStandIn();
    await new Promise<void>((resolve) => standIn.#server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await textOf(request).catch(() => undefined);
    // Its process was killed while it asked.
    if (text === undefined) return;
    const url = new URL(request.url ?? '/', this.url);
    const key = request.headers['idempotency-key'] as string | undefined;
    const form = new URLSearchParams(request.method === 'GET' ? url.search : text);
    const asked = { method: request.method ?? '', path: url.pathname, key, form };
    this.asked.push(asked);
    const isOfMoney = asked.method === 'POST' && /^\/v1\/(payment_intents|refunds)$/.test(asked.path);
    const fault = isOfMoney ? this.faults.shift() : undefined;
    if (fault === 'cut') return void request.socket.destroy();
    if (typeof fault === 'number') return send(response, refusal(fault, 'api_error', 'out of order'));
    const reply = this.#once(key, createHash('sha256').update(text).digest('hex'), () => this.#reply(asked));
    if (fault !== 'no answer') send(response, reply);
  }

  /** The same key gives the first answer again, and is refused with other values. */
  #once(key: string | undefined, hash: string, make: () => Reply): Reply {
    if (key === undefined) return make();
    const before = this.#answered.get(key);
    if (before === undefined) {
      const reply = make();
      this.#answered.set(key, { hash, reply });
      return reply;
    }
    return before.hash === hash ? before.reply : refusal(400, 'idempotency_error', 'another body');
  }

  #reply({ method, path, form }: Asked): Reply {
    const [, , kind, id = '', action] = path.split('/');
    const route = `${method} ${kind}${action === undefined ? (id === '' ? '' : '/:id') : `/:id/${action}`}`;
    switch (route) {
      case 'POST payment_methods':
        return this.#newMethod(form.get('card[number]') ?? '');
      case 'POST payment_methods/:id/attach':
        return this.#attach(id, form.get('customer') ?? '');
      case 'POST customers': {
        const customer = { id: `cus_${this.customers.size + 1}`, object: 'customer', name: form.get('name') };
        this.customers.set(customer.id, customer);
        return { http: 200, body: customer };
      }
      case 'DELETE customers/:id':
        if (!this.customers.delete(id)) return refusal(404, 'invalid_request_error', 'no such customer');
        return { http: 200, body: { id, object: 'customer', deleted: true } };
      case 'POST payment_intents':
        return this.#pay(form);
      case 'GET payment_intents': {
        const data = this.intents.filter(({ customer }) => customer === form.get('customer')).reverse();
        return { http: 200, body: { object: 'list', url: '/v1/payment_intents', has_more: false, data } };
      }
      case 'POST refunds':
        return this.#refund(form);
      case 'GET refunds': {
        const data = this.refunds.filter((one) => one.payment_intent === form.get('payment_intent')).reverse();
        return { http: 200, body: { object: 'list', url: '/v1/refunds', has_more: false, data } };
      }
      default:
        return refusal(404, 'invalid_request_error', `no route ${route}`);
    }
  }

  #refund(form: URLSearchParams): Reply {
    const intent = this.intents.find(({ id }) => id === form.get('payment_intent'));
    if (intent === undefined) return refusal(404, 'invalid_request_error', 'no such payment_intent');
    const own = this.refunds.filter((one) => one.payment_intent === intent.id);
    const amount = Number(form.get('amount'));
    const amount_refunded = own.reduce((sum, one) => sum + Number(one.amount), amount);
    if (amount_refunded > Number(intent.amount)) {
      return refusal(400, 'invalid_request_error', 'the amount is greater than what is left of the charge');
    }
    const status = Number(intent.amount) % 100 === 26 ? 'failed' : 'succeeded';
    const charge = { id: `ch_${String(intent.id)}`, object: 'charge', amount: intent.amount, amount_refunded };
    const refund = {
      ...{ id: `re_${this.refunds.length + 1}`, object: 'refund', amount, status, payment_intent: intent.id },
      ...(status === 'failed' ? { failure_reason: 'lost_or_stolen_card' } : {}),
      metadata: { key: form.get('metadata[key]'), reference: form.get('metadata[reference]') },
      charge: isExpanded(form) ? { ...charge, currency: intent.currency } : charge.id,
    };
    if (status === 'succeeded') this.refunds.push(refund);
    return { http: 200, body: refund };
  }

  #newMethod(number: string): Reply {
    if (number.endsWith('0119')) return refusal(500, 'api_error', `card ${number}`);
    const id = `pm_${this.#methods.size + 1}`;
    this.#methods.set(id, { lastFour: number.slice(-4), customer: null });
    return { http: 200, body: { id, object: 'payment_method', type: 'card' } };
  }

  #attach(id: string, customer: string): Reply {
    const method = this.#methods.get(id);
    if (method === undefined) return refusal(404, 'invalid_request_error', 'no such method');
    if (method.lastFour === '0002') {
      return refusal(402, 'card_error', 'Your card was declined.', { code: 'card_declined' });
    }
    method.customer = customer;
    return { http: 200, body: { id, object: 'payment_method', type: 'card', customer } };
  }

  #pay(form: URLSearchParams): Reply {
    const method = this.#methods.get(form.get('payment_method') ?? '');
    const customer = form.get('customer') ?? '';
    if (method === undefined || method.customer !== customer || !this.customers.has(customer)) {
      return refusal(400, 'invalid_request_error', 'the method is not of the customer');
    }
    const isRefused = method.lastFour === '9995';
    const last_payment_error = isRefused
      ? { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds', message: INSUFFICIENT }
      : null;
    const statuses: Readonly<Record<string, string>> = { '9995': 'requires_payment_method', '0077': 'processing' };
    const intent = {
      id: `pi_${this.intents.length + 1}`,
      object: 'payment_intent',
      amount: Number(form.get('amount')),
      amount_received: Number(form.get('amount')),
      currency: form.get('currency'),
      customer,
      status: statuses[method.lastFour] ?? 'succeeded',
      metadata: { key: form.get('metadata[key]'), reference: form.get('metadata[reference]') },
      last_payment_error,
    };
    this.intents.push(intent);
    if (!isRefused) return { http: 200, body: intent };
    const more = { code: 'card_declined', decline_code: 'insufficient_funds', payment_intent: intent };
    return refusal(402, 'card_error', INSUFFICIENT, more);
  }
}

/** Whether the body asks for the charge, as Stripe shows it in place of its id. */
const isExpanded = (form: URLSearchParams) => [...form.values()].some((value) => /^(data\.)?charge$/.test(value));

export const INSUFFICIENT = 'Your card has insufficient funds.';

function refusal(http: number, type: string, message: string, more: Json = {}): Reply {
  return { http, body: { error: { type, message, ...more } } };
}

function send(response: ServerResponse, { http, body }: Reply): void {
  response.writeHead(http, { 'content-type': 'application/json', 'request-id': 'req_1' }).end(JSON.stringify(body));
}
