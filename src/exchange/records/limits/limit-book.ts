import type { LimitBreach, OrderTicket, SecurityId, Shares } from '../../api/index.ts';
import type { OrderRecord } from '../order-record.ts';
import type { Exposure } from './exposure.ts';
import { Guard } from './guard.ts';
import { type Asked, breachOf, type Known } from './limit-checks.ts';

/** Accounts of one client with separate limits. */
const ACCOUNTS_MAX = 1000;

interface ClientGuards {
  own: Guard | undefined;
  readonly accounts: Map<string, Guard>;
}

/** A client, or one of its accounts. */
export type Whose = Pick<OrderTicket, 'clientId' | 'accountId'>;

/** The limits of all clients and accounts (V49), and the sums that they are held against. */
export class LimitBook {
  readonly #clients = new Map<string, ClientGuards>();

  /** True while no client ever had limits: then an order costs only this check. */
  get isEmpty(): boolean {
    return this.#clients.size === 0;
  }

  find({ clientId, accountId }: Whose): Guard | undefined {
    const client = this.#clients.get(clientId);
    return accountId === null ? client?.own : client?.accounts.get(accountId);
  }

  /** The accounts of the client with separate limits. */
  accountsOf(clientId: string): string[] {
    return [...(this.#clients.get(clientId)?.accounts.keys() ?? [])].sort();
  }

  mayAdd({ clientId, accountId }: Whose): boolean {
    return accountId === null || (this.#clients.get(clientId)?.accounts.size ?? 0) < ACCOUNTS_MAX;
  }

  /** @param uncounted the securities of the client's live orders, which are still to be counted */
  add({ clientId, accountId }: Whose, uncounted: Iterable<SecurityId>): Guard {
    let client = this.#clients.get(clientId);
    if (client === undefined) {
      client = { own: undefined, accounts: new Map() };
      this.#clients.set(clientId, client);
    }
    const guard = new Guard();
    if (accountId === null) client.own = guard;
    else client.accounts.set(accountId, guard);
    for (const securityId of uncounted) guard.uncounted.add(securityId);
    return guard;
  }

  /** The first limit that the order would exceed: of the client, then of the account. */
  breachOf(asked: Asked, known: Known): LimitBreach | undefined {
    const { clientId, accountId } = asked.ticket;
    const client = this.#clients.get(clientId);
    if (client === undefined) return undefined;
    const own = client.own && breachOf(client.own, 'client', asked, known);
    if (own !== undefined || accountId === null) return own;
    const account = client.accounts.get(accountId);
    return account && breachOf(account, 'account', asked, known);
  }

  hold(order: OrderRecord): void {
    this.#eachCounting(order, (exposure) => exposure.hold(order));
  }

  release(order: OrderRecord): void {
    this.#eachCounting(order, (exposure) => exposure.release(order));
  }

  /** Shares of the order are filled, perhaps all that remained. */
  filled(order: OrderRecord, shares: Shares, isLast: boolean): void {
    this.#eachCounting(order, (exposure) => exposure.filled(order, shares, isLast));
  }

  /** One more order, or replacement, of this second. */
  count(whose: Whose, second: number): void {
    this.#each(whose, (guard) => guard.count(second));
  }

  #eachCounting({ ticket }: OrderRecord, work: (exposure: Exposure) => void): void {
    this.#each(ticket, (guard) => {
      if (guard.counts(ticket.securityId)) work(guard.exposure);
    });
  }

  #each({ clientId, accountId }: Whose, work: (guard: Guard) => void): void {
    const client = this.#clients.get(clientId);
    if (client === undefined) return;
    if (client.own !== undefined) work(client.own);
    const account = accountId === null ? undefined : client.accounts.get(accountId);
    if (account !== undefined) work(account);
  }

  *entries(): Generator<readonly [Whose, Guard], void, undefined> {
    for (const clientId of [...this.#clients.keys()].sort()) {
      const { own, accounts } = this.#clients.get(clientId) as ClientGuards;
      if (own !== undefined) yield [{ clientId, accountId: null }, own];
      for (const accountId of [...accounts.keys()].sort()) {
        yield [{ clientId, accountId }, accounts.get(accountId) as Guard];
      }
    }
  }
}
