import { formatDay } from '../../calendar/civil-date.ts';
import type { RegisteredHolding, Shares } from '../api/index.ts';
import { SortedKeys } from '../collections/index.ts';

/** Shares bought on one Eastern day (a day number). */
export type Lot = readonly [day: number, quantity: Shares];

/** Lots kept of one holder; above that, the two oldest become one, with the later of their days. */
const LOTS_MAX = 4000;

/**
 * The shares of each holder of a security, with their dates (F4): from reports, and from matches since then. Holders
 * are named by ownerKey.
 */
export class ShareRegister {
  /** Lots of each holder, the oldest first. An owner without shares has no entry. */
  readonly #lots = new Map<string, Lot[]>();
  readonly #owners = new SortedKeys<string>((a, b) => (a < b ? -1 : Number(a > b)));

  get holders(): number {
    return this.#lots.size;
  }

  isHolder(owner: string): boolean {
    return this.#lots.has(owner);
  }

  /** All shares of the owner. */
  sharesOf(owner: string): number {
    return this.boughtBy(owner, Infinity);
  }

  /** The shares of the owner that were bought on this day or before. */
  boughtBy(owner: string, day: number): number {
    let shares = 0;
    for (const [bought, quantity] of this.#lots.get(owner) ?? []) if (bought <= day) shares += quantity;
    return shares;
  }

  /** Replaces the holding of the owner. */
  set(owner: string, lots: Iterable<Lot>): void {
    this.#forget(owner);
    // By index: patterns are slow until they are compiled, and a report has thousands of lots.
    const sorted = [...lots].sort((a, b) => a[0] - b[0]);
    for (let at = 0; at < sorted.length; at++) {
      const lot = sorted[at] as Lot;
      this.buy(owner, lot[1], lot[0]);
    }
  }

  buy(owner: string, quantity: Shares, day: number): void {
    const lots = this.#lots.get(owner);
    if (lots === undefined) {
      this.#lots.set(owner, [[day, quantity]]);
      this.#owners.add(owner);
      return;
    }
    const last = lots.length - 1;
    const newest = lots[last] as Lot;
    if (newest[0] === day) lots[last] = [day, newest[1] + quantity];
    else lots.push([day, quantity]);
    if (lots.length <= LOTS_MAX) return;
    const [[, oldest], [later, next]] = lots as [Lot, Lot];
    lots.splice(0, 2, [later, oldest + next]);
  }

  /** The oldest shares go first. Shares that are not registered change nothing. */
  sell(owner: string, quantity: Shares): void {
    const lots = this.#lots.get(owner);
    if (lots === undefined) return;
    let left = quantity;
    let gone = 0;
    for (; gone < lots.length && lots[gone]![1] <= left; gone++) left -= lots[gone]![1];
    if (gone === lots.length) {
      this.#forget(owner);
      return;
    }
    lots[gone] = [lots[gone]![0], lots[gone]![1] - left];
    lots.splice(0, gone);
  }

  /** The first `limit` holders after this one. */
  page(after: string, limit: number): RegisteredHolding[] {
    const page: RegisteredHolding[] = [];
    for (const owner of this.#owners.from(after)) {
      if (page.length === limit) break;
      if (owner !== after) page.push(holdingOf(owner, this.#lots.get(owner) as Lot[]));
    }
    return page;
  }

  /** All of it, in an order that depends on nothing else. */
  entries(): (readonly [owner: string, lots: readonly Lot[]])[] {
    return Array.from(this.#owners.from(undefined), (owner) => [owner, this.#lots.get(owner) as Lot[]] as const);
  }

  #forget(owner: string): void {
    if (this.#lots.delete(owner)) this.#owners.delete(owner);
  }
}

function holdingOf(owner: string, lots: readonly Lot[]): RegisteredHolding {
  const [clientId = '', accountId = ''] = owner.split('\n');
  const dated = lots.map(([day, quantity]) => ({ date: formatDay(day), quantity }));
  return { place: owner, clientId, accountId: accountId === '' ? null : accountId, lots: dated };
}
