import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  /** The last part of the URL's path: the method that it is registered for. */
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly fields: Readonly<Record<string, string>>;
}

/** A receiver of webhooks on this machine, for one test. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  readonly #server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      const method = request.url?.split('/').at(-1) ?? '';
      this.received.push({ method, headers: request.headers, fields: Object.fromEntries(new URLSearchParams(body)) });
      response.end();
      for (const look of this.#watchers.splice(0)) look();
    });
  });
  #watchers: (() => void)[] = [];

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    onTestFinished(() => void receiver.#server.close());
    return receiver;
  }

  urlFor(method: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${method}`;
  }

  /** Resolves once what was received satisfies. */
  async until(satisfies: (received: readonly Received[]) => boolean): Promise<void> {
    while (!satisfies(this.received)) await new Promise<void>((resolve) => this.#watchers.push(resolve));
  }

  /** Resolves with the deliveries of a method once that number has come. */
  async of(method: string, count: number): Promise<readonly Received[]> {
    for (;;) {
      const found = this.received.filter((one) => one.method === method);
      if (found.length >= count) return found;
      await new Promise<void>((resolve) => this.#watchers.push(resolve));
    }
  }
}
