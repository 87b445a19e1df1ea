import type { EngineParts, PartBook } from '../shared/index.ts';
import {
  BOOK,
  DOUBLES,
  type HalfBook,
  LEVEL_PAGE,
  NEXT_FREE,
  ORDER,
  PAGE_DIRECTORY,
  PRICE_LEVEL,
  RECORD,
  type Records,
  type Ref,
  SIDE,
  updateTop,
  WALK_MAX,
  WORDS,
} from '../store/index.ts';

const words = WORDS;
const doubles = DOUBLES;
const { REMAINING, PREVIOUS, NEXT, LEVEL, FLAGS } = ORDER;
const { SHARES, DISCLOSED_SHARES, ORDERS, DISCLOSED_ORDERS, FIRST, LAST, BETTER, WORSE, SLOT } = PRICE_LEVEL;
const { TOP_PRICE, TOP_SHARES, TOP_ORDERS, BEST, VISIBLE, DIRECTORY, OUTSIDE, CONTINGENT } = SIDE;
const { NUMBER } = BOOK;
const { STEP, PER_STEP, SLOTS, LEVELS, PAGE_OF } = PAGE_DIRECTORY;
const { TAKEN, TAKEN_WORDS } = LEVEL_PAGE;
/**
 * The bits that a Ref may have. V8 sees them wherever one is read, and then knows that adding a few to it does not
 * leave 31 bits: a test and a jump less for each word that is read or written.
 */
const REF = 0x3ffffff0;

/**
 * The price levels of all books of an engine as the short way of orders without contingency (plain-flow.ts) changes
 * them: what PriceLevels does, for the record of any side, and with little else than words. What happens seldom is left
 * to PriceLevels itself.
 */
export abstract class PlainLevels {
  protected readonly records: Records;
  /** By the numbers that stand in the records of their sides. */
  protected readonly books: readonly (PartBook | null)[];
  /** The record of the engine. */
  protected readonly head: Ref = 0;

  constructor(parts: EngineParts) {
    this.records = parts.records;
    this.books = parts.books;
    this.head = parts.records.head;
  }

  /** Puts a new order after all others at its price. */
  protected joinPlain(ofSide: Ref, joining: Ref): void {
    const side = ofSide & REF;
    const order = joining & REF;
    const rank = doubles[order >>> 1]!;
    const remaining = words[order + REMAINING]!;
    const disclosed = words[order + FLAGS]! & 1;
    const directory = words[side + DIRECTORY]! & REF;
    let slot = 0;
    let page = 0;
    let level = 0;
    if (directory !== 0 && words[side + OUTSIDE] === 0) {
      // A product is found sooner than a quotient, and what is not on a step does not give the price again.
      const distance = rank - doubles[directory >>> 1]!;
      const place = (distance * doubles[(directory >>> 1) + PER_STEP]! + 0.5) | 0;
      if (place >= 0 && place < words[directory + SLOTS]! && place * doubles[(directory >>> 1) + STEP]! === distance) {
        slot = place & 0xfffff;
        page = words[directory + PAGE_OF + (slot >>> 10)]! & REF;
        if (page !== 0 && (words[page + TAKEN + ((slot >>> 5) & 31)]! & (1 << (slot & 31))) !== 0) {
          level = words[page + (slot & 1023)]! & REF;
        }
      }
    }
    if (level === 0 && page !== 0) {
      // It opens in a free slot of a page that is there.
      const head = this.head & REF;
      level = words[head]! & REF;
      if (level === 0) level = this.records.take() & REF;
      else words[head] = words[level + NEXT_FREE]!;
      doubles[level >>> 1] = rank;
      doubles[(level >>> 1) + SHARES] = remaining;
      doubles[(level >>> 1) + DISCLOSED_SHARES] = disclosed !== 0 ? remaining : 0;
      words[level + ORDERS] = 1;
      words[level + DISCLOSED_ORDERS] = disclosed;
      words[level + FIRST] = order;
      words[level + LAST] = order;
      words[level + SLOT] = slot;
      words[order + PREVIOUS] = 0;
      const word = (slot >>> 5) & 31;
      if (words[page + TAKEN_WORDS] === 0) this.half(side).plain.pages.occupied(slot >>> 10);
      words[page + (slot & 1023)] = level;
      words[page + TAKEN + word]! |= 1 << (slot & 31);
      words[page + TAKEN_WORDS]! |= 1 << word;
      words[directory + LEVELS]!++;
      const best = words[side + BEST]! & REF;
      if (best === 0 || rank < doubles[best >>> 1]!) words[side + BEST] = level;
    } else {
      if (directory === 0) level = this.#inChain(side, order) & REF;
      if (level === 0) level = this.half(side).plain.findOrOpen(rank) & REF;
      const last = words[level + LAST]! & REF;
      words[order + PREVIOUS] = last;
      words[last === 0 ? level + FIRST : last + NEXT] = order;
      words[level + LAST] = order;
      words[level + ORDERS]!++;
      doubles[(level >>> 1) + SHARES]! += remaining;
      words[level + DISCLOSED_ORDERS]! += disclosed;
      if (disclosed !== 0) doubles[(level >>> 1) + DISCLOSED_SHARES]! += remaining;
    }
    words[order + NEXT] = 0;
    words[order + LEVEL] = level;
    if (disclosed === 0) return;
    const visible = words[side + VISIBLE]! & REF;
    if (visible === 0 || rank < doubles[visible >>> 1]!) words[side + VISIBLE] = level;
  }

