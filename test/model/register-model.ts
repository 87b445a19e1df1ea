/**
 * The slow, obvious register of one security (R1 to R4): each holder keeps everything that ever moved it, and every
 * answer is a replay of all of it from nothing, lot by lot, in exact arithmetic.
 */

/** Dated later than every day: nobody knows since when. */
const UNDATED = Infinity;

const MILLION = 1_000_000n;

/** Of one day, in millionths of a share. */
export interface ModelLot {
  readonly day: number;
  readonly units: bigint;
}

/** The same in whole shares. */
export interface ShareLot {
  readonly day: number;
  readonly quantity: number;
}

export const inShares = ({ day, units }: ModelLot): ShareLot => ({ day, quantity: Number(units / MILLION) });

interface TradeEntry {
  readonly matchId: number;
  readonly side: 1 | -1;
  readonly day: number;
  shares: number;
  price: bigint;
  settled: boolean;
}

/** Units of a raise, in millionths; taken back: it never was. */
interface IssueEntry {
  readonly matchId: undefined;
  readonly tradeId: number;
  readonly units: bigint;
  readonly cost: bigint;
  readonly day: number;
}

interface ReportEntry {
  readonly matchId: null;
  /** What the holder has at this point, in millionths. */
  units: bigint;
  cost: bigint | null;
  lots: ModelLot[];
}

interface Held {
  /** Millionths of a share. */
  readonly units: bigint;
  readonly cost: bigint | null;
  /** Oldest first, one of each day. */
  readonly lots: readonly ModelLot[];
}

const size = (number: bigint): bigint => (number < 0n ? -number : number);
const signOf = (number: bigint): number => (number < 0n ? -1 : number > 0n ? 1 : 0);
export const millionths = (shares: number): bigint => BigInt(shares) * MILLION;

export class ModelHolder {
  readonly entries: (TradeEntry | IssueEntry | ReportEntry)[] = [];
  /** Since the last change. */
  #held: Held | undefined;

  get held(): Held {
    this.#held ??= this.#replay();
    return this.#held;
  }

  /** All of it again, from nothing. */
  #replay(): Held {
    let units = 0n;
    let cost: bigint | null = 0n;
    let lots: ModelLot[] = [];
    for (const entry of this.entries) {
      if (entry.matchId === null) {
        ({ units, cost } = entry);
        lots = [...entry.lots];
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
      if (moved < 0n) lots = without(lots, -moved);
      else lots.push({ day: entry.day, units: least(moved, next) });
      units = next;
    }
    return { units, cost: units === 0n ? 0n : cost, lots: byDay(lots) };
  }

  /** How many of the newest entries the average is made of: those since the shares were 0, or had the other sign. */
  get averaged(): number {
    let [units, count] = [0n, 0];
    for (const entry of this.entries) {
      const next = entry.matchId === null ? entry.units : units + movedBy(entry);
      if (next === units) continue;
      const grown = signOf(next) === signOf(units) ? count + 1 : 1;
      count = next === 0n ? 0 : grown;
      units = next;
    }
    return count;
  }

  get pending(): number {
    const open = this.entries.filter((entry): entry is TradeEntry => 'settled' in entry && !entry.settled);
    return open.reduce((sum, { shares }) => sum + shares, 0);
  }

  trade(matchId: number, shares: number, price: number, day: number): void {
    const side = shares > 0 ? 1 : -1;
    this.#held = undefined;
    this.entries.push({ matchId, side, shares, price: BigInt(price), day, settled: false });
  }

  issue(tradeId: number, units: bigint, cost: bigint, day: number): void {
    this.#held = undefined;
    this.entries.push({ matchId: undefined, tradeId, units, cost, day });
  }

  /** As if it had never been; what was stated later is without it. */
  takeBack(tradeId: number): void {
    const at = this.entries.findIndex((one) => one.matchId === undefined && one.tradeId === tradeId);
    const { units } = this.entries[at] as IssueEntry;
    this.#held = undefined;
    this.#restate(at, -units);
    this.entries.splice(at, 1);
  }

  /** @param averageCost null: that of before is kept, where the holder had shares of the same sign */
  report(units: bigint, averageCost: number | null, lots: readonly ModelLot[] | null): void {
    const before = this.held;
    const isSame = signOf(before.units) === signOf(units) && units !== 0n && before.cost !== null;
    const kept = isSame ? (before.cost! * size(units)) / size(before.units) : null;
    const cost = averageCost === null ? kept : (size(units) * BigInt(averageCost)) / MILLION;
    this.#held = undefined;
    const undated = units > 0n ? [{ day: UNDATED, units }] : [];
    this.entries.push({ matchId: null, units, cost: units === 0n ? 0n : cost, lots: byDay(lots ?? undated) });
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
  }

