/** Receives the webhooks of a chaos run: each comes, and under one delivery id however often it comes. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import { webhooksOf } from '../../src/webhooks/events/index.ts';
import type { Dice } from '../e2e/support/dice.ts';
import type { AnsweredCall } from './record.ts';

/** Long enough for an attempt that failed three times: it is made again after 5 and 30 seconds, and after 5 minutes. */
const ARRIVED_MS_MAX = 360_000;
const POLL_MS = 100;
/** That the receiver takes a webhook and gives no response, so that it comes again: once for each delivery. */
const LOST_CHANCE = 0.01;

/** Of a client of the run: parties that it makes, and its orders by the events of the journal. */
export const RECEIVED_METHODS = ['createParty', 'createOrder', 'updateOrder'] as const;

export interface Expected {
  /** Of what was acknowledged to clients. */
  readonly due: ReadonlySet<string>;
  /** Of all that happened. */
  readonly possible: ReadonlySet<string>;
}

export class WebhookSink {
  /** By the method and what happened: the ids under which its webhook came. */
  readonly #came = new Map<string, Set<string>>();
  readonly #withoutResponse = new Set<string>();
  readonly #faults: string[] = [];
  readonly #secrets = new Map<string, Webhook>();
  readonly #server = createServer((request, response) => void this.#take(request, response));
  readonly #dice: Dice;
  #deliveries = 0;

  private constructor(dice: Dice) {
    this.#dice = dice;
  }

  static async start(dice: Dice): Promise<WebhookSink> {
    const sink = new WebhookSink(dice);
    sink.#server.listen(0, '127.0.0.1').unref();
    await once(sink.#server, 'listening');
    return sink;
  }

  urlOf(method: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${method}`;
  }

  /** The secret of a registration: without its signature no webhook may come. */
  signedWith(method: string, secret: string): void {
    this.#secrets.set(method, new Webhook(secret));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = String(request.url).slice(1);
    const body = await text(request).catch(() => undefined);
    // The node that sent it has ended, and sends it again.
    if (body === undefined) return;
    const id = String(request.headers['x-delivery-id']);
    const fields = new URLSearchParams(body);
    const key = keyOf(method, String(fields.get(method === 'createParty' ? 'partyId' : 'eventSeq')));
    this.#deliveries++;
    try {
      this.#secrets.get(method)?.verify(body, request.headers as Record<string, string>, { jsonParse: false });
    } catch (error) {
      this.#faults.push(`the webhook ${key} is not signed: ${error}`);
    }
    this.#came.set(key, (this.#came.get(key) ?? new Set()).add(id));
    if (this.#withoutResponse.has(id) || !this.#dice.chance(LOST_CHANCE)) response.end();
    else {
      this.#withoutResponse.add(id);
      request.socket.destroy();
    }
  }

  /** What is wrong with the webhooks; waits a while for those that have not come yet. */
  async faults({ due, possible }: Expected, msMax = ARRIVED_MS_MAX): Promise<readonly string[]> {
    const missing = () => [...due].filter((key) => !this.#came.has(key));
    for (const end = performance.now() + msMax; performance.now() < end; await delay(POLL_MS)) {
      if (missing().length === 0) break;
    }
    const faults = [...this.#faults, ...missing().map((key) => `no webhook came of ${key}`)];
    for (const [key, ids] of this.#came) {
      if (ids.size > 1) faults.push(`the webhook of ${key} came under ${ids.size} delivery ids`);
      if (!possible.has(key)) faults.push(`a webhook came of ${key}, which did not happen`);
    }
    return faults;
  }

  get account(): string {
    return `${this.#came.size} webhooks in ${this.#deliveries} deliveries`;
  }
}

function keyOf(method: string, what: string): string {
  return `${method} ${what}`;
}

/** What must come, and what may: of the parties that were acknowledged, and of each event of the journal. */
export class ExpectedWebhooks implements Expected {
  readonly due = new Set<string>();
  readonly possible = new Set<string>();
  readonly #clientId: string;
  readonly #isOfRun: (memberId: string) => boolean;

  /** @param isOfRun whether an order is of a trader of the run, which registered the webhooks before */
  constructor(clientId: string, isOfRun: (memberId: string) => boolean) {
    this.#clientId = clientId;
    this.#isOfRun = isOfRun;
  }

  addEvent(event: ExchangeEvent): void {
    if (event.type !== 'order') return;
    for (const { clientId, method } of webhooksOf(event, () => undefined)) {
      if (clientId !== this.#clientId || !RECEIVED_METHODS.some((one) => one === method)) continue;
      const key = keyOf(method, String(event.seq));
      this.possible.add(key);
      if (this.#isOfRun(event.order.ticket.memberId)) this.due.add(key);
    }
  }

  addCall({ method, statusCode, body }: AnsweredCall): void {
    if (method !== 'createParty' || statusCode !== '101') return;
    const [, [{ partyId }]] = body.partyDetails as [boolean, [{ partyId: string }]];
    const key = keyOf(method, partyId);
    this.possible.add(key);
    this.due.add(key);
  }
}
