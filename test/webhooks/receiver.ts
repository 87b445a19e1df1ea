/** A real HTTP(S) receiver on 127.0.0.1 that keeps what it gets, and the store that sends it deliveries. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { Dispatcher, WEBHOOK_DEFAULTS, type WebhookSettings } from '../../src/webhooks/delivery/dispatcher.ts';
import type { ResolveHost } from '../../src/webhooks/delivery/resolver.ts';
import type { WebhookStore } from '../../src/webhooks/delivery/store.ts';
import { encodeForm } from '../../src/webhooks/events/encoding.ts';
import type { WebhookDeliveryRecord } from '../../src/webhooks/log/delivery-record.ts';
import type { WebhookTarget } from '../../src/webhooks/registry/target.ts';

export function fixture(name: string): string {
  return readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');
}

export interface Received {
  readonly verb: string;
  readonly path: string;
  /** Names and values in turn, as they came over the wire. */
  readonly rawHeaders: readonly string[];
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  readonly port: number;
}

export type Answerer = (response: http.ServerResponse, received: Received) => void;

/** Values as they come, with a promise for the moment when a number of them is there. */
export class Inbox<T> {
  readonly all: T[] = [];
  #waiters: { readonly count: number; readonly resolve: (all: T[]) => void }[] = [];

  add(item: T): void {
    this.all.push(item);
    this.#waiters = this.#waiters.filter(({ count, resolve }) => {
      if (this.all.length < count) return true;
      resolve(this.all);
      return false;
    });
  }

  count(count: number): Promise<T[]> {
    return new Promise((resolve) => {
      if (this.all.length >= count) resolve(this.all);
      else this.#waiters.push({ count, resolve });
    });
  }
}

export class Receiver {
  readonly inbox = new Inbox<Received>();
  readonly #server: http.Server;
  readonly #secure: boolean;
  connections = 0;

  private constructor(server: http.Server, secure: boolean) {
    this.#server = server;
    this.#secure = secure;
    server.on('connection', () => {
      this.connections += 1;
    });
  }

  static start(answer: Answerer = (response) => response.end(), certificate?: string): Promise<Receiver> {
    const server =
      certificate === undefined
        ? http.createServer()
        : https.createServer({ cert: fixture(certificate), key: fixture('receiver-key.pem') });
    const receiver = new Receiver(server, certificate !== undefined);
    server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const received = receiver.#receivedOf(request, Buffer.concat(chunks).toString('latin1'));
        receiver.inbox.add(received);
        answer(response, received);
      });
    });
    return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(receiver)));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  url(path = '/hook', host = '127.0.0.1'): string {
    return `${this.#secure ? 'https' : 'http'}://${host}:${this.port}${path}`;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #receivedOf(request: http.IncomingMessage, body: string): Received {
    const { method = '', url = '', rawHeaders, headers, socket } = request;
    return { verb: method, path: url, rawHeaders, headers, body, port: socket.remotePort ?? 0 };
  }
}

/** Registrations, tokens and keys in memory; records as they come. */
export class MemoryStore implements WebhookStore {
  readonly records = new Inbox<WebhookDeliveryRecord>();
  readonly tokens = new Map<string, string[]>();
  readonly keys = new Map<string, Buffer>();
  /** Signing secrets, by registration. */
  readonly secrets = new Map<string, string[]>();
  readonly #targets = new Map<string, WebhookTarget[]>();

  register(clientId: string, method: string, ...urls: string[]): void {
    const targets = urls.map((url, index) => ({ id: `${clientId}-${method}-${index + 1}`, url }));
    this.#targets.set(`${clientId} ${method}`, targets);
  }

  targetsOf(clientId: string, method: string): WebhookTarget[] {
    return this.#targets.get(`${clientId} ${method}`) ?? [];
  }

  parentOf(clientId: string): string {
    return `P${clientId.slice(1)}`;
  }

  tokensOf(parentId: string): string[] {
    return this.tokens.get(parentId) ?? [];
  }

  encryptionKeyOf(clientId: string): Buffer | null {
    return this.keys.get(clientId) ?? null;
  }

  signingSecretsOf(_clientId: string, webhookId: string): readonly string[] {
    return this.secrets.get(webhookId) ?? [];
  }

  record(delivery: WebhookDeliveryRecord): void {
    this.records.add(delivery);
  }
}

/** Lines of the log, as text, for looking for secrets. */
export class MemoryLog {
  readonly lines: string[] = [];
  readonly debug = (fields: object, message?: string): void => this.#keep('debug', fields, message);
  readonly warn = (fields: object, message?: string): void => this.#keep('warn', fields, message);
  readonly error = (fields: object, message?: string): void => this.#keep('error', fields, message);

  #keep(level: string, fields: object, message = ''): void {
    this.lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
  }
}

export const SANDBOX_POLICY = { allowHttp: true, allowLoopback: true };

/** Longer than a busy machine may stop this process: only a test that is about time has less. */
export const PATIENT = { connectTimeoutMs: 100_000, totalTimeoutMs: 200_000 };

/** A delivery for the sandbox, with a store and a log in memory; names resolve to 127.0.0.1 by default. */
export function sandbox(settings: Partial<WebhookSettings> = {}, resolve: ResolveHost = async () => ['127.0.0.1']) {
  const store = new MemoryStore();
  const log = new MemoryLog();
  const all = { ...WEBHOOK_DEFAULTS, ...PATIENT, policy: SANDBOX_POLICY, ...settings };
  const delivery = new Dispatcher({
    store,
    deliveryLog: store,
    log,
    settings: all,
    resolve,
    nowMs: () => 1_700_000_000_000,
  });
  return { store, log, delivery, fire: firing(store, delivery) };
}

/** Offers a webhook to the dispatcher for each of its targets, as the outbox does; answers how many it took. */
export function firing(store: MemoryStore, dispatcher: Dispatcher) {
  return (
    clientId: string,
    method: string,
    fields: Readonly<Record<string, unknown>>,
    { about = [], identified = true }: { readonly about?: readonly number[]; readonly identified?: boolean } = {},
  ): number => {
    const contents = { clientId, method, about, identified, form: encodeForm(fields), timeMs: 1_700_000_000_000 };
    const taken = store
      .targetsOf(clientId, method)
      .filter((target) =>
        dispatcher.offer({ ...contents, id: randomUUID(), target, attempts: 0 }, { ended: () => {} }),
      );
    return taken.length;
  };
}
