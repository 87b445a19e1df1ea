import type { MatchId, Millionths, Shares } from '../../api/index.ts';
import { costAfter, type Held } from './average-cost.ts';

/** As a snapshot keeps it. */
export type TradeLogValues = readonly [
  quantity: Shares,
  cost: Held['cost'],
  beganAfter: number,
  older: readonly number[],
  newer: readonly number[],
];

/** Of a trade in a list: its match, its shares (below 0: sold) and its price. */
const WIDTH = 3;

/**
 * The trades that a position is made of, so that its cost is computed again when one of them is corrected: as if it had
 * always been so (V52). The older half can be folded into the opening; a correction of one of them leaves the cost
 * unknown.
 */
export class TradeLog {
  #opening: Held;
  /** Trades of matches up to this one that are not in the lists came before the position began. */
  #beganAfter: number;
  #older: number[];
  /** The position after the older trades. */
  #middle: Held;
  #newer: number[];

  constructor(opening: Held, beganAfter: number, older: readonly number[] = [], newer: readonly number[] = []) {
    this.#opening = { quantity: opening.quantity, cost: opening.cost };
    this.#beganAfter = beganAfter;
    this.#older = [...older];
    this.#middle = after(this.#opening, this.#older);
    this.#newer = [...newer];
  }

  static from([quantity, cost, beganAfter, older, newer]: TradeLogValues): TradeLog {
    return new TradeLog({ quantity, cost }, beganAfter, older, newer);
  }

  get values(): TradeLogValues {
    const { quantity, cost } = this.#opening;
    return [quantity, cost, this.#beganAfter, this.#older, this.#newer];
  }

  get size(): number {
    return (this.#older.length + this.#newer.length) / WIDTH;
  }

  /** How many trades are in the newer half. */
  add(matchId: MatchId, shares: Shares, price: Millionths): number {
    return this.#newer.push(matchId, shares, price) / WIDTH;
  }

  /** The newer half is full: folds the older one. @param held after all trades @returns how many trades are folded */
  fold(held: Held): number {
    const folded = this.#older.length / WIDTH;
    if (folded > 0) this.#beganAfter = Math.min(this.#beganAfter, (this.#older[0] as number) - 1);
    this.#opening = this.#middle;
    this.#older = this.#newer;
    this.#middle = { quantity: held.quantity, cost: held.cost };
    this.#newer = [];
    return folded;
  }

  /** The trade has other shares, 0 after a bust, and another price. */
  amend(matchId: MatchId, before: Shares, shares: Shares, price: Millionths): void {
    const trade = shares === 0 ? [] : [matchId, shares, price];
    const list = [this.#newer, this.#older].find((trades) => placeOf(trades, matchId, before) !== undefined);
    if (list !== undefined) list.splice(placeOf(list, matchId, before) as number, WIDTH, ...trade);
    // The price alone does not matter to a position that began later.
    else if (before !== shares || matchId > this.#beganAfter) {
      this.#opening = { quantity: this.#opening.quantity - before + shares, cost: null };
    }
    this.#middle = after(this.#opening, this.#older);
  }

  /** The position after all of the trades. */
  get held(): Held {
    return after(this.#middle, this.#newer);
  }
}

function after({ quantity, cost }: Held, trades: readonly number[]): Held {
  let held: Held = { quantity, cost };
  for (let at = 0; at < trades.length; at += WIDTH) {
    const shares = trades[at + 1] as Shares;
    held = {
      quantity: held.quantity + shares,
      cost: costAfter(held, shares, trades[at + 2] as Millionths),
    };
  }
  return held;
}

/** A client that trades with itself has two trades of a match. */
function placeOf(trades: readonly number[], matchId: MatchId, shares: Shares): number | undefined {
  for (let at = 0; at < trades.length; at += WIDTH) {
    if (trades[at] === matchId && Math.sign(trades[at + 1] as number) === Math.sign(shares)) return at;
  }
  return undefined;
}
