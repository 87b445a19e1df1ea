import type { DepthReach, EventSeq, Millionths, Side } from '../api/index.ts';

/** As a snapshot has them: for each side prices, the best first, and the events of their changes. */
export interface KeptMarks {
  readonly rfq: EventSeq;
  readonly bids: MarksOfSide;
  readonly offers: MarksOfSide;
}

type MarksOfSide = readonly (readonly [price: Millionths, seq: EventSeq])[];

/**
 * Marks of a side. When there are more, those of all but the best prices become one, which may name a later event than
 * the last at its price: a reader learns of an event that changed nothing for it, and misses no change.
 */
const MARKS_MAX = 256;

/**
 * The last event that changed the best levels of a book, for every number of levels at once. A change at a price
 * concerns the readers that see this price. A mark is removed when a later change comes at its price or a better one,
 * so from mark to mark prices get worse and events later, and a search by halving finds the last change that concerns
 * a reader. The levels better than a mark are those of its event, so a reader that sees its price now saw it then.
 */
export class DepthMarks {
  readonly #bids = new SideMarks(-1);
  readonly #offers = new SideMarks(1);
  /** Of the last change of a side between nothing and a request for quote. */
  #rfq: EventSeq = 0;

  constructor(kept?: KeptMarks) {
    if (kept === undefined) return;
    this.#rfq = kept.rfq;
    for (const [price, seq] of kept.bids) this.#bids.add(price, seq);
    for (const [price, seq] of kept.offers) this.#offers.add(price, seq);
  }

  /** The event, newer than all before, changed an order that shows at this price, or did. */
  add(side: Side, price: Millionths, seq: EventSeq): void {
    (side === 'buy' ? this.#bids : this.#offers).add(price, seq);
  }

  /** The event changed whether a side shows a request for quote, which every reader sees. */
  addRfq(seq: EventSeq): void {
    this.#rfq = seq;
  }

  /** 0: nothing changed since the first. */
  lastWithin({ bid, offer }: DepthReach): EventSeq {
    return Math.max(this.#rfq, this.#bids.lastTo(bid), this.#offers.lastTo(offer));
  }

  clear(): void {
    this.#rfq = 0;
    this.#bids.clear();
    this.#offers.clear();
  }

  /** Undefined without any. */
  get kept(): KeptMarks | undefined {
    const [bids, offers] = [this.#bids.entries(), this.#offers.entries()];
    return this.#rfq === 0 && bids.length + offers.length === 0 ? undefined : { rfq: this.#rfq, bids, offers };
  }
}

/** The marks of one side: prices that get worse, and events that get later. */
class SideMarks {
  /** 1: a higher price is worse; -1: a lower one. */
  readonly #worse: 1 | -1;
  readonly #prices: Millionths[] = [];
  readonly #seqs: EventSeq[] = [];
  /** The marks are the first `#count` of the arrays, which never shrink: V8 takes a call into the runtime for that. */
  #count = 0;

  constructor(worse: 1 | -1) {
    this.#worse = worse;
  }

  add(price: Millionths, seq: EventSeq): void {
    const prices = this.#prices;
    const seqs = this.#seqs;
    let at = this.#count;
    while (at > 0 && this.#isWithin(price, prices[at - 1]!)) at--;
    prices[at] = price;
    seqs[at] = seq;
    this.#count = at + 1;
    if (this.#count <= MARKS_MAX) return;
    this.#count = MARKS_MAX / 2;
    seqs[this.#count - 1] = seq;
  }

  lastTo(price: Millionths | null): EventSeq {
    if (price === null) return this.#count === 0 ? 0 : this.#seqs[this.#count - 1]!;
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#isWithin(this.#prices[middle]!, price)) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : this.#seqs[low - 1]!;
  }

  clear(): void {
    this.#count = this.#prices.length = this.#seqs.length = 0;
  }

  entries(): MarksOfSide {
    return this.#prices.slice(0, this.#count).map((price, at) => [price, this.#seqs[at]!] as const);
  }

  /** Whether a price is as good as another, or better. */
  #isWithin(price: Millionths, other: Millionths): boolean {
    return (price - other) * this.#worse <= 0;
  }
}
