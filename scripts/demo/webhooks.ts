/** A receiver of webhooks on this machine, and what it received. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type ApiSession, Refused } from './api-session.ts';
import { registered } from './settings.ts';

/** What has not come by then does not come. */
const WAIT_MS = 60_000;
/** So long without a further one, all have come. */
const QUIET_MS = 500;
const BODY_BYTES_MAX = 1024 * 1024;

/** The fields of a webhook that say enough of it in a line. */
const SHOWN = ['accountId', 'tradeId', 'OrderId', 'orderId', 'RefNum', 'ccreferencenumber', 'referenceNumber'];
const STATES = [
  'orderStatus',
  'OrderStatus',
  'fundStatus',
  'offeringStatus',
  'esignstatus',
  'aiRequestStatus',
  'numberOfShares',
  'Price',
];

interface Received {
  readonly method: string;
  readonly fields: ReadonlyMap<string, string>;
}

export class Receiver {
  readonly #received: Received[] = [];
  readonly #server: Server;
  readonly #expected: Readonly<Record<string, number>>;
  readonly #webhookIds: string[] = [];
  readonly #deliveryIds = new Set<string>();

  /** @param expected how often each webhook must come at least, by its name */
  constructor(expected: Readonly<Record<string, number>>) {
    this.#expected = expected;
    this.#server = createServer((request, response) => {
      const method = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => {
        if (body.length < BODY_BYTES_MAX) body += text;
      });
      request.on('end', () => {
        this.#take(String(request.headers['x-delivery-id']), { method, fields: new Map(new URLSearchParams(body)) });
        response.end();
      });
    });
  }

  /** What was not answered in time comes again, under the same id. */
  #take(deliveryId: string, received: Received): void {
    if (this.#deliveryIds.has(deliveryId)) return;
    this.#deliveryIds.add(deliveryId);
    this.#received.push(received);
  }

  /** Listens, and registers itself for what is expected. */
  async register(client: ApiSession): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    for (const method of Object.keys(this.#expected)) await this.#register(client, method, url);
  }

  async #register(client: ApiSession, method: string, url: string): Promise<void> {
    const fields = { method, url: `${url}/${method}`, retries: 'Yes' };
    this.#webhookIds.push(await registered(client, fields, method));
  }

  /** Takes the registrations back, so that the demo can be run again and again. */
  async retire(client: ApiSession): Promise<void> {
    for (const id of this.#webhookIds.splice(0)) await client.call('unregisterWebhook', { id }, id);
  }

  /** Waits for what is still under way, then prints all. Throws Refused when a name that was expected never came. */
  async show(): Promise<void> {
    const end = Date.now() + WAIT_MS;
    for (let count = -1; Date.now() < end; ) {
      if (this.#missing().length === 0 && count === this.#received.length) break;
      count = this.#received.length;
      await pause(QUIET_MS);
    }
    for (const { method, fields } of this.#received) {
      const shown = [...SHOWN, ...STATES].filter((name) => fields.has(name));
      const line = shown.map((name) => `${name} ${fields.get(name)}`).join(', ');
      console.log(`  ${method.padEnd(34)} ${line}`.trimEnd());
    }
    const missing = this.#missing();
    if (missing.length > 0) throw new Refused(`these webhooks did not come: ${missing.join(', ')}`);
    console.log(
      `\n${this.#received.length} webhooks of ${new Set(this.#received.map(({ method }) => method)).size} methods.`,
    );
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #missing(): string[] {
    const came = (name: string) => this.#received.filter(({ method }) => method === name).length;
    return Object.entries(this.#expected)
      .filter(([name, times]) => came(name) < times)
      .map(([name]) => name);
  }
}
