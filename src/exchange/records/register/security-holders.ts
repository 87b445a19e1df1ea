import { formatDay } from '../../../calendar/civil-date.ts';
import {
  type HolderName,
  type OrderTicket,
  type RegisteredHolding,
  type RegisteredLot,
  type SecurityId,
  type Shares,
  sharesAfter,
} from '../../api/index.ts';
import { byText, SortedKeys } from '../../collections/index.ts';
import { ownerIn, ownerKey } from '../self-trade-settings.ts';
import type { Held } from './cost.ts';
import { Holder } from './holder.ts';
import { type Lot, Lots, UNDATED } from './lots.ts';
import { type Split, Splits, type SplitsOfHolder } from './splits.ts';
import { minus, NO_UNITS, plus, signOf, type Units } from './units.ts';

/** Of all holders of a security together. */
const SHARES_MAX = 1_000_000_000_000_000;

/** What a holder had before a split. */
export type SplitHolding = Held & Pick<Holder, 'pending'>;

type Owner = Pick<OrderTicket, 'clientId' | 'accountId'>;

/** The holders of one security (F4). Owners are named by ownerKey. */
export class SecurityHolders implements SplitsOfHolder {
  readonly securityId: SecurityId;
  /** Shares of the security that are of no holder: with all holders and the other sums, these are 0. */
  outside = NO_UNITS;
  /** Below 0 what was issued here: units of a raise. */
  unissued = NO_UNITS;
  /** Below 0 what corporate actions added. */
  byActions = NO_UNITS;
  /** What the issuer bought back and keeps (R12). */
  treasury = NO_UNITS;
  readonly splits = new Splits();
  /** How many entries have moved its shares, or changed what moved them, which numbers them (ISSUES_SINCE). */
  entries = 0;
  /** Of the shares of all holders, those of matches whose settlement is not reported; those sold are below 0. */
  pending: Shares = 0;
  /** The whole shares of holders who have some, and those that others are below 0. */
  long: Shares = 0;
  short: Shares = 0;
  readonly #register: { readonly isOne: boolean };
  /** Of a client: its one account or itself, or several of these. */
  readonly #clients = new Map<string, Holder | Map<string | null, Holder>>();
  /** Those that have shares, by client, then by account. */
  readonly #listed = new SortedKeys<Holder>(byOwner);
  /** Those that have none, but are below 0, or have settlements that are not reported. */
  readonly #open = new SortedKeys<Holder>(byOwner);
  /** The others, of whom entries are kept. */
  readonly #idle = new SortedKeys<Holder>(byOwner);

  constructor(register: { readonly isOne: boolean }, securityId: SecurityId) {
    this.#register = register;
    this.securityId = securityId;
  }

  /** How many have shares. */
  get size(): number {
    return this.#listed.size;
  }

  /** Whether nothing of it is kept: somebody asked for it. */
  get isEmpty(): boolean {
    const others = [this.outside, this.unissued, this.byActions, this.treasury];
    const isMoved = this.entries > 0 || others.some((units) => signOf(units) !== 0);
    return this.#clients.size === 0 && !isMoved;
  }

  find({ clientId, accountId }: Owner): Holder | undefined {
    const known = this.#clients.get(clientId);
    if (known === undefined) return undefined;
    if (!(known instanceof Holder)) return known.get(accountId);
    return known.accountId === accountId ? known : undefined;
  }

  add(holder: Holder): void {
    const { clientId, accountId } = holder;
    const known = this.#clients.get(clientId);
    if (known === undefined) this.#clients.set(clientId, holder);
    else if (!(known instanceof Holder)) known.set(accountId, holder);
    else {
      const both = new Map([known, holder].map((one) => [one.accountId, one]));
      this.#clients.set(clientId, both);
    }
  }

  /** It has no shares, and nothing is kept of it. */
  delete(holder: Holder): void {
    const { clientId, accountId } = holder;
    if (holder.isIdle) this.#idle.delete(holder);
    const known = this.#clients.get(clientId);
    if (known === undefined || known instanceof Holder) {
      this.#clients.delete(clientId);
      return;
    }
    known.delete(accountId);
    const [last] = known.values();
    if (known.size === 1) this.#clients.set(clientId, last as Holder);
  }

  isHolder(owner: string): boolean {
    return this.find(ownerIn(owner))?.isListed === true;
  }

  /** All whole shares of the owner. */
  sharesOf(owner: Owner): Shares {
    const holder = this.find(owner);
    return holder === undefined ? 0 : Math.max(0, this.unitsOf(holder).quantity);
  }

  /** What the holder has, as the register of transfer rules has it. */
  unitsOf(holder: Holder): Units {
    return this.#isApart(holder) ? (holder.apart?.units ?? NO_UNITS) : holder;
  }

  /** The shares of the owner that were acquired on this day or before. */
  acquiredBy(owner: Owner, day: number): Shares {
    const holder = this.find(owner);
    return holder === undefined ? 0 : this.lotsOf(holder).upTo(day);
  }

  /** The first `limit` of those that have shares after this one. */
  page(after: string, limit: number): RegisteredHolding[] {
    const page: RegisteredHolding[] = [];
    const first = ownerIn(after) as Holder;
    for (const holder of this.#listed.from(after === '' ? undefined : first)) {
      if (page.length === limit) break;
      if (byOwner(holder, first) !== 0) page.push(holdingOf(holder, this.lotsOf(holder)));
    }
    return page;
  }

