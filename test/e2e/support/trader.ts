/** One connection that trades: it enters, changes, cancels and reads its own orders, one request at a time. */
import { Client } from 'undici';
import { expect } from 'vitest';
import type { Dice } from './dice.ts';
import { KnownOrder, type OrderBody, type OrderDetails, type ReplaceBody } from './known-order.ts';
import { authorizationOf } from './requests.ts';
import type { Credentials } from './server-process.ts';

export interface Market {
  readonly issuerId: string;
  readonly securityIds: readonly string[];
}

type Request =
  | { readonly method: 'createOrder'; readonly key: string; readonly body: OrderBody }
  | { readonly method: 'replaceOrder'; readonly key: string; readonly body: ReplaceBody; readonly order: KnownOrder }
  | {
      readonly method: 'cancelOrder';
      readonly key: string;
      readonly body: { readonly orderid: string };
      readonly order: KnownOrder;
    }
  | {
      readonly method: 'getOrder';
      readonly key: null;
      readonly body: { readonly orderid: string };
      readonly order: KnownOrder;
    };

interface Answer {
  readonly http: number;
  readonly replayed: boolean;
  readonly body: Record<string, unknown> & { readonly statusCode: string };
}

/** Called for each request when it is sent and when it is answered. */
export interface Watcher {
  /** Whether the line may break now; before, that is a failure. */
  readonly isOver: boolean;
  sent(): void;
  answered(): void;
}

const PRICES = ['9.9', '9.95', '10', '10.05', '10.1'];
const CONTINGENCIES = ['None', 'None', 'None', 'All or None', 'Minimum Quantity'];
/** Answers that are kept to be asked for again. */
const ANSWERS_KEPT = 40;

export class Trader {
  readonly name: string;
  readonly orders = new Map<string, KnownOrder>();
  readonly #dice: Dice;
  readonly #market: Market;
  readonly #credentials: Credentials;
  readonly #answers: { readonly request: Request; readonly answer: Answer }[] = [];
  #live: KnownOrder[] = [];
  #unanswered: Request | null = null;
  #count = 0;
  /** Requests that were acknowledged, by method. */
  readonly acknowledged = { createOrder: 0, replaceOrder: 0, cancelOrder: 0, getOrder: 0 };

  constructor(name: string, credentials: Credentials, market: Market, dice: Dice) {
    this.name = name;
    this.#credentials = credentials;
    this.#market = market;
    this.#dice = dice;
  }

  /** Trades until the line breaks. The token marks the orders that it enters meanwhile. */
  async trade(origin: string, token: string, watcher: Watcher): Promise<void> {
    const line = new Client(origin, { pipelining: 1 });
    try {
      for (;;) {
        const request = this.#choose(token);
        const answer = this.#send(line, request);
        watcher.sent();
        try {
          await answer;
        } catch (error) {
          if (!watcher.isOver) throw error;
          this.#unanswered = request;
          return;
        }
        this.#learn(request, await answer);
        watcher.answered();
      }
    } finally {
      await line.destroy();
    }
  }

  /**
   * Repeats the request that got no answer, with its key, until its outcome is known, and once more: it must have one
   * effect. Says whether it had taken effect before the connection broke; undefined without one.
   */
  async settle(origin: string): Promise<boolean | undefined> {
    const request = this.#unanswered;
    this.#unanswered = null;
    if (request === null || request.method === 'getOrder') return undefined;
    const line = new Client(origin, { pipelining: 1 });
    try {
      const first = await this.#send(line, request);
      const again = await this.#send(line, request);
      expect(again.body).toEqual(first.body);
      if (first.body.statusCode === '101') expect(again.replayed).toBe(true);
      this.#learn(request, first);
      return first.replayed;
    } finally {
      await line.destroy();
    }
  }

