/**
 * The slow, obvious register of one security (R1 to R4): each holder keeps everything that ever moved it, and every
 * answer is a replay of all of it from nothing, lot by lot, in exact arithmetic.
 */

/** Dated later than every day: nobody knows since when. */
const UNDATED = Infinity;

export interface ModelLot {
  readonly day: number;
  readonly quantity: number;
}

interface TradeEntry {
  readonly matchId: number;
  readonly side: 1 | -1;
  readonly day: number;
  shares: number;
  price: bigint;
  settled: boolean;
}

interface ReportEntry {
  readonly matchId: null;
  /** What the holder has at this point. */
  quantity: number;
  cost: bigint | null;
  lots: ModelLot[];
}

interface Held {
  readonly quantity: number;
  readonly cost: bigint | null;
  /** Oldest first, one of each day. */
  readonly lots: readonly ModelLot[];
}

const big = (number: number): bigint => BigInt(Math.abs(number));

export class ModelHolder {
  readonly entries: (TradeEntry | ReportEntry)[] = [];
  /** Since the last change. */
  #held: Held | undefined;

  get held(): Held {
    this.#held ??= this.#replay();
    return this.#held;
  }

  /** All of it again, from nothing. */
  #replay(): Held {
    let quantity = 0;
    let cost: bigint | null = 0n;
    let lots: ModelLot[] = [];
    for (const entry of this.entries) {
      if (entry.matchId === null) {
        ({ quantity, cost } = entry);
        lots = [...entry.lots];
        continue;
      }
      const { shares, price, day } = entry;
      const next = quantity + shares;
      if (Math.sign(next) !== Math.sign(quantity)) cost = big(next) * price;
      else if (cost !== null && Math.sign(shares) === Math.sign(quantity)) cost += big(shares) * price;
      else if (cost !== null && quantity !== 0) cost = (cost * big(next)) / big(quantity);
      if (shares < 0) lots = without(lots, -shares);
      else lots.push({ day, quantity: Math.max(0, Math.min(shares, next)) });
      quantity = next;
    }
    return { quantity, cost: quantity === 0 ? 0n : cost, lots: byDay(lots) };
  }

  get pending(): number {
    const open = this.entries.filter((entry): entry is TradeEntry => entry.matchId !== null && !entry.settled);
    return open.reduce((sum, { shares }) => sum + shares, 0);
  }

  trade(matchId: number, shares: number, price: number, day: number): void {
    const side = shares > 0 ? 1 : -1;
    this.#held = undefined;
    this.entries.push({ matchId, side, shares, price: BigInt(price), day, settled: false });
  }

  /** @param averageCost null: that of before is kept, where the holder had shares of the same sign */
  report(quantity: number, averageCost: number | null, lots: readonly ModelLot[] | null): void {
    const before = this.held;
    const isSame = Math.sign(before.quantity) === Math.sign(quantity) && quantity !== 0 && before.cost !== null;
    const kept = isSame ? (before.cost! * big(quantity)) / big(before.quantity) : null;
    const cost = averageCost === null ? kept : big(quantity) * BigInt(averageCost);
    this.#held = undefined;
    const known = lots ?? (quantity > 0 ? [{ day: UNDATED, quantity }] : []);
    this.entries.push({ matchId: null, quantity, cost: quantity === 0 ? 0n : cost, lots: byDay(known) });
  }

  /** The side of a match has other shares and another price; 0 shares: it is void. */
  amend(matchId: number, side: 1 | -1, shares: number, price: number): void {
    const at = this.entries.findIndex((one) => one.matchId === matchId && one.side === side);
    const entry = this.entries[at] as TradeEntry;
    const difference = shares - entry.shares;
    this.#held = undefined;
    entry.shares = shares;
    entry.price = BigInt(price);
    const report = this.entries.findLastIndex((one) => one.matchId === null);
    if (report < at || difference === 0) return;
    // What was stated later is without it.
    const stated = this.entries[report] as ReportEntry;
    const before = stated.quantity;
    stated.quantity += difference;
    if (difference < 0) stated.lots = without(stated.lots, -difference);
    else stated.lots.push({ day: UNDATED, quantity: Math.max(0, Math.min(difference, before + difference)) });
    stated.lots = byDay(stated.lots);
    stated.cost = stated.quantity === 0 ? 0n : null;
  }

  settle(matchId: number, side: 1 | -1): void {
    for (const entry of this.entries) if (entry.matchId === matchId && entry.side === side) entry.settled = true;
  }
}

/** The oldest go first, those without a day last. */
function without(lots: readonly ModelLot[], quantity: number): ModelLot[] {
  let left = quantity;
  const rest = byDay(lots).map((lot) => {
    const taken = Math.min(left, lot.quantity);
    left -= taken;
    return { ...lot, quantity: lot.quantity - taken };
  });
  return rest.filter((lot) => lot.quantity > 0);
}

function byDay(lots: readonly ModelLot[]): ModelLot[] {
  const sums = new Map<number, number>();
  for (const { day, quantity } of lots) sums.set(day, (sums.get(day) ?? 0) + quantity);
  const days = [...sums.keys()].filter((day) => sums.get(day)! > 0).sort((a, b) => (a < b ? -1 : 1));
  return days.map((day) => ({ day, quantity: sums.get(day)! }));
}

/** The register of a security: holders by name, and every match with what became of it. */
export class RegisterModel {
  readonly holders = new Map<string, ModelHolder>();
  readonly matches: ModelMatch[] = [];

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

  settle(match: ModelMatch): void {
    match.state = 'SETTLED';
    this.of(match.buyer).settle(match.matchId, 1);
    this.of(match.seller).settle(match.matchId, -1);
  }

  /** Holders with shares, by name. */
  get listed(): string[] {
    return [...this.holders].flatMap(([name, holder]) => (holder.held.quantity > 0 ? [name] : [])).sort();
  }
}

export interface ModelMatch {
  readonly matchId: number;
  readonly buyer: string;
  readonly seller: string;
  price: number;
  quantity: number;
  state: 'PENDING' | 'SETTLED' | 'CANCELED' | 'BUSTED';
}
