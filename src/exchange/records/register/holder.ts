import type { Amount, MatchId, Millionths, SecurityId, Shares } from '../../api/index.ts';
import { costAfter, costBefore, costWith, type Held, NOTHING } from './cost.ts';
import type { AmendedSide, Issue, IssueParts, KeptEntry, StoredEntry, Trade } from './entries.ts';
import { ISSUED, NUMBER, PRICE, placeOf, SHARES, STATE, TENDERED, WIDTH } from './entry-list.ts';
import type { Lot, Lots } from './lots.ts';
import { type HolderValues, holderValues, isUndated, lotsOf, type Opening, partsFrom } from './opening.ts';
import { PendingShares } from './pending-shares.ts';
import {
  amendedOpening,
  isFoldedWith,
  type KeptOfHolder,
  keptWithout,
  lotsCome,
  replay,
  replayed,
  restsOnFold,
} from './replay.ts';
import { heldAfter, type Splits, type SplitsOfHolder } from './splits.ts';
import { plus, signOf, type Units } from './units.ts';

/** The states of a match. They are here for speed: each match reads them, and imported ones cost it 20 ns. */
const [PENDING, SETTLED] = [0, 1] as const;

/** Of a holder without entries, which most are: it is never changed. */
const NONE: number[] = [];

/** An account, or a client without account, and its shares of one security. Register alone changes it. */
export class Holder implements Held {
  readonly clientId: string;
  readonly accountId: string | null;
  readonly securityId: SecurityId;
  /** Traded shares: below 0 where more was sold than was there. */
  quantity: Shares = 0;
  /** Millionths of a share in addition to that: the venue trades whole shares, and the rest stays. */
  rest = 0;
  /** The cost of its shares; below 0 the proceeds of their sale; null: not known. */
  cost: Amount | null = 0;
  /** Whether the cost rests on entries that are kept no longer: until it has no shares, or a report states them. */
  isFolded = false;
  /** Of the traded shares, those of matches whose settlement is still to be reported. */
  pending: Shares = 0;
  /** Both as its security counts them. */
  countedPending: Shares = 0;
  countedQuantity: Shares = 0;
  /** Its lots while transfer rules had another register (REGISTER_SINCE), until both say the same; or null. */
  apart: Lots | null = null;
  /** Whether it is among the holders of its security, its open or its idle ones, and the positions of its client. */
  isListed = false;
  isOpen = false;
  isIdle = false;
  hasPosition = false;
  /** Nothing is kept of it any more: an order that names it looks for another one. */
  isGone = false;
  readonly #security: SplitsOfHolder;
  #opening: Opening;
  #entries: number[] = NONE;
  /** Of `pending`, those of matches before splits; null: none. */
  #pendingBefore: PendingShares | null = null;
  /** What its entries do not have of issues, by their numbers; null: it has none. */
  #issues: Map<number, IssueParts> | null = null;
  /** Null until somebody asks. */
  #lots: Lots | null = null;

  /** @param began matches up to this one came before anything is known of it */
  constructor(
    { clientId, accountId, securityId }: Pick<Holder, 'clientId' | 'accountId' | 'securityId'>,
    security: SplitsOfHolder,
    began = 0,
  ) {
    this.clientId = clientId;
    this.accountId = accountId;
    this.securityId = securityId;
    this.#security = security;
    this.#opening = { ...NOTHING, lots: null, began, entry: 0, isFolded: false, splits: security.splits.all.length };
  }

  /** The number of kept entries. */
  get size(): number {
    return this.#entries.length / WIDTH;
  }