  /**
   * Repeats requests that were acknowledged before: each must get its first answer, marked, and change nothing.
   * Refusals are not stored: a repeated one may have another reason, and is still one.
   */
  async askAgain(origin: string, count: number): Promise<void> {
    if (this.#answers.length === 0) return;
    const line = new Client(origin, { pipelining: 1 });
    try {
      for (let asked = 0; asked < count; asked++) {
        const { request, answer } = this.#dice.pick(this.#answers);
        const again = await this.#send(line, request);
        const what = `${request.method} ${request.key} again`;
        if (answer.body.statusCode === '101') {
          expect(again.body, what).toEqual(answer.body);
          expect(again.replayed).toBe(true);
        } else expect(again.body.statusCode, what).not.toBe('101');
      }
    } finally {
      await line.destroy();
    }
  }

  /** All orders with a token; each is compared with what is known of it, and there must be no other and none twice. */
  async review(origin: string, token: string): Promise<OrderDetails[]> {
    const line = new Client(origin, { pipelining: 1 });
    try {
      const known = [...this.orders.values()].filter((order) => order.token === token);
      const { body } = await this.#call(line, 'getOrder', { token }, null);
      const shown = body.statusCode === '404' ? [] : (body.orderDetails as OrderDetails[]);
      expect(shown.map(({ order_Id }) => order_Id).sort()).toEqual(known.map(({ orderId }) => orderId).sort());
      for (const details of shown) this.orders.get(details.order_Id)?.check(details);
      return shown;
    } finally {
      await line.destroy();
    }
  }

  #choose(token: string): Request {
    this.#live = this.#live.filter((order) => order.isLive);
    const order = this.#live.length > 0 ? this.#dice.pick(this.#live) : null;
    const roll = this.#dice.between(1, 100);
    const key = `${token}-${++this.#count}`;
    if (order === null || (roll <= 60 && this.#live.length < 50)) {
      return { method: 'createOrder', key, body: this.#newOrder(token) };
    }
    if (roll <= 75) return { method: 'cancelOrder', key, body: { orderid: order.orderId }, order };
    if (roll <= 90) return { method: 'replaceOrder', key, body: this.#change(order), order };
    return { method: 'getOrder', key: null, body: { orderid: order.orderId }, order };
  }

  #newOrder(token: string): OrderBody {
    const dice = this.#dice;
    const quantity = dice.between(1, 20) * 10;
    const contingencies = dice.pick(CONTINGENCIES);
    const expiration = dice.pick(['GTC', 'GTC', 'GTC', 'IOC', 'Other'] as const);
    return {
      memberid: this.name,
      issuerid: this.#market.issuerId,
      securityid: dice.pick(this.#market.securityIds),
      type: dice.chance(0.03) ? 'RFQ' : 'Limit',
      action: dice.chance(0.5) ? 'Buy' : 'Sell',
      quantity,
      price: dice.pick(PRICES),
      expiration,
      ...(expiration === 'Other' ? { expirationDate: '12-31-2199' } : {}),
      disclosePrice: dice.chance(0.8) ? 'Yes' : 'No',
      contingencies,
      ...(contingencies === 'Minimum Quantity' ? { minimumThreshold: dice.between(1, quantity) } : {}),
      solicited: 'Unsolicited',
      token,
    };
  }

  #change(order: KnownOrder): ReplaceBody {
    const { orderId: orderid, quantity } = order;
    const dice = this.#dice;
    switch (dice.between(1, 4)) {
      case 1:
        return { orderid, quantity: dice.between(1, quantity) };
      case 2:
        return { orderid, quantity: quantity + dice.between(1, 50) };
      case 3:
        return { orderid, price: dice.pick(PRICES) };
      default: {
        const contingencies = dice.pick(CONTINGENCIES);
        const isMinimum = contingencies === 'Minimum Quantity';
        return { orderid, contingencies, ...(isMinimum ? { minimumThreshold: dice.between(1, quantity) } : {}) };
      }
    }
  }

  #send(line: Client, { method, body, key }: Request): Promise<Answer> {
    return this.#call(line, method, body, key);
  }

  async #call(line: Client, method: string, body: object, key: string | null): Promise<Answer> {
    const response = await line.request({
      method: 'POST',
      path: `/v3/${method}`,
      headers: {
        'content-type': 'application/json',
        authorization: authorizationOf(this.#credentials),
        ...(key === null ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    });
    const answer = (await response.body.json()) as Answer['body'];
    return {
      http: response.statusCode,
      replayed: response.headers['idempotency-replayed'] === 'true',
      body: answer,
    };
  }

  /** What the answer says is a fact from now on. */
  #learn(request: Request, answer: Answer): void {
    const { body } = answer;
    const unexpected = () => new Error(`${JSON.stringify(request)}: HTTP ${answer.http} ${JSON.stringify(body)}`);
    if (answer.http !== 200) throw unexpected();
    if (request.method === 'createOrder') this.#learnOrder(request.body, body, unexpected);
    else if (body.statusCode === '190') request.order.ended();
    else if (request.method === 'replaceOrder' && body.statusCode === '106') {
      // What is filled is not below the new quantity, or the minimum is above it: nothing has changed.
    } else if (body.statusCode !== '101') throw unexpected();
    else if (request.method === 'cancelOrder') request.order.cancelled();
    else if (request.method === 'replaceOrder') request.order.replaced(request.body);
    else request.order.check((body.orderDetails as OrderDetails[])[0] as OrderDetails);
    if (body.statusCode === '101') this.acknowledged[request.method]++;
    if (request.key !== null) this.#answers.push({ request, answer });
    if (this.#answers.length > ANSWERS_KEPT) this.#answers.splice(this.#dice.between(0, ANSWERS_KEPT), 1);
  }

  #learnOrder(body: OrderBody, answer: Answer['body'], unexpected: () => Error): void {
    const { orderId, orderStatus } = (answer.orderDetails ?? {}) as { orderId?: string; orderStatus?: string };
    if (answer.statusCode !== '101' || orderId === undefined || orderStatus !== 'Live') throw unexpected();
    if (this.orders.has(orderId)) throw new Error(`order ${orderId} was given out twice`);
    const order = new KnownOrder(orderId, body);
    this.orders.set(orderId, order);
    if (order.isLive) this.#live.push(order);
  }
}