  splitsOf(holder: Owner): number {
    const { all, isUnderWay, reached } = this.splits;
    const isToCome = isUnderWay && (reached === null || byOwner(holder, reached) > 0);
    return isToCome ? all.length - 1 : all.length;
  }

  /** Begins a split. The treasury is multiplied too, without parts that it makes of a share; a redemption leaves it. */
  beginSplit(split: Omit<Split, 'place' | 'entry'>, place: number): void {
    this.splits.begin({ ...split, place, entry: ++this.entries });
    if (split.cause !== undefined) return;
    const { treasury } = this;
    this.treasury = sharesAfter(treasury, split.fractions === 'up' ? { ...split, fractions: 'cash' } : split);
    this.byActions = minus(plus(this.byActions, treasury), this.treasury);
  }

  /** The split under way reaches the holder. Returns what it had. */
  split(holder: Holder): SplitHolding {
    const { quantity, rest, cost, pending } = holder;
    this.splits.reach(holder);
    holder.split();
    const sum = this.splits.all.at(-1)!.isToTreasury === true ? 'treasury' : 'byActions';
    this[sum] = minus(plus(this[sum], { quantity, rest }), holder);
    return { quantity, rest, cost, pending };
  }

  /** The next holder that the split under way reaches; undefined: it has reached all. */
  nextToSplit(): Holder | undefined {
    const reached = this.splits.reached ?? undefined;
    // Whoever has nothing left may have had shares, as a match that is busted later says, and matches that are not
    // settled, which are nothing together.
    return nextOf(merged(this.registered(reached), this.#idle.from(reached as Holder | undefined)), reached);
  }

  /** The next of those with shares and the open ones. @param reached the last one; absent: none yet */
  nextRegistered(reached?: HolderName): Holder | undefined {
    return nextOf(this.registered(reached), reached);
  }

  /** All of whom something is kept, in an order that depends on nothing else. */
  get all(): Holder[] {
    const all = [...this.#clients.values()].flatMap((one) => (one instanceof Holder ? one : [...one.values()]));
    return all.sort(byOwner);
  }

  /** Call it when the shares of the holder have changed. */
  list(holder: Holder): void {
    this.#count(holder);
    const hasShares = signOf(this.unitsOf(holder)) > 0;
    if (hasShares !== holder.isListed) {
      holder.isListed = hasShares;
      if (hasShares) this.#listed.add(holder);
      else this.#listed.delete(holder);
    }
    const isOpen = !hasShares && (signOf(holder) !== 0 || holder.pending !== 0);
    const isIdle = !hasShares && !isOpen;
    if (isIdle !== holder.isIdle) {
      holder.isIdle = isIdle;
      if (isIdle) this.#idle.add(holder);
      else this.#idle.delete(holder);
    }
    if (isOpen === holder.isOpen) return;
    holder.isOpen = isOpen;
    if (isOpen) this.#open.add(holder);
    else this.#open.delete(holder);
  }

  #count(holder: Holder): void {
    const { quantity, pending, countedQuantity: before } = holder;
    this.pending += pending - holder.countedPending;
    holder.countedPending = pending;
    this.long += Math.max(0, quantity) - Math.max(0, before);
    this.short += Math.max(0, -quantity) - Math.max(0, -before);
    holder.countedQuantity = quantity;
  }

  /** The larger of all that there is and all that is owed. */
  get most(): Shares {
    return Math.max(this.long + this.treasury.quantity, this.short);
  }

  /** Whether sums stay whole numbers that are exact. */
  hasRoomFor(more: Shares, growth = 1): boolean {
    return this.most * growth + more <= SHARES_MAX;
  }

  /** Those with shares and the open ones, by client, then by account. @param first absent: from the first on */
  registered(first?: Owner): Generator<Holder, void, undefined> {
    return merged(this.#listed.from(first as Holder), this.#open.from(first as Holder));
  }

  lotsOf(holder: Holder): Lots {
    return this.#isApart(holder) ? (holder.apart ?? new Lots()) : holder.lots;
  }

  /** While the register of transfer rules and its position are not one, it has other lots. */
  #isApart({ apart }: Holder): boolean {
    return apart !== null || !this.#register.isOne;
  }
}

/** The first that is not the one that was reached. */
function nextOf(holders: Iterable<Holder>, reached: HolderName | undefined): Holder | undefined {
  for (const holder of holders) if (reached === undefined || byOwner(holder, reached) !== 0) return holder;
  return undefined;
}

/** Of two that are in order, in order. */
function* merged(
  first: Iterator<Holder, unknown, undefined>,
  second: Iterator<Holder, unknown, undefined>,
): Generator<Holder, void, undefined> {
  let [one, other] = [first.next(), second.next()];
  while (!one.done || !other.done) {
    if (other.done || (!one.done && byOwner(one.value, other.value) < 0)) {
      yield one.value as Holder;
      one = first.next();
    } else {
      yield other.value;
      other = second.next();
    }
  }
}

function holdingOf({ clientId, accountId }: Holder, { all }: Lots): RegisteredHolding {
  return { place: ownerKey(clientId, accountId), clientId, accountId, lots: all.map(lotView) };
}

export function lotView([day, quantity, , rest = 0, origin = null, entry = 0]: Lot): RegisteredLot {
  return { date: dateOf(day), quantity, rest, origin, entry: entry === 0 ? null : entry };
}

/** Of a day number; null: not known. */
export function dateOf(day: number): string | null {
  return day === UNDATED ? null : formatDay(day);
}

export function byOwner(a: Owner, b: Owner): number {
  return byText(a.clientId, b.clientId) || byText(a.accountId ?? '', b.accountId ?? '');
}
