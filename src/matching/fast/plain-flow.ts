import { violated } from '../../invariant.ts';
import type { Work } from '../search/index.ts';
import type { EngineParts } from '../shared/index.ts';
import {
  type BookContingency,
  type BookListener,
  type BookSide,
  BUY,
  BY_COMMAND,
  DOUBLES,
  type Guards,
  IMMEDIATE_REMAINDER,
  type OrderId,
  type OrderIndex,
  type Price,
  type Ref,
  RejectReason,
  SELL,
  type Shares,
  WORDS,
} from '../store/index.ts';
import { PlainLevels } from './plain-levels.ts';

const words = WORDS;
const doubles = DOUBLES;
/** The bits that a Ref may have, for V8: see plain-levels.ts. */
const REF = 0x3ffffff0;

/**
 * The work of most commands, in a few large functions: orders without contingency that enter, leave and change, in any
 * book of an engine. It is for speed only: for each such command, what the book has for any order (PartBook) would
 * report and leave the same (test/model). It reads records alone and not the objects of a book, which are in no
 * cache where there are many.
 *
 * The fast path may be taken while the book is not CLOSED to it: the book is open, none of its orders has a mode of
 * self-trade prevention (M15) or waits to enter (M13), and no retry is pending (M9). An order must not meet one with a
 * display quantity (M19). Of the contingent orders that it crosses it may be able to fill none, nor may any of them get
 * its least fill with what rests of it. Then it sees orders without contingency only; removing those gives a contingent
 * order nothing (M8), and what rests helps none, so there is nothing to retry either (M7).
 */
export class PlainFlow extends PlainLevels {
  protected readonly listener: BookListener;
  protected readonly orders: OrderIndex;
  readonly #work: Work;

  constructor(listener: BookListener, parts: EngineParts) {
    super(parts);
    this.#work = parts.work;
    this.listener = listener;
    this.orders = parts.orders;
  }

