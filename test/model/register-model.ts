/**
 * The slow, obvious register of one security: each holder keeps everything that ever moved it, and every
 * answer is a replay of all of it from nothing, lot by lot, in exact arithmetic.
 */
import { afterGiven, convertTo, type PassedBy, passBy } from './register-conversions.ts';
import {
  type ConvertedEntry,
  type Entry,
  type Held,
  type IssueEntry,
  type ModelIssue,
  type ModelMatch,
  millionths,
  movedBy,
  type ReportEntry,
  type SplitEntry,
  splitBy,
  type TenderEntry,
  type TradeEntry,
  unsettledOf,
} from './register-entries.ts';
import { byDay, least, type MadeLot, type ModelLot, UNDATED, undatedLot, withLot, without } from './register-lots.ts';
import { afterSplit, costAfter, type ModelSplit, signOf, size, splitLots } from './register-splits.ts';

export type { ModelIssue, ModelMatch } from './register-entries.ts';

const MILLION = 1_000_000n;

export class ModelHolder {
  readonly entries: Entry[] = [];
  /** Nothing was kept of it at the conversion. */
  passedBy: PassedBy | undefined;
  /** Since the last change. */
  #held: Held | undefined;

  get held(): Held {
    // What another security gave may be another.
    if (this.entries.some(({ matchId }) => matchId === 'converted')) this.#held = undefined;
    this.#held ??= this.#replay(this.entries);
    return this.#held;
  }

