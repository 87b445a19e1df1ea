import { DOUBLES, WORDS } from './arena.ts';
import type { BookSides } from './book-sides.ts';
import type { EngineParts } from './engine-parts.ts';
import { type BookListener, BY_COMMAND, IMMEDIATE_REMAINDER, RejectReason } from './listener.ts';
import { type BookContingency, type BookSide, BUY, SELL, type SelfTradeMode } from './order.ts';
import type { OrderIndex } from './order-index.ts';
import { PlainLevels } from './plain-levels.ts';
import type { Ref } from './records.ts';

const words = WORDS;
const doubles = DOUBLES;
/** The bits that a Ref may have, told to V8: see plain-levels.ts. */
const REF = 0x3ffffff0;

/**
 * What most commands do, in a few large functions: orders without contingency that enter and leave a book. It is for
 * speed only: for each such command, `enterAnyhow` and `cancelAnyhow` would tell and leave the same (test/model).
 *
 * The short way may be taken while the word 14 of the side of the bids is 0: the book is open, none of its orders has a
 * mode of self-trade prevention (M15) or waits to enter (M13), and no retry is due (M9). Of contingent orders none may
 * cross the new one. Then it sees orders without contingency only; taking them away gives no contingent order anything
 * (M8), and what rests crosses none, so there is nothing to retry either (M7).
 *
 * Words are named by their numbers: records.ts and level-pages.ts tell what they are.
 */
export abstract class PlainFlow extends PlainLevels {
  readonly bookId: number = 0;
  /** Under which the records of its orders name the book. */
  protected readonly number: number = 0;
  protected readonly listener: BookListener;
  protected readonly orders: OrderIndex;

  constructor(listener: BookListener, bookId: number, number: number, parts: EngineParts, sides: BookSides) {
    super(parts.records, sides);
    this.bookId = bookId;
    this.number = number;
    this.listener = listener;
    this.orders = parts.orders;
  }

  /** What `enter` does with any order. */
  protected abstract enterAnyhow(
    orderId: number,
    side: BookSide,
    price: number,
    quantity: number,
    contingency: BookContingency,
    minimum: number,
    immediate: boolean,
    disclosed: boolean,
    filled: number,
    owner: number,
    mode: SelfTradeMode,
  ): boolean;

  /** What `cancelOrder` does with any order. */
  protected abstract cancelAnyhow(order: Ref): void;