  /** See Book.enter. @param ofBook the records of its sides */
  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: a call that V8 does not put in place costs 2 %
  enter(
    ofBook: Ref,
    orderId: OrderId,
    side: BookSide,
    price: Price,
    quantity: Shares,
    contingency: BookContingency,
    minimum: Shares,
    immediate: boolean,
    disclosed: boolean,
    filled: Shares,
    owner: number,
    guards: Guards,
    display: Shares,
  ): boolean {
    const bids = ofBook & REF;
    // Of the side 0 or 1 the records of both sides, without a branch that nobody could foresee.
    const own = bids + ((side & 1) << 4);
    const against = bids + 16 /* RECORD */ - ((side & 1) << 4);
    const rank = (side + side - 1) * price;
    // A contra crosses up to this rank (M2).
    const limit = -rank;
    if (
      (words[bids + 14 /* CLOSED */] !== 0 && this.#isClosedTo(against, rank, quantity - filled)) ||
      contingency !== 0 ||
      guards !== 0 ||
      display !== 0 ||
      (owner !== 0 && (!Number.isSafeInteger(owner) || owner < 0)) ||
      (side & 1) !== side ||
      !Number.isSafeInteger(price) ||
      price < 1 ||
      (quantity | 0) !== quantity ||
      quantity < 1 ||
      filled >= quantity ||
      !Number.isSafeInteger(orderId) ||
      orderId < 1 ||
      (words[against + 15 /* CONTINGENT */] !== 0 && this.#concernsContingent(own, limit, quantity - filled, immediate))
    ) {
      // biome-ignore format: in the order of the parameters
      return this.bookOf(bids).enterGeneral(
        { orderId, side, price, quantity, contingency, minimum, disclosed, filled, owner, guards, display }, immediate);
    }

    // No order may have the id: the group of its hash in the table of ids (order-index.ts).
    const head = this.head & REF;
    let key = orderId | 0;
    if (orderId > 0x7fffffff) key ^= Math.imul((orderId / 4294967296) | 0, 0x85ebca6b);
    const hash = Math.imul(key, words[head + 10 /* MULTIPLIER */]!);
    const group =
      (words[head + 1 /* TABLE */]! & REF) +
      ((hash >>> words[head + 3 /* SHIFT */]!) & words[head + 2 /* MASK */]! & 0x3ffffff8);
    const tag = 0x80 | ((hash >>> 2) & 0x7f);
    const tags = Math.imul(tag, 0x01010101);
    const far = words[group + 7 /* MORE_TAGS */]!;
    const a = words[group + 6 /* TAGS */]! ^ tags;
    const b = far ^ tags;
    // Whether any slot has the tag, or the order may be elsewhere.
    const some = ((a - 0x01010101) & ~a & 0x80808080) | ((b - 0x01010101) & ~b & 0x8080) | (far >>> 16);
    if ((some | words[head + 6 /* OLD_TABLE */]!) !== 0 && this.orders.getAnywhere(orderId) !== 0)
      return this.#refuse(bids, orderId, RejectReason.DUPLICATE_ID);
    const bookId = doubles[(bids >>> 1) + 14 /* BOOK_ID */]!;
    this.listener.accepted(bookId, orderId, side, price, quantity, 0, 0);

    // The sweep: the oldest order of the best level, as long as it crosses.
    const open = quantity - filled;
    let remaining = open;
    let level = words[against + 8 /* BEST */]! & REF;
    let matches = this.#work.matchesMax | 0;
    while (level !== 0 && remaining !== 0) {
      const contraRank = doubles[level >>> 1]!;
      if (contraRank > limit || --matches < 0) break;
      const contra = words[level + 10 /* FIRST */]! & REF;
      const there = words[contra + 9 /* REMAINING */]!;
      const fill = there < remaining ? there : remaining;
      if (fill < 1) brokenFill(there, remaining);
      const left = there - fill;
      remaining -= fill;
      const contraId = doubles[(contra >>> 1) + 1 /* ID */]!;
      if (left !== 0) {
        words[contra + 9 /* REMAINING */] = left;
        doubles[(level >>> 1) + 1 /* SHARES */]! -= fill;
        if ((words[contra + 15 /* FLAGS */]! & 1) !== 0) doubles[(level >>> 1) + 2 /* DISCLOSED_SHARES */]! -= fill;
      } else {
        // The next of the level comes first, or the next level.
        const next = words[contra + 13 /* NEXT */]! & REF;
        words[contra + 13 /* NEXT_FREE */] = words[head]!;
        if (next === 0) {
          // The pair of every sum of the level before: its last order is all that it has.
          if (doubles[(level >>> 1) + 1 /* SHARES */] !== there) brokenLevel(contraRank);
          const best = this.closeBest(against, level) & REF;
          words[level + 13 /* NEXT_FREE */] = contra;
          words[head] = level;
          level = best;
        } else {
          words[head] = contra;
          words[level + 10 /* FIRST */] = next;
          words[next + 12 /* PREVIOUS */] = 0;
          words[level + 8 /* ORDERS */]!--;
          doubles[(level >>> 1) + 1 /* SHARES */]! -= fill;
          if ((words[contra + 15 /* FLAGS */]! & 1) !== 0) {
            doubles[(level >>> 1) + 2 /* DISCLOSED_SHARES */]! -= fill;
            if (--words[level + 9 /* DISCLOSED_ORDERS */]! === 0 && words[against + 9 /* VISIBLE */] === level)
              this.half(against).plain.seeFrom(level);
          }
        }
        this.orders.remove(contra);
      }
      // The contra has been in the book longer: its price (M5).
      this.listener.matched(bookId, orderId, contraId, side, Math.abs(contraRank), fill, remaining, left);
    }

    let rested = 0;
    if (remaining !== 0 && matches >= 0) {
      if (immediate) this.listener.cancelled(bookId, orderId, remaining, IMMEDIATE_REMAINDER, side, price);
      else {
        let order = words[head]! & REF;
        if (order === 0) order = this.records.take() & REF;
        else words[head] = words[order + 13 /* NEXT_FREE */]!;
        // The first slot of the group, or one elsewhere.
        const free = ~words[group + 6 /* TAGS */]! & 0x80808080;
        if (free !== 0) {
          const slot = (31 - Math.clz32(free & -free)) >>> 3;
          words[group + 6 /* TAGS */]! |= tag << (slot << 3);
          words[group + slot] = order;
          words[order + 11 /* ID_SLOT */] = group + slot;
        } else this.orders.put(order, key);
        doubles[order >>> 1] = rank;
        doubles[(order >>> 1) + 1 /* ID */] = orderId;
        doubles[(order >>> 1) + 2 /* TIME */] = ++doubles[(bids >>> 1) + 6 /* JOININGS */]!;
        doubles[(order >>> 1) + 3 /* OWNER */] = owner;
        words[order + 8 /* QUANTITY */] = quantity;
        words[order + 9 /* REMAINING */] = remaining;
        words[order + 10 /* TERMS */] = 0;
        words[order + 15 /* FLAGS */] = bids | (disclosed ? 1 : 0);
        const size = ++words[head + 5 /* SIZE */]!;
        if (words[head + 6 /* OLD_TABLE */] !== 0) this.orders.move();
        else if (size > words[head + 4 /* SIZE_MAX */]!) this.orders.double();
        this.joinPlain(own, order);
        // A price that is no better than the visible one changes nothing.
        const visible = words[own + 9 /* VISIBLE */]! & REF;
        rested = visible !== 0 && rank > doubles[visible >>> 1]! ? 0 : 1;
      }
    }

    // Bit 0 for the bids, bit 1 for the offers.
    const changed = (rested << (side & 1)) | (remaining === open ? 0 : 2 >> (side & 1));
    if ((changed & 1) !== 0 && this.topDiffers(bids)) this.listener.topOfBookChanged(bookId, BUY);
    if ((changed & 2) !== 0 && this.topDiffers(bids + 16 /* RECORD */)) this.listener.topOfBookChanged(bookId, SELL);
    if (matches < 0) {
      this.bookOf(bids).suspendEntry({
        orderId,
        side,
        price,
        quantity,
        filled: quantity - remaining,
        immediate,
        disclosed,
        owner,
      });
    }
    return true;
  }

  /** Takes an order out of its book. */
  cancel(cancelled: Ref): void {
    const order = cancelled & REF;
    const bids = words[order + 15 /* FLAGS */]! & REF;
    if (words[bids + 14 /* CLOSED */] === 1 || words[order + 10 /* TERMS */] !== 0) {
      this.bookOf(bids).cancelGeneral(order);
      return;
    }
    const head = this.head & REF;
    const remaining = words[order + 9 /* REMAINING */]!;
    const rank = doubles[order >>> 1]!;
    const orderId = doubles[(order >>> 1) + 1 /* ID */]!;
    const side = rank < 0 ? BUY : SELL;
    const own = bids + ((side & 1) << 4);
    const isVisible = words[own + 9 /* VISIBLE */] === words[order + 14 /* LEVEL */];
    this.orders.remove(order);
    const level = this.leavePlain(own, order) & REF;
    words[order + 13 /* NEXT_FREE */] = words[head]!;
    if (level === 0) words[head] = order;
    else {
      words[level + 13 /* NEXT_FREE */] = order;
      words[head] = level;
    }
    const bookId = doubles[(bids >>> 1) + 14 /* BOOK_ID */]!;
    this.listener.cancelled(bookId, orderId, remaining, BY_COMMAND, side, Math.abs(rank));
    if (isVisible && this.topDiffers(own)) this.listener.topOfBookChanged(bookId, side);
  }

  /** See Book.replace. An order that may trade at its new price goes the way of all orders. */
  replace(
    replaced: Ref,
    price: Price,
    quantity: Shares,
    contingency: BookContingency,
    minimum: Shares,
    display: Shares,
  ): boolean {
    const order = replaced & REF;
    const bids = words[order + 15 /* FLAGS */]! & REF;
    const old = doubles[order >>> 1]!;
    const side = old < 0 ? BUY : SELL;
    const rank = (side + side - 1) * price;
    const own = bids + ((side & 1) << 4);
    const against = bids + 16 /* RECORD */ - ((side & 1) << 4);
    const best = words[against + 8 /* BEST */]! & REF;
    const filled = words[order + 8 /* QUANTITY */]! - words[order + 9 /* REMAINING */]!;
    if (
      words[bids + 14 /* CLOSED */] === 1 ||
      words[order + 10 /* TERMS */] !== 0 ||
      (words[order + 15 /* FLAGS */]! & 8) !== 0 ||
      contingency !== 0 ||
      display !== 0 ||
      !Number.isSafeInteger(price) ||
      price < 1 ||
      (quantity | 0) !== quantity ||
      quantity < 1 ||
      (best !== 0 && doubles[best >>> 1]! <= -rank) ||
      (words[against + 15 /* CONTINGENT */] !== 0 && this.#concernsContingent(own, -rank, quantity - filled, false))
    ) {
      return this.bookOf(bids).replaceGeneral(order, { price, quantity, contingency, minimum, display });
    }

    const orderId = doubles[(order >>> 1) + 1 /* ID */]!;
    const more = quantity - words[order + 8 /* QUANTITY */]!;
    const remaining = words[order + 9 /* REMAINING */]! + more;
    if (remaining < 1) return this.#refuse(bids, orderId, RejectReason.QUANTITY_NOT_ABOVE_FILLED);
    const level = words[order + 14 /* LEVEL */]! & REF;
    const disclosed = words[order + 15 /* FLAGS */]! & 1;
    let isVisible = words[own + 9 /* VISIBLE */] === level;
    const kept = rank === old && more <= 0;
    if (kept) {
      doubles[(level >>> 1) + 1 /* SHARES */]! += more;
      if (disclosed !== 0) doubles[(level >>> 1) + 2 /* DISCLOSED_SHARES */]! += more;
    } else if (this.leavePlain(own, order) !== 0) this.records.put(level);
    words[order + 8 /* QUANTITY */] = quantity;
    words[order + 9 /* REMAINING */] = remaining;
    doubles[order >>> 1] = rank;
    const bookId = doubles[(bids >>> 1) + 14 /* BOOK_ID */]!;
    this.listener.replaced(bookId, orderId, price, quantity, remaining, contingency, 0, kept);
    if (!kept) {
      doubles[(order >>> 1) + 2 /* TIME */] = ++doubles[(bids >>> 1) + 6 /* JOININGS */]!;
      this.joinPlain(own, order);
      const visible = words[own + 9 /* VISIBLE */]! & REF;
      isVisible ||= visible !== 0 && rank <= doubles[visible >>> 1]!;
    }
    if (isVisible && this.topDiffers(own)) this.listener.topOfBookChanged(bookId, side);
    return true;
  }

  // ---------------------------------------------------------------- the rest

  /** Whether the fast path is closed, or the order may meet one with a display quantity in its first slice. */
  #isClosedTo(against: Ref, rank: number, open: Shares): boolean {
    if (words[(against & ~16) /* RECORD */ + 14 /* CLOSED */] === 1) return true;
    return this.half(against).meetsParted(rank, open, this.#work.matchesMax);
  }

  /**
   * Whether a contingent order of the other side may trade because of an order that is taken up to `limit`: with it, as
   * one that it can fill, or with what rests of it and all that crosses the best of them (M7).
   * @param own the order's side, @param open what it can trade, in shares, @param immediate whether it never rests
   */
  #concernsContingent(own: Ref, limit: number, open: number, immediate: boolean): boolean {
    const against = own ^ 16 /* RECORD */;
    const contingent = words[words[against + 15 /* CONTINGENT */]! + 8 /* BEST */]!;
    const best = doubles[contingent >>> 1]!;
    if (contingent === 0 || best > limit) return false;
    // A better price that has enough without them.
    const level = words[against + 8 /* BEST */]!;
    if (level !== 0 && doubles[level >>> 1]! < best && doubles[(level >>> 1) + 1 /* SHARES */]! >= open) return false;
    const { index } = this.half(against);
    const missing = (index.least > open ? index.least : index.leastUpTo(limit)) - open;
    return missing <= 0 || (!immediate && this.half(own).supply(best, missing) >= missing);
  }

  #refuse(bids: Ref, orderId: OrderId, reason: RejectReason): false {
    this.listener.rejected(doubles[(bids >>> 1) + 14 /* BOOK_ID */]!, orderId, reason);
    return false;
  }
}

function brokenFill(there: Shares, remaining: Shares): never {
  violated('M3', `an order with ${remaining} shares meets one with ${there}`);
}

function brokenLevel(rank: number): never {
  violated('M4', `the last order of the level of ${rank} is not all of it`);
}