  /** All of it again, from nothing. */
  #replay(all: readonly Entry[]): Held {
    let units = 0n;
    let cost: bigint | null = 0n;
    let lots: readonly MadeLot[] = [];
    for (const entry of all) {
      if (entry.matchId === null) {
        ({ units, cost } = entry);
        lots = entry.undated ? undatedLot(entry) : entry.lots;
        continue;
      }
      if (entry.matchId === 'split') {
        lots = splitLots(lots, entry);
        cost = costAfter(units, cost, entry);
        units = afterSplit(units, entry);
        continue;
      }
      if (entry.matchId === 'converted') {
        ({ units, cost, lots } = afterGiven({ units, cost, lots }, entry.given()));
        continue;
      }
      const moved = movedBy(entry);
      // What some of the units that came cost.
      const costOf = (some: bigint) =>
        entry.matchId === undefined ? (entry.cost * some) / entry.units : (entry.price * some) / MILLION;
      const next = units + moved;
      if (signOf(next) !== signOf(units)) cost = costOf(size(next));
      else if (cost !== null && signOf(moved) === signOf(units)) cost += costOf(size(moved));
      else if (cost !== null && units !== 0n) cost = (cost * size(next)) / size(units);
      if (moved < 0n || entry.matchId === 'tender') lots = without(lots, -moved);
      else {
        const added = least(moved, next);
        const origin = entry.matchId === undefined ? 'issue' : 'match';
        lots = withLot(lots, { day: entry.day, units: added, cost: costOf(added), origin, entry: entry.number });
      }
      units = next;
    }
    return { units, cost: units === 0n ? 0n : cost, lots: byDay(lots), made: lots };
  }

  /** How many of the newest entries the average is made of: those since the shares were 0, or had the other sign. */
  get averaged(): number {
    let [units, count] = [0n, 0];
    for (const entry of this.entries) {
      if (entry.matchId === 'split') {
        units = afterSplit(units, entry);
        if (units === 0n) count = 0;
        continue;
      }
      const next = entry.matchId === null ? entry.units : units + movedBy(entry);
      if (next === units) continue;
      const grown = signOf(next) === signOf(units) ? count + 1 : 1;
      count = next === 0n ? 0 : grown;
      units = next;
    }
    return count;
  }

  get pending(): number {
    return Number(unsettledOf(this.entries).reduce((sum, [, units]) => sum + units, 0n) / MILLION);
  }

  /** What it had before an entry. */
  heldBefore(entry: Entry): Held {
    return this.#replay(this.entries.slice(0, this.entries.indexOf(entry)));
  }

  add(entry: SplitEntry | ConvertedEntry | TenderEntry): void {
    this.#held = undefined;
    this.entries.push(entry);
  }

  split(split: ModelSplit): void {
    this.add({ matchId: 'split', ...split });
  }

  trade(matchId: number, shares: number, price: number, day: number, number = 0): void {
    const side = shares > 0 ? 1 : -1;
    this.#held = undefined;
    this.entries.push({ matchId, side, shares, price: BigInt(price), day, number, settled: false });
  }

  issue(tradeId: number, units: bigint, cost: bigint, day: number, number = 0): void {
    this.#held = undefined;
    this.entries.push({ matchId: undefined, tradeId, units, cost, day, number });
  }

  /** As if it had never been; what was stated later is without it. */
  takeBack(tradeId: number): void {
    const at = this.entries.findIndex((one) => one.matchId === undefined && one.tradeId === tradeId);
    const { units } = this.entries[at] as IssueEntry;
    this.#held = undefined;
    this.#restate(at, -units);
    this.entries.splice(at, 1);
    this.#forget();
  }

  /** @param averageCost null: that of before is kept, where the holder had shares of the same sign */
  report(units: bigint, averageCost: number | null, lots: readonly ModelLot[] | null, number = 0): void {
    const before = this.held;
    const isSame = signOf(before.units) === signOf(units) && units !== 0n && before.cost !== null;
    const kept = isSame ? (before.cost! * size(units)) / size(before.units) : null;
    const cost = averageCost === null ? kept : (size(units) * BigInt(averageCost)) / MILLION;
    this.#held = undefined;
    const made = (lots ?? []).reduce<readonly MadeLot[]>(
      (all, lot) => withLot(all, { ...lot, cost: null, origin: 'report', entry: number }),
      [],
    );
    const report = { units, cost: units === 0n ? 0n : cost, lots: made, undated: lots === null, number };
    this.entries.push({ matchId: null, ...report });
    this.#forget();
  }

  /** A holder that has nothing, and of whom no entry is kept, is not known any more. */
  #forget(): void {
    const last = this.entries.findLast((one) => one.matchId === null || movedBy(one) !== 0n);
    if (last?.matchId !== null || last.units !== 0n || unsettledOf(this.entries).some(([then]) => then !== 0n)) return;
    Object.assign(last, { lots: [], undated: true, number: 0 });
    this.#held = undefined;
  }

  /** The side of a match has other shares and another price; 0 shares: it is void. */
  amend(matchId: number, side: 1 | -1, shares: number, price: number): void {
    const at = this.entries.findIndex((one) => 'side' in one && one.matchId === matchId && one.side === side);
    const entry = this.entries[at] as TradeEntry;
    const difference = shares - entry.shares;
    this.#held = undefined;
    entry.shares = shares;
    entry.price = BigInt(price);
    this.#restate(at, millionths(difference));
    this.#forget();
  }

  /** An entry before the last report is another: what was stated later is, too. */
  #restate(at: number, difference: bigint): void {
    const report = this.entries.findLastIndex((one) => one.matchId === null);
    if (report < at) return;
    const splitUntil = (end: number) => splitBy(this.entries.slice(at, end), difference);
    this.#state(this.entries[report] as ReportEntry, splitUntil(report));
    this.passedBy?.come((gone) => splitUntil(this.entries.indexOf(gone)));
  }

  /** What it had before all that is kept of it is more or less by these. */
  come(units: bigint): void {
    const opening: ReportEntry = { matchId: null, units: 0n, cost: 0n, lots: [], undated: true, number: 0 };
    const last = this.entries.findLast((one) => one.matchId === null);
    if (last === undefined) this.entries.unshift(opening);
    this.#held = undefined;
    this.#state(last ?? opening, units);
    this.#forget();
  }

  #state(stated: ReportEntry, then: bigint): void {
    if (then === 0n) return;
    stated.units += then;
    if (then < 0n) stated.lots = without(stated.lots, -then);
    else {
      const units = least(then, stated.units);
      stated.lots = withLot(stated.lots, { day: UNDATED, units, cost: null, origin: null, entry: 0 });
    }
    stated.cost = stated.units === 0n ? 0n : null;
  }

  settle(matchId: number, side: 1 | -1): void {
    for (const entry of this.entries) {
      if ('settled' in entry && entry.matchId === matchId && entry.side === side) entry.settled = true;
    }
    this.#forget();
  }
}