  /** The oldest kept entry, by which holders are compared; a match has one entry of each side. */
  get oldest(): number {
    return (this.#entries[0] as number) + (this.#entries[SHARES]! > 0 ? 0 : 0.5);
  }

  get settled(): Shares {
    return this.quantity - this.pending;
  }

  /** Whether nothing is kept that a later correction would need: a split may have left nothing of an opening. */
  get keepsNothing(): boolean {
    const isEmpty = this.size === 0 && this.pending === 0 && signOf(this.#opening) === 0;
    return isEmpty && (this.#pendingBefore?.isEmpty ?? true);
  }

  get splits(): Splits {
    return this.#security.splits;
  }

  /** How many of them have reached it. */
  get splitCount(): number {
    return this.#security.splitsOf(this);
  }

  get opening(): Opening {
    return this.#opening;
  }

  entryAt(index: number): KeptEntry {
    const stored = this.#entries.slice(index * WIDTH, (index + 1) * WIDTH);
    const [place, quantity, price, day, state, entry] = stored as readonly number[] as StoredEntry;
    const issue = state === ISSUED ? this.#issues!.get(entry)! : null;
    const of = { isIssue: issue !== null, isTender: state === TENDERED, isPending: state === PENDING };
    return { place, quantity, rest: 0, price, day, entry, cost: null, ...issue, ...of };
  }

  /** Its shares by the day on which they were acquired: a replay of the entries. They must not be changed. */
  get lots(): Lots {
    this.#lots ??= replay(this.kept, this.#entries.length, lotsOf(this.#opening)).lots as Lots;
    return this.#lots;
  }

  /** The shares of a match or a tender, below 0 where they were sold. */
  add(shares: Shares, { matchId, price, day, isPending, isTender, entry }: Trade): void {
    this.#lots?.move(this, shares, { day, price, entry });
    this.cost = costAfter(this, shares, price);
    this.quantity += shares;
    // Of another sign than before these came, its cost is that of later entries.
    if (this.isFolded) this.isFolded = signOf(this) === signOf({ quantity: this.quantity - shares, rest: this.rest });
    if (isPending) this.pending += shares;
    if (this.#entries === NONE) this.#entries = [];
    const state = isTender === true ? TENDERED : isPending ? PENDING : SETTLED;
    this.#entries.push(matchId, shares, price, day, state, entry);
  }

  /** Units of a raise, which are settled. */
  issue(issue: Issue): void {
    const { quantity, rest, cost, place, day, entry, converted } = issue;
    if (this.#lots !== null) lotsCome(this.#lots, this, issue);
    this.cost = costWith(this, issue, cost);
    const after = plus(this, issue);
    this.isFolded = isFoldedWith({ isFolded: this.isFolded, before: this, after }, issue);
    this.#become(after);
    if (this.#entries === NONE) this.#entries = [];
    this.#entries.push(place, quantity, 0, day, ISSUED, entry);
    this.#issues ??= new Map();
    this.#issues.set(entry, converted === undefined ? { rest, cost } : { rest, cost, converted });
  }

  /** As if they had never been issued. */
  takeBack(issue: Pick<Issue, 'place' | 'entry'>, units: Units): void {
    const { opening, entries } = keptWithout(this.kept, issue, units);
    if (entries !== this.#entries) this.#forgetIssue(issue.entry);
    this.#entries = entries;
    this.restate(() => opening);
  }

  /** What it would have without these units of an issue: splits since round all of its shares together. */
  without(issue: Pick<Issue, 'place' | 'entry'>, units: Units): Units {
    return replayed(keptWithout(this.kept, issue, units));
  }

  /** An entry of before is another. @param change of the kept ones; returns the opening from now on */
  restate(change: (kept: KeptOfHolder) => Opening): void {
    this.#opening = change(this.kept);
    this.#becomeReplayed();
    this.#lots = null;
  }

  /** The newest split of its security reaches it (R3). */
  split(): void {
    const split = this.splits.all.at(-1)!;
    if (this.pending !== 0) this.#pendingBefore ??= new PendingShares(this.splits);
    this.pending = this.#pendingBefore?.split(this.pending) ?? 0;
    const sign = signOf(this);
    Object.assign(this, heldAfter(this, split));
    this.isFolded &&= signOf(this) === sign;
    this.#lots = null;
    this.apart?.split(split);
  }

  /** From now on it has this: earlier entries are kept no longer. @param entry the number of the report */
  open({ quantity, rest, cost }: Held, lots: readonly Lot[] | null, began: number, entry = 0): void {
    this.#opening = { quantity, rest, cost, lots, began, entry, isFolded: false, splits: this.splitCount };
    this.#entries = NONE;
    this.isFolded = false;
    this.#issues = null;
    this.#lots = null;
    this.#become({ quantity, rest });
    this.cost = cost;
  }

  /** The match has other terms, as if it had always had them; without shares it never was. */
  amend({ matchId, before, shares, price, isSettled }: AmendedSide): void {
    const at = placeOf(this.#entries, matchId, before);
    const settled = at === undefined ? isSettled : this.#entries[at + STATE] === SETTLED;
    if (!settled) this.#changePending(matchId, shares - before);
    const more = { quantity: shares - before, rest: 0 };
    if (at === undefined) this.#opening = amendedOpening(this.kept, { place: matchId, entry: 0 }, more);
    else if (shares === 0) this.#entries.splice(at, WIDTH);
    else {
      this.#entries[at + SHARES] = shares;
      this.#entries[at + PRICE] = price;
    }
    this.#becomeReplayed();
    this.#lots = null;
  }

  /** By the rules of before REPLAYED_COST_SINCE, which keep no entries: as if it had not traded these shares. */
  undo(shares: Shares, price: Millionths): void {
    this.open({ quantity: this.quantity - shares, rest: 0, cost: costBefore(this, shares, price) }, null, 0);
  }

  /** By the same rules. */
  addUnkept(shares: Shares, price: Millionths): void {
    this.open({ quantity: this.quantity + shares, rest: 0, cost: costAfter(this, shares, price) }, null, 0);
  }

  /** The number of the entry of the match; null: it has none, or is not kept. */
  numberOf(matchId: MatchId, shares: Shares): number | null {
    const at = placeOf(this.#entries, matchId, shares);
    return at === undefined ? null : this.#entries[at + NUMBER] || null;
  }

  /** Shares and money of the match changed hands. A second report changes nothing while the entry is kept. */
  settle(matchId: MatchId, shares: Shares): void {
    const at = placeOf(this.#entries, matchId, shares);
    if (at === undefined) this.#changePending(matchId, -shares);
    else if (this.#entries[at + STATE] === PENDING) {
      this.#entries[at + STATE] = SETTLED;
      this.#changePending(matchId, -(this.#entries[at + SHARES] as Shares));
    }
  }

  /** @param shares as they were at the match */
  #changePending(matchId: MatchId, shares: Shares): void {
    const { splits } = this;
    const after = splits.all.length === 0 ? 0 : splits.before({ place: matchId, entry: 0 });
    if (after < splits.all.length) this.#pendingBefore ??= new PendingShares(splits);
    this.pending += after < splits.all.length ? this.#pendingBefore!.change(after, shares) : shares;
  }

  /** The oldest entries become part of the opening. @param count of them */
  fold(count: number): void {
    const end = count * WIDTH;
    const { lots, ...opening } = replay(this.kept, end, lotsOf(this.#opening));
    const all = (lots as Lots).all;
    const undated = isUndated(all);
    const isFolded = signOf(opening) !== 0;
    this.#opening = { ...opening, lots: undated ? null : all, entry: (undated && all[0]?.[5]) || 0, isFolded };
    for (let at = 0; at < end; at += WIDTH) {
      if (this.#entries[at + STATE] === ISSUED) this.#forgetIssue(this.#entries[at + NUMBER]!);
    }
    this.#entries = this.#entries.slice(end);
    this.#lots = null;
    this.isFolded = restsOnFold(this.kept);
  }

  // ---------------------------------------------------------------- snapshots and checks

  get values(): HolderValues {
    return holderValues(this.kept, this.pending, this.#pendingBefore?.values ?? []);
  }

  restore(values: HolderValues): void {
    const [, , pending, , pendingBefore] = values;
    const { opening, entries, issues } = partsFrom(values);
    this.#opening = opening;
    if (entries.length > 0) this.#entries = entries;
    this.#issues = issues;
    this.pending = pending;
    if (pendingBefore !== undefined) this.#pendingBefore = new PendingShares(this.splits, pendingBefore);
    this.#becomeReplayed();
  }

  #becomeReplayed(): void {
    const held = replayed(this.kept);
    this.#become(held);
    this.cost = held.cost;
    this.isFolded = restsOnFold(this.kept);
  }

  #become({ quantity, rest }: Units): void {
    this.quantity = quantity;
    this.rest = rest;
  }

  get kept(): KeptOfHolder {
    const { splits, splitCount } = this;
    return { opening: this.#opening, entries: this.#entries, issues: this.#issues, splits, splitCount };
  }

  #forgetIssue(entry: number): void {
    this.#issues?.delete(entry);
    if (this.#issues?.size === 0) this.#issues = null;
  }
}
