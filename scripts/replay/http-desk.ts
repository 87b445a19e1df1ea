import { setImmediate } from 'node:timers/promises';
import { checkCallable, codeOf } from './api.ts';
import type { Answer, Call, Desk, MarketCall, OrderCall } from './desk.ts';
import type { HttpRequest, OrderedConnection } from './ordered-connection.ts';
import type { Security } from './venue-setup.ts';

export interface HttpDeskSettings {
  readonly security: Security;
  /** Authorization header of the client that places the orders. */
  readonly client: string;
  /** The same for who halts and resumes; read when the first halt comes. */
  readonly operator: () => string;
  /** Distinguishes the calls of this replay from those of all others. */
  readonly runId: string;
}

/** A broker's desk at a running server. */
export class HttpDesk implements Desk {
  readonly #connection: OrderedConnection;
  readonly #settings: HttpDeskSettings;
  /** Calls that were answered from an earlier request with the same key. */
  replayed = 0;

  constructor(connection: OrderedConnection, settings: HttpDeskSettings) {
    this.#connection = connection;
    this.#settings = settings;
  }

  async call(call: Call, key: string): Promise<Answer> {
    const reply = await this.#connection.call(this.#requestOf(call, `${this.#settings.runId}-${key}`));
    try {
      checkCallable(call.method, reply);
    } catch (error) {
      await this.#connection.close(error as Error);
      throw error;
    }
    if (reply.replayed) this.replayed++;
    const details = reply.fields.orderDetails as { readonly orderId?: string } | undefined;
    return { code: codeOf(reply), orderId: Number(details?.orderId ?? 0) };
  }

  room(): Promise<void> | undefined {
    return this.#connection.room();
  }

  async drained(): Promise<void> {
    await this.#connection.drained();
    // Whoever waits for the last answers has got them after one turn of the event loop.
    await setImmediate();
  }

  #requestOf(call: Call, key: string): HttpRequest {
    const { client, operator, security } = this.#settings;
    const request = { verb: 'POST', path: `/v3/${call.method}` } as const;
    if (isMarketCall(call)) {
      const body = JSON.stringify({ securityId: security.securityId, reason: 'Replay of recorded order flow' });
      return { ...request, body, authorization: operator() };
    }
    return { ...request, body: JSON.stringify(bodyOf(call, security)), authorization: client, key };
  }
}

function isMarketCall(call: Call): call is MarketCall {
  return call.method === 'haltSecurity' || call.method === 'resumeSecurity';
}

function bodyOf(call: OrderCall, security: Security): object {
  if (call.method === 'cancelOrder') return { orderid: call.orderId };
  if (call.method === 'replaceOrder') return { orderid: call.orderId, quantity: call.quantity };
  const { side, quantity, price, expiration } = call.entry;
  return {
    memberid: 'replay',
    issuerid: security.issuerId,
    securityid: security.securityId,
    type: 'Limit',
    action: side === 'buy' ? 'Buy' : 'Sell',
    quantity,
    price: priceText(price),
    expiration,
    disclosePrice: 'Yes',
    contingencies: 'None',
    solicited: 'Unsolicited',
  };
}

/** Ten-thousandths of a dollar as a decimal. */
function priceText(price: number): string {
  const digits = String(price).padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
}