/** The register of a security: holders by name, and every match with what became of it. */
export class RegisterModel {
  readonly holders = new Map<string, ModelHolder>();
  readonly matches: ModelMatch[] = [];
  readonly issues: ModelIssue[] = [];
  /** Of changes: each has a number. */
  entries = 0;
  redemptions = 0;

  of(name: string): ModelHolder {
    const known = this.holders.get(name) ?? new ModelHolder();
    this.holders.set(name, known);
    return known;
  }

  trade(match: Omit<ModelMatch, 'state'>, day: number): void {
    const { matchId, buyer, seller, price, quantity } = match;
    this.matches.push({ ...match, state: 'PENDING' });
    this.entries++;
    this.of(buyer).trade(matchId, quantity, price, day, this.entries);
    this.of(seller).trade(matchId, -quantity, price, day, this.entries);
  }

  amend(match: ModelMatch, terms: { readonly price: number; readonly quantity: number } | null): void {
    const { price, quantity } = terms ?? { price: 0, quantity: 0 };
    this.entries++;
    this.of(match.buyer).amend(match.matchId, 1, quantity, price);
    this.of(match.seller).amend(match.matchId, -1, -quantity, price);
    if (terms !== null) Object.assign(match, terms);
  }

  issue(holder: string, { tradeId, units, cost }: Pick<ModelIssue, 'tradeId' | 'units' | 'cost'>, day: number): void {
    this.issues.push({ tradeId, units, cost, holder, isTakenBack: false, redemptionsBefore: this.redemptions });
    this.of(holder).issue(tradeId, units, cost, day, ++this.entries);
  }

  /** By how much less its holder would have without it, rounded by the splits since as all of its shares are. */
  lossOf({ holder, tradeId }: ModelIssue): bigint {
    const { held, entries } = this.of(holder);
    const without = new ModelHolder();
    without.entries.push(...entries.map((entry) => ({ ...entry })));
    without.takeBack(tradeId);
    return held.units - without.held.units;
  }

  takeBack(issue: ModelIssue): void {
    issue.isTakenBack = true;
    this.entries++;
    this.of(issue.holder).takeBack(issue.tradeId);
  }

  report(holder: string, units: bigint, averageCost: number | null, lots: readonly ModelLot[] | null): void {
    this.of(holder).report(units, averageCost, lots, ++this.entries);
  }

  /** @param order of the holders of whom something is kept, which get an entry there each */
  convertTo(other: RegisterModel, split: ModelSplit, order: readonly string[]): void {
    this.entries++;
    for (const name of order) convertTo(this.of(name), other.of(name), split, ++other.entries);
    for (const [name, holder] of this.holders) {
      if (!order.includes(name)) holder.passedBy = passBy(holder, other.of(name), split);
    }
  }

  split(split: ModelSplit): void {
    this.entries++;
    if (split.isRedemption) this.redemptions++;
    for (const holder of this.holders.values()) holder.split(split);
  }

  settle(match: ModelMatch): void {
    match.state = 'SETTLED';
    this.entries++;
    this.of(match.buyer).settle(match.matchId, 1);
    this.of(match.seller).settle(match.matchId, -1);
  }

  /** Of all holders, those below 0 included. */
  get units(): bigint {
    return [...this.holders.values()].reduce((sum, { held }) => sum + held.units, 0n);
  }

  /** Holders with shares, by name. */
  get listed(): string[] {
    return [...this.holders].flatMap(([name, holder]) => (holder.held.units > 0n ? [name] : [])).sort();
  }
}
