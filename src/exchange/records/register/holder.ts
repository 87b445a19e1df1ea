import type { Amount, MatchId, Millionths, SecurityId, Shares } from '../../api/index.ts';
import { costAfter, costBefore, type Held } from './cost.ts';
import { type Lot, Lots, UNDATED } from './lots.ts';

/** What a holder had before the first of its kept entries. */
interface Opening extends Held {
  /** Oldest first; null: all of its shares are without a day. */
  readonly lots: readonly Lot[] | null;
  /** Matches up to this one that are not among the kept entries do not matter to the cost. */
  readonly began: number;
}

/** Of an entry in the list: its match, its shares (below 0: sold), its price, its day, and 1 once it is settled. */
const WIDTH = 5;
const [SHARES, PRICE, DAY, SETTLED] = [1, 2, 3, 4] as const;

const NOTHING: Held = { quantity: 0, cost: 0 };
/** Of a holder without entries, which most are: it is never changed. */
const NONE: number[] = [];

/** As a snapshot keeps a holder: JSON has null for UNDATED. */
export type HolderValues = readonly [
  opening: readonly [
    quantity: Shares,
    cost: Amount | null,
    lots: readonly (readonly [number | null, Shares, Amount | null])[] | null,
    began: number,
  ],
  entries: readonly (number | null)[],
  pending: Shares,
];

export interface Trade {
  readonly matchId: MatchId;
  readonly price: Millionths;
  /** Eastern, as a day number. */
  readonly day: number;
  /** Whether its settlement is still to be reported. */
  readonly isPending: boolean;
}

/** A side of a match before and after a correction: shares below 0 were sold. */
export interface AmendedSide {
  readonly matchId: MatchId;
  readonly before: Shares;
  readonly shares: Shares;
  readonly price: Millionths;
  /** Whether the match is settled, if its entry is not kept any more. */
  readonly isSettled: boolean;
}

/** An account, or a client without account, and its shares of one security. Register alone changes it. */
export class Holder implements Held {
  readonly clientId: string;
  readonly accountId: string | null;
  readonly securityId: SecurityId;
  /** Traded shares: below 0 where more was sold than was there. */
  quantity: Shares = 0;
  /** The cost of its shares; below 0 the proceeds of their sale; null: not known. */
  cost: Amount | null = 0;
  /** Of the traded shares, those of matches whose settlement is still to be reported. */
  pending: Shares = 0;
  /**
   * What the register of transfer rules had of it while that and the positions were two (REGISTER_SINCE); null: they
   * are one. It ends with the next report, or once both say the same.
   */
  apart: Lots | null = null;
  /** Whether it is among the holders of its security, and among the positions of its client. */
  isListed = false;
  hasPosition = false;
  /** Nothing is kept of it any more: an order that names it looks for another one. */
  isGone = false;
  #opening: Opening;
  #entries: number[] = NONE;
  /** Null until somebody asks. */
  #lots: Lots | null = null;