  /** The level for an order in a chain of few, opened without orders if it is not there; 0 where the walk is long. */
  #inChain(ofSide: Ref, ofOrder: Ref): Ref {
    const side = ofSide & REF;
    const rank = doubles[(ofOrder & REF) >>> 1]!;
    let better = 0;
    let worse = words[side + BEST]! & REF;
    let steps = 0;
    while (worse !== 0 && doubles[worse >>> 1]! < rank) {
      better = worse;
      worse = words[worse + WORSE]! & REF;
      steps++;
    }
    if (worse !== 0 && doubles[worse >>> 1] === rank) return worse;
    if (steps >= WALK_MAX) return 0;
    const level = this.records.takeLevel() & REF;
    doubles[level >>> 1] = rank;
    words[level + BETTER] = better;
    words[level + WORSE] = worse;
    if (better === 0) words[side + BEST] = level;
    else words[better + WORSE] = level;
    if (worse !== 0) words[worse + BETTER] = level;
    return level;
  }

  /** The last order of the best level leaves. Returns the level that is best then; 0 without one. */
  protected closeBest(ofSide: Ref, closing: Ref): Ref {
    const side = ofSide & REF;
    const level = closing & REF;
    const directory = words[side + DIRECTORY]! & REF;
    let best = 0;
    if (directory === 0) {
      // A chain.
      best = words[level + WORSE]! & REF;
      if (best !== 0) words[best + BETTER] = 0;
    } else if (words[side + OUTSIDE] === 0) {
      const slot = words[level + SLOT]! & 0xfffff;
      const page = words[directory + PAGE_OF + (slot >>> 10)]! & REF;
      const word = (slot >>> 5) & 31;
      const bits = words[page + TAKEN + word]! ^ (1 << (slot & 31));
      words[page + (slot & 1023)] = 0;
      words[page + TAKEN + word] = bits;
      words[directory + LEVELS]!--;
      // The next one is in the same word of bits, or in the first one of the page that is not zero, or in a later page.
      if (bits !== 0) best = words[page + (slot & 992) + 31 - Math.clz32(bits & -bits)]! & REF;
      else {
        const taken = words[page + TAKEN_WORDS]! ^ (1 << word);
        words[page + TAKEN_WORDS] = taken;
        if (taken !== 0) {
          const first = 31 - Math.clz32(taken & -taken);
          const firstBits = words[page + TAKEN + first]!;
          best = words[page + (first << 5) + 31 - Math.clz32(firstBits & -firstBits)]! & REF;
        } else best = this.half(side).plain.pages.afterEmptied(slot) & REF;
      }
    } else best = this.half(side).plain.deleteBest(level) & REF;
    words[side + BEST] = best;
    if (words[side + VISIBLE] === level) {
      if (best === 0 || words[best + DISCLOSED_ORDERS] !== 0) words[side + VISIBLE] = best;
      else this.half(side).plain.seeFrom(best);
    }
    return best;
  }

  /** The last order of a level that is not the best leaves. */
  protected closeOther(ofSide: Ref, closing: Ref): void {
    const side = ofSide & REF;
    const level = closing & REF;
    const directory = words[side + DIRECTORY]! & REF;
    if (words[side + OUTSIDE] !== 0 || words[side + VISIBLE] === level) {
      this.half(side).plain.closeWorse(level);
      return;
    }
    if (directory === 0) {
      const better = words[level + BETTER]! & REF;
      const worse = words[level + WORSE]! & REF;
      words[better + WORSE] = worse;
      if (worse !== 0) words[worse + BETTER] = better;
      return;
    }
    const slot = words[level + SLOT]! & 0xfffff;
    const page = words[directory + PAGE_OF + (slot >>> 10)]! & REF;
    const word = (slot >>> 5) & 31;
    const bits = words[page + TAKEN + word]! ^ (1 << (slot & 31));
    words[page + (slot & 1023)] = 0;
    words[page + TAKEN + word] = bits;
    words[directory + LEVELS]!--;
    if (bits !== 0) return;
    const taken = words[page + TAKEN_WORDS]! ^ (1 << word);
    words[page + TAKEN_WORDS] = taken;
    if (taken === 0) this.half(side).plain.pages.emptied(slot >>> 10);
  }

  /** HalfBook.refreshTop for a side of which it is known that it may have changed. */
  protected topDiffers(ofSide: Ref): boolean {
    const side = ofSide & REF;
    if (words[side + CONTINGENT] !== 0) return updateTop(side);
    const half = side >>> 1;
    const visible = words[side + VISIBLE]! & REF;
    let price = 0;
    let shares = 0;
    let orders = 0;
    if (visible !== 0) {
      price = Math.abs(doubles[visible >>> 1]!);
      shares = doubles[(visible >>> 1) + DISCLOSED_SHARES]!;
      orders = words[visible + DISCLOSED_ORDERS]!;
    }
    if (
      price === doubles[half + TOP_PRICE] &&
      shares === doubles[half + TOP_SHARES] &&
      orders === words[side + TOP_ORDERS]
    )
      return false;
    doubles[half + TOP_PRICE] = price;
    doubles[half + TOP_SHARES] = shares;
    words[side + TOP_ORDERS] = orders;
    return true;
  }

  /** Takes an order out of its level. Returns the level, whose record is free then, if it was the last one there. */
  protected leavePlain(ofSide: Ref, leaving: Ref): Ref {
    const side = ofSide & REF;
    const order = leaving & REF;
    const level = words[order + LEVEL]! & REF;
    const previous = words[order + PREVIOUS]! & REF;
    const next = words[order + NEXT]! & REF;
    if (previous === 0 && next === 0) {
      if (words[side + BEST] === level) this.closeBest(side, level);
      else this.closeOther(side, level);
      return level;
    }
    words[previous === 0 ? level + FIRST : previous + NEXT] = next;
    words[next === 0 ? level + LAST : next + PREVIOUS] = previous;
    const remaining = words[order + REMAINING]!;
    words[level + ORDERS]!--;
    doubles[(level >>> 1) + SHARES]! -= remaining;
    if ((words[order + FLAGS]! & 1) !== 0) {
      doubles[(level >>> 1) + DISCLOSED_SHARES]! -= remaining;
      if (--words[level + DISCLOSED_ORDERS]! === 0 && words[side + VISIBLE] === level)
        this.half(side).plain.seeFrom(level);
    }
    return 0;
  }

  /** The objects of a side. */
  protected half(side: Ref): HalfBook {
    return this.bookOf(side & ~RECORD).half(side);
  }

  /** @param bids the first record of its sides */
  bookOf(bids: Ref): PartBook {
    return this.books[words[bids + NUMBER]!] as PartBook;
  }
}
