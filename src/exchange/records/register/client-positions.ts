import type { PositionPage } from '../../api/index.ts';
import { byText, SortedKeys } from '../../collections/index.ts';
import type { Holder } from './holder.ts';

/** Those of a client with several, in both orders in which they are read. */
interface Positions {
  readonly bySecurity: SortedKeys<Holder>;
  readonly byAccount: SortedKeys<Holder>;
}

/** The holders whose quantity is not 0, by client. A client with one of them takes little room. */
export class ClientPositions {
  readonly #clients = new Map<string, Holder | Positions>();

  add(holder: Holder): void {
    const known = this.#clients.get(holder.clientId);
    if (known === undefined) {
      this.#clients.set(holder.clientId, holder);
      return;
    }
    if ('bySecurity' in known) {
      known.bySecurity.add(holder);
      known.byAccount.add(holder);
      return;
    }
    const all = { bySecurity: new SortedKeys(bySecurity), byAccount: new SortedKeys(byAccount) };
    for (const one of [known, holder]) {
      all.bySecurity.add(one);
      all.byAccount.add(one);
    }
    this.#clients.set(holder.clientId, all);
  }

  delete(holder: Holder): void {
    const known = this.#clients.get(holder.clientId);
    if (known === undefined || !('bySecurity' in known)) {
      this.#clients.delete(holder.clientId);
      return;
    }
    known.bySecurity.delete(holder);
    known.byAccount.delete(holder);
    const { first, size } = known.bySecurity;
    if (size === 1) this.#clients.set(holder.clientId, first as Holder);
  }

  /** In an order that depends on nothing else. */
  get clientIds(): string[] {
    return [...this.#clients.keys()].sort(byText);
  }

  /** Those of one client, by security, then by account. */
  of(clientId: string, page: PositionPage = {}): Holder[] {
    const { offset = 0, limit = Infinity } = page;
    const found: Holder[] = [];
    let passed = 0;
    for (const holder of this.#of(clientId, page)) {
      if (found.length >= limit) break;
      if (++passed > offset) found.push(holder);
    }
    return found;
  }

  *#of(clientId: string, { accountId, securityId }: PositionPage): Generator<Holder> {
    const known = this.#clients.get(clientId);
    if (known === undefined) return;
    const isMeant = (one: Holder) =>
      (accountId === undefined || one.accountId === accountId) &&
      (securityId === undefined || one.securityId === securityId);
    if (!('bySecurity' in known)) {
      if (isMeant(known)) yield known;
      return;
    }
    const first = { accountId: accountId ?? null, securityId: securityId ?? 0 } as Holder;
    for (const holder of accountId === undefined ? known.bySecurity.from(first) : known.byAccount.from(first)) {
      if (!isMeant(holder)) return;
      yield holder;
    }
  }
}

function bySecurity(a: Holder, b: Holder): number {
  return a.securityId - b.securityId || byText(a.accountId ?? '', b.accountId ?? '');
}

function byAccount(a: Holder, b: Holder): number {
  return byText(a.accountId ?? '', b.accountId ?? '') || a.securityId - b.securityId;
}
