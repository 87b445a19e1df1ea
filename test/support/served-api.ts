/** Serves both hosts with the given methods, for tests of the API: clients, calls and fired webhooks. */
import pino from 'pino';
import { CredentialGuard, type GuardOptions } from '../../src/http/auth/credential-guard.ts';
import type { Client } from '../../src/http/methods/client.ts';
import type { WebhookFields } from '../../src/http/methods/method.ts';
import { RECORD_SCOPE, TRADING_SCOPE } from '../../src/http/methods/scopes.ts';
import { createServer, type ServerOptions, type Servers } from '../../src/http/server/server.ts';
import type { WebhookOutbox } from '../../src/webhooks/outbox/index.ts';
import { requireListedWebhook } from './webhook-check.ts';

/** What a key needs to change things (C90). */
export const CHANGING_SCOPES: ReadonlySet<string> = new Set(['account.write', RECORD_SCOPE, TRADING_SCOPE]);

export interface Fired {
  readonly clientId: string;
  readonly method: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A client that may change everything and read no resource; it is a parent unless one is given. */
export function testClient(clientId: string, overrides: Partial<Client> = {}): Client {
  return {
    clientId,
    parentId: clientId,
    name: 'Example Client',
    master: false,
    scopes: CHANGING_SCOPES,
    deniedMethods: new Set(),
    fieldPermissions: new Set(),
    ...overrides,
  };
}

/** Keeps the webhooks that are fired, in order. Throws where the reference page does not list one. */
export class FiredWebhooks implements WebhookOutbox {
  readonly fired: Fired[] = [];
  readonly #ofTransaction = new WeakMap<object, Fired[]>();

  isRegistered(): boolean {
    return true;
  }

  #fire(clientId: string, method: string, fields: WebhookFields): void {
    const made = typeof fields === 'function' ? fields() : fields;
    requireListedWebhook(method, made);
    this.fired.push({ clientId, method, fields: made });
  }

  async add(...[transaction, { clientId, method, fields }]: Parameters<WebhookOutbox['add']>): Promise<void> {
    if (!transaction.isTransaction) throw new Error('a webhook is added to the transaction of its change');
    const before = this.fired.length;
    this.#fire(clientId, method, fields);
    const added = this.#ofTransaction.get(transaction) ?? [];
    this.#ofTransaction.set(transaction, [...added, ...this.fired.slice(before)]);
  }

  committed(): void {}

  rolledBack(transaction: object): void {
    for (const added of this.#ofTransaction.get(transaction) ?? []) this.fired.splice(this.fired.indexOf(added), 1);
  }
}

export type ServedOptions = Omit<Partial<ServerOptions>, 'guard'> & Pick<ServerOptions, 'methods'> & GuardOptions;

/** Both hosts, with what no test of methods cares for. Neither listens yet. */
export function serve(options: ServedOptions): Promise<Servers> {
  return createServer({
    guard: new CredentialGuard(options),
    logger: pino({ level: 'silent' }),
    health: () => ({ state: 'leader', alive: true, ready: true, reason: null }),
    environment: 'sandbox',
    version: 'test',
    ...options,
  });
}

export async function closeBoth({ v3, legacy }: Servers): Promise<void> {
  await v3.close();
  await legacy.close();
}
