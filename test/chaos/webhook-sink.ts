import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunRecord } from './record.ts';

/** Long enough for what is tried again after half a minute. */
const ARRIVED_MS_MAX = 60_000;

/** A receiver that records the parties of its webhooks. */
export class WebhookSink {
  readonly #partyIds = new Set<string>();
  readonly #server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      this.#partyIds.add(new URLSearchParams(body).get('partyId') ?? '');
      response.end();
    });
  });

  static async start(): Promise<WebhookSink> {
    const sink = new WebhookSink();
    sink.#server.listen(0, '127.0.0.1').unref();
    await once(sink.#server, 'listening');
    return sink;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/createParty`;
  }

  /** The keys of acknowledged changes without a webhook; waits a while for them. */
  async missing({ calls }: RunRecord): Promise<readonly string[]> {
    const made = calls.filter(({ method, statusCode }) => method === 'createParty' && statusCode === '101');
    for (const end = performance.now() + ARRIVED_MS_MAX; performance.now() < end; await delay(100)) {
      if (made.every(({ body }) => this.#partyIds.has(partyOf(body)))) return [];
    }
    return made.filter(({ body }) => !this.#partyIds.has(partyOf(body))).map(({ key }) => String(key));
  }
}

function partyOf(body: Readonly<Record<string, unknown>>): string {
  const [, [{ partyId }]] = body.partyDetails as [boolean, [{ partyId: string }]];
  return partyId;
}