  /** An entry before the last report is another: what was stated later is, too. */
  #restate(at: number, difference: bigint): void {
    const report = this.entries.findLastIndex((one) => one.matchId === null);
    if (report < at || difference === 0n) return;
    const stated = this.entries[report] as ReportEntry;
    const before = stated.units;
    stated.units += difference;
    if (difference < 0n) stated.lots = without(stated.lots, -difference);
    else stated.lots.push({ day: UNDATED, units: least(difference, before + difference) });
    stated.lots = byDay(stated.lots);
    stated.cost = stated.units === 0n ? 0n : null;
  }

  settle(matchId: number, side: 1 | -1): void {
    for (const entry of this.entries) {
      if ('settled' in entry && entry.matchId === matchId && entry.side === side) entry.settled = true;
    }
  }
}

function movedBy(entry: TradeEntry | IssueEntry): bigint {
  return entry.matchId === undefined ? entry.units : millionths(entry.shares);
}

/** The oldest go first, those without a day last. */
function without(lots: readonly ModelLot[], units: bigint): ModelLot[] {
  let left = units;
  const rest = byDay(lots).map((lot) => {
    const taken = least(left, lot.units);
    left -= taken;
    return { ...lot, units: lot.units - taken };
  });
  return rest.filter((lot) => lot.units > 0n);
}

/** The lower of both, and at least 0. */
function least(one: bigint, other: bigint): bigint {
  const lower = one < other ? one : other;
  return lower > 0n ? lower : 0n;
}

function byDay(lots: readonly ModelLot[]): ModelLot[] {
  const sums = new Map<number, bigint>();
  for (const { day, units } of lots) sums.set(day, (sums.get(day) ?? 0n) + units);
  const days = [...sums.keys()].filter((day) => sums.get(day)! > 0n).sort((a, b) => (a < b ? -1 : 1));
  return days.map((day) => ({ day, units: sums.get(day)! }));
}

/** The register of a security: holders by name, and every match with what became of it. */
export class RegisterModel {
  readonly holders = new Map<string, ModelHolder>();
  readonly matches: ModelMatch[] = [];
  readonly issues: ModelIssue[] = [];

  of(name: string): ModelHolder {
    const known = this.holders.get(name) ?? new ModelHolder();
    this.holders.set(name, known);
    return known;
  }

  trade(match: Omit<ModelMatch, 'state'>, day: number): void {
    const { matchId, buyer, seller, price, quantity } = match;
    this.matches.push({ ...match, state: 'PENDING' });
    this.of(buyer).trade(matchId, quantity, price, day);
    this.of(seller).trade(matchId, -quantity, price, day);
  }

  amend(match: ModelMatch, terms: { readonly price: number; readonly quantity: number } | null): void {
    const { price, quantity } = terms ?? { price: 0, quantity: 0 };
    this.of(match.buyer).amend(match.matchId, 1, quantity, price);
    this.of(match.seller).amend(match.matchId, -1, -quantity, price);
    if (terms !== null) Object.assign(match, terms);
  }

  issue(holder: string, { tradeId, units, cost }: Omit<ModelIssue, 'holder' | 'isTakenBack'>, day: number): void {
    this.issues.push({ tradeId, units, cost, holder, isTakenBack: false });
    this.of(holder).issue(tradeId, units, cost, day);
  }

  takeBack(issue: ModelIssue): void {
    issue.isTakenBack = true;
    this.of(issue.holder).takeBack(issue.tradeId);
  }

  settle(match: ModelMatch): void {
    match.state = 'SETTLED';
    this.of(match.buyer).settle(match.matchId, 1);
    this.of(match.seller).settle(match.matchId, -1);
  }

  /** Holders with shares, by name. */
  get listed(): string[] {
    return [...this.holders].flatMap(([name, holder]) => (holder.held.units > 0n ? [name] : [])).sort();
  }
}

export interface ModelIssue {
  readonly tradeId: number;
  readonly holder: string;
  /** Millionths. */
  readonly units: bigint;
  readonly cost: bigint;
  isTakenBack: boolean;
}

export interface ModelMatch {
  readonly matchId: number;
  readonly buyer: string;
  readonly seller: string;
  price: number;
  quantity: number;
  state: 'PENDING' | 'SETTLED' | 'CANCELED' | 'BUSTED';
}