  /** @param began matches up to this one came before anything is known of it */
  constructor({ clientId, accountId, securityId }: Pick<Holder, 'clientId' | 'accountId' | 'securityId'>, began = 0) {
    this.clientId = clientId;
    this.accountId = accountId;
    this.securityId = securityId;
    this.#opening = { ...NOTHING, lots: null, began };
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

  /** Its shares by the day on which they were acquired: a replay of the entries. They must not be changed. */
  get lots(): Lots {
    this.#lots ??= this.#replay(this.#entries.length, lotsOf(this.#opening)).lots as Lots;
    return this.#lots;
  }

  /** The shares of a match, below 0 where they were sold. */
  add(shares: Shares, { matchId, price, day, isPending }: Trade): void {
    const before = this.quantity;
    this.cost = costAfter(this, shares, price);
    this.quantity = before + shares;
    if (isPending) this.pending += shares;
    if (this.#entries === NONE) this.#entries = [];
    this.#entries.push(matchId, shares, price, day, isPending ? 0 : 1);
    this.#lots?.move(before, shares, day, price);
  }

  /** From now on it has this: earlier entries are kept no longer. */
  open({ quantity, cost }: Held, lots: readonly Lot[] | null, began: number): void {
    this.#opening = { quantity, cost, lots, began };
    this.#entries = NONE;
    this.#lots = null;
    this.quantity = quantity;
    this.cost = cost;
  }

  /** The match has other terms, as if it had always had them; without shares it never was. */
  amend({ matchId, before, shares, price, isSettled }: AmendedSide): void {
    const at = this.#placeOf(matchId, before);
    const settled = at === undefined ? isSettled : this.#entries[at + SETTLED] === 1;
    if (!settled) this.pending += shares - before;
    if (at === undefined) this.#amendOpening(matchId, shares - before);
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
    this.open({ quantity: this.quantity - shares, cost: costBefore(this, shares, price) }, null, 0);
  }

  /** By the same rules. */
  addUnkept(shares: Shares, price: Millionths): void {
    this.open({ quantity: this.quantity + shares, cost: costAfter(this, shares, price) }, null, 0);
  }

  /** Shares and money of the match changed hands. A second report changes nothing while the entry is kept. */
  settle(matchId: MatchId, shares: Shares): void {
    const at = this.#placeOf(matchId, shares);
    if (at === undefined) this.pending -= shares;
    else if (this.#entries[at + SETTLED] === 0) {
      this.#entries[at + SETTLED] = 1;
      this.pending -= this.#entries[at + SHARES] as Shares;
    }
  }

  /** The oldest entries become part of the opening. @param count of them */
  fold(count: number): void {
    const end = count * WIDTH;
    const { quantity, cost, lots, began } = this.#replay(end, lotsOf(this.#opening));
    const all = (lots as Lots).all;
    this.#opening = { quantity, cost, lots: isUndated(all) ? null : all, began };
    this.#entries = this.#entries.slice(end);
    this.#lots = null;
  }

  // ---------------------------------------------------------------- snapshots and checks

  get values(): HolderValues {
    const { quantity, cost, lots, began } = this.#opening;
    const kept = lots?.map(([day, ...rest]) => [day === UNDATED ? null : day, ...rest] as const) ?? null;
    // JSON writes UNDATED as null, and so does this, so that both are the same.
    const entries = this.#entries.map((value) => (value === UNDATED ? null : value));
    return [[quantity, cost, kept, began], entries, this.pending];
  }

  restore([[quantity, cost, lots, began], entries, pending]: HolderValues): void {
    const dated = lots?.map(([day, ...rest]): Lot => [day ?? UNDATED, ...rest]) ?? null;
    this.#opening = { quantity, cost, lots: dated, began };
    if (entries.length > 0) this.#entries = entries.map((value) => value ?? UNDATED);
    this.pending = pending;
    this.#becomeReplayed();
  }

  /** What a replay of the kept entries comes to: what it has. */
  get replayed(): Held {
    return this.#replay(this.#entries.length, null);
  }

  #becomeReplayed(): void {
    const { quantity, cost } = this.replayed;
    this.quantity = quantity;
    this.cost = cost;
  }

  /** @param end of the part of the list that is replayed, @param lots those of the opening, which follow; null: none */
  #replay(end: number, lots: Lots | null) {
    const entries = this.#entries;
    let { quantity, cost, began } = this.#opening;
    for (let at = 0; at < end; at += WIDTH) {
      const matchId = entries[at] as number;
      const shares = entries[at + SHARES] as Shares;
      const price = entries[at + PRICE] as Millionths;
      lots?.move(quantity, shares, entries[at + DAY] as number, price);
      cost = costAfter({ quantity, cost }, shares, price);
      began = beganWith(matchId, { quantity, began }, quantity + shares);
      quantity += shares;
    }
    return { quantity, cost, began, lots };
  }

  /** An entry before the kept ones is another: what it left is known, but not at which cost. */
  #amendOpening(matchId: MatchId, shares: Shares): void {
    const { quantity, lots, began } = this.#opening;
    if (shares === 0 && matchId <= began) return;
    const next = quantity + shares;
    const left = lotsOf(this.#opening);
    left.move(quantity, shares, UNDATED, null);
    this.#opening = { quantity: next, cost: next === 0 ? 0 : null, lots: lots && left.all, began };
  }

  /** Entries are in the order of their matches; a client that trades with itself has two of one match. */
  #placeOf(matchId: MatchId, shares: Shares): number | undefined {
    const entries = this.#entries;
    let [low, high] = [0, this.size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (entries[middle * WIDTH]! < matchId) low = middle + 1;
      else high = middle;
    }
    for (let at = low * WIDTH; entries[at] === matchId; at += WIDTH) {
      if (Math.sign(entries[at + SHARES]!) === Math.sign(shares)) return at;
    }
    return undefined;
  }
}

/** Before which match corrections do not matter, after this one: where the shares come to 0, the cost begins again. */
function beganWith(
  matchId: number,
  before: { readonly quantity: Shares; readonly began: number },
  next: Shares,
): number {
  if (next === 0) return matchId;
  return Math.sign(next) === Math.sign(before.quantity) ? Math.min(before.began, matchId - 1) : matchId - 1;
}

function lotsOf({ quantity, cost, lots }: Opening): Lots {
  return new Lots(lots ?? (quantity > 0 ? [[UNDATED, quantity, cost]] : []));
}

function isUndated(lots: readonly Lot[]): boolean {
  return lots.length === 0 || (lots.length === 1 && lots[0]![0] === UNDATED);
}