  /**
   * A new limit order: accepted, tried as a hub, then it rests (M6). Returns false when it was rejected.
   * @param minimum shares, used when the contingency is MINIMUM
   * @param immediate what does not trade at once is cancelled
   * @param disclosed whether the order shows in the visible top of book
   * @param filled shares of the quantity that were filled before: of an order that comes back
   * @param owner any positive safe integer, or NOBODY; mode: what it does about its owner's other orders (M15)
   */
  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: a call that V8 does not put in place costs 2 %
  enter(
    orderId: number,
    side: BookSide,
    price: number,
    quantity: number,
    contingency: BookContingency,
    minimum: number,
    immediate: boolean,
    disclosed: boolean,
    filled = 0,
    owner = 0,
    mode: SelfTradeMode = 0,
  ): boolean {
    const bids = this.bids & REF;
    // Of the side 0 or 1 the records of both sides, without a branch that nobody could foresee.
    const own = bids + ((side & 1) << 4);
    const against = bids + 16 - ((side & 1) << 4);
    const rank = (side + side - 1) * price;
    // A counter crosses up to this rank (M2).
    const limit = -rank;
    if (
      words[bids + 14] !== 0 ||
      contingency !== 0 ||
      mode !== 0 ||
      (owner !== 0 && (!Number.isSafeInteger(owner) || owner < 0)) ||
      (side & 1) !== side ||
      !Number.isSafeInteger(price) ||
      price < 1 ||
      (quantity | 0) !== quantity ||
      quantity < 1 ||
      filled >= quantity ||
      !Number.isSafeInteger(orderId) ||
      orderId < 1 ||
      (words[against + 15] !== 0 && this.#contingentCrosses(against, limit))
    ) {
      // biome-ignore format: in the order of the parameters
      return this.enterAnyhow(
        orderId, side, price, quantity, contingency, minimum, immediate, disclosed, filled, owner, mode);
    }

    // No order may have the id: the group of its hash in the table of ids (order-index.ts).
    const head = this.head & REF;
    let low = orderId | 0;
    if (orderId > 0x7fffffff) low ^= Math.imul((orderId / 4294967296) | 0, 0x85ebca6b);
    const hash = Math.imul(low, 0x9e3779b1);
    const group = (words[head + 1]! & REF) + ((hash >>> words[head + 3]!) & words[head + 2]! & 0x3ffffff8);
    const tag = 0x80 | ((hash >>> 2) & 0x7f);
    const tags = Math.imul(tag, 0x01010101);
    const far = words[group + 7]!;
    const a = words[group + 6]! ^ tags;
    const b = far ^ tags;
    // Whether any slot has the tag, or the order may stand elsewhere.
    const some = ((a - 0x01010101) & ~a & 0x80808080) | ((b - 0x01010101) & ~b & 0x8080) | (far >>> 16);
    if ((some | words[head + 6]!) !== 0 && this.orders.getAnywhere(orderId, hash) !== 0) return this.#refuse(orderId);
    this.listener.accepted(this.bookId, orderId, side, price, quantity, 0, 0);

    // The sweep: the oldest order of the best level, as long as it crosses.
    const open = quantity - filled;
    let remaining = open;
    let level = words[against + 8]! & REF;
    while (level !== 0 && remaining !== 0) {
      const counterRank = doubles[level >>> 1]!;
      if (counterRank > limit) break;
      const counter = words[level + 10]! & REF;
      const there = words[counter + 9]!;
      const fill = there < remaining ? there : remaining;
      const left = there - fill;
      remaining -= fill;
      const counterId = doubles[(counter >>> 1) + 1]!;
      if (left !== 0) {
        words[counter + 9] = left;
        doubles[(level >>> 1) + 1]! -= fill;
        if ((words[counter + 15]! & 1) !== 0) doubles[(level >>> 1) + 2]! -= fill;
      } else {
        // The next of the level comes first, or the next level.
        const next = words[counter + 13]! & REF;
        words[counter + 13] = words[head]!;
        if (next === 0) {
          const best = this.closeBest(against, level) & REF;
          words[level + 13] = counter;
          words[head] = level;
          level = best;
        } else {
          words[head] = counter;
          words[level + 10] = next;
          words[next + 12] = 0;
          words[level + 8]!--;
          doubles[(level >>> 1) + 1]! -= fill;
          if ((words[counter + 15]! & 1) !== 0) {
            doubles[(level >>> 1) + 2]! -= fill;
            if (--words[level + 9]! === 0 && words[against + 9] === level) this.half(against).plain.seeFrom(level);
          }
        }
        this.orders.remove(counter);
      }
      // The counter has been in the book longer: its price (M5).
      this.listener.matched(this.bookId, orderId, counterId, side, Math.abs(counterRank), fill, remaining, left);
    }

    let rested = 0;
    if (remaining !== 0) {
      if (immediate) this.listener.cancelled(this.bookId, orderId, remaining, IMMEDIATE_REMAINDER, side, price);
      else {
        let order = words[head]! & REF;
        if (order === 0) order = this.records.take() & REF;
        else words[head] = words[order + 13]!;
        // The first slot of the group, or one elsewhere.
        const free = ~words[group + 6]! & 0x80808080;
        if (free !== 0) {
          const slot = (31 - Math.clz32(free & -free)) >>> 3;
          words[group + 6]! |= tag << (slot << 3);
          words[group + slot] = order;
          words[order + 11] = group + slot;
        } else this.orders.put(order, hash);
        doubles[order >>> 1] = rank;
        doubles[(order >>> 1) + 1] = orderId;
        doubles[(order >>> 1) + 2] = ++doubles[(bids >>> 1) + 6]!;
        doubles[(order >>> 1) + 3] = owner;
        words[order + 8] = quantity;
        words[order + 9] = remaining;
        words[order + 10] = 0;
        words[order + 15] = (this.number << 3) | (disclosed ? 1 : 0);
        const size = ++words[head + 5]!;
        if (words[head + 6] !== 0) this.orders.move();
        else if (size > words[head + 4]!) this.orders.double();
        this.joinPlain(own, order);
        // What shows no further than the visible price changes nothing.
        const visible = words[own + 9]! & REF;
        rested = visible !== 0 && rank > doubles[visible >>> 1]! ? 0 : 1;
      }
    }

    // Bit 0 for the bids, bit 1 for the offers.
    const changed = (rested << (side & 1)) | (remaining === open ? 0 : 2 >> (side & 1));
    if ((changed & 1) !== 0 && this.topDiffers(bids)) this.listener.topOfBookChanged(this.bookId, BUY);
    if ((changed & 2) !== 0 && this.topDiffers(bids + 16)) this.listener.topOfBookChanged(this.bookId, SELL);
    return true;
  }

  /** Takes an order out, which must be one of this book. */
  cancelOrder(cancelled: Ref): void {
    const order = cancelled & REF;
    const bids = this.bids & REF;
    if (words[bids + 14] !== 0 || words[order + 10] !== 0) {
      this.cancelAnyhow(cancelled);
      return;
    }
    const head = this.head & REF;
    const level = words[order + 14]! & REF;
    const previous = words[order + 12]! & REF;
    const next = words[order + 13]! & REF;
    const remaining = words[order + 9]!;
    const rank = doubles[order >>> 1]!;
    const orderId = doubles[(order >>> 1) + 1]!;
    const side = rank < 0 ? BUY : SELL;
    const own = bids + ((side & 1) << 4);
    const isVisible = words[own + 9] === level;
    this.orders.remove(order);
    if (previous === 0 && next === 0) {
      if (words[own + 8] === level) this.closeBest(own, level);
      else this.closeOther(own, level);
      words[order + 13] = words[head]!;
      words[level + 13] = order;
      words[head] = level;
    } else {
      words[previous === 0 ? level + 10 : previous + 13] = next;
      words[next === 0 ? level + 11 : next + 12] = previous;
      words[level + 8]!--;
      doubles[(level >>> 1) + 1]! -= remaining;
      if ((words[order + 15]! & 1) !== 0) {
        doubles[(level >>> 1) + 2]! -= remaining;
        if (--words[level + 9]! === 0 && isVisible) this.half(own).plain.seeFrom(level);
      }
      words[order + 13] = words[head]!;
      words[head] = order;
    }
    this.listener.cancelled(this.bookId, orderId, remaining, BY_COMMAND, side, Math.abs(rank));
    if (isVisible && this.topDiffers(own)) this.listener.topOfBookChanged(this.bookId, side);
  }

  // ---------------------------------------------------------------- the rest

  /** Whether a side has a contingent order up to a rank. */
  #contingentCrosses(side: Ref, limit: number): boolean {
    const best = words[words[side + 15]! + 8]!;
    return best !== 0 && doubles[best >>> 1]! <= limit;
  }

  #refuse(orderId: number): false {
    this.listener.rejected(this.bookId, orderId, RejectReason.DUPLICATE_ID);
    return false;
  }
}
