import type { EngineParts, PartBook } from '../shared/index.ts';
import { DOUBLES, type HalfBook, type Records, type Ref, updateTop, WALK_MAX, WORDS } from '../store/index.ts';

const words = WORDS;
const doubles = DOUBLES;
/**
 * The bits that a Ref may have. V8 sees them wherever one is read, and then knows that adding a few to it does not
 * leave 31 bits: a test and a jump less for each word that is read or written.
 */
const REF = 0x3ffffff0;

/**
 * The price levels of all books of an engine as the fast path of orders without contingency (plain-flow.ts) changes
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
    const remaining = words[order + 9 /* REMAINING */]!;
    const disclosed = words[order + 15 /* FLAGS */]! & 1;
    const directory = words[side + 10 /* DIRECTORY */]! & REF;
    let slot = 0;
    let page = 0;
    let level = 0;
    if (directory !== 0 && words[side + 11 /* OUTSIDE */] === 0) {
      // A product is found sooner than a quotient, and what is not on a step does not give the price again.
      const distance = rank - doubles[directory >>> 1]!;
      const place = (distance * doubles[(directory >>> 1) + 5 /* PER_STEP */]! + 0.5) | 0;
      if (
        place >= 0 &&
        place < words[directory + 4 /* SLOTS */]! &&
        place * doubles[(directory >>> 1) + 1 /* STEP */]! === distance
      ) {
        slot = place & 0xfffff;
        page = words[directory + 48 /* PAGE_OF */ + (slot >>> 10)]! & REF;
        if (page !== 0 && (words[page + 1024 /* TAKEN */ + ((slot >>> 5) & 31)]! & (1 << (slot & 31))) !== 0) {
          level = words[page + (slot & 1023)]! & REF;
        }
      }
    }
    if (level === 0 && page !== 0) {
      // It opens in a free slot of a page that is there.
      const head = this.head & REF;
      level = words[head]! & REF;
      if (level === 0) level = this.records.take() & REF;
      else words[head] = words[level + 13 /* NEXT_FREE */]!;
      doubles[level >>> 1] = rank;
      doubles[(level >>> 1) + 1 /* SHARES */] = remaining;
      doubles[(level >>> 1) + 2 /* DISCLOSED_SHARES */] = disclosed !== 0 ? remaining : 0;
      words[level + 8 /* ORDERS */] = 1;
      words[level + 9 /* DISCLOSED_ORDERS */] = disclosed;
      words[level + 10 /* FIRST */] = order;
      words[level + 11 /* LAST */] = order;
      words[level + 14 /* SLOT */] = slot;
      words[level + 15 /* PARTED */] = 0;
      words[order + 12 /* PREVIOUS */] = 0;
      const word = (slot >>> 5) & 31;
      if (words[page + 1056 /* TAKEN_WORDS */] === 0) this.half(side).plain.pages.occupied(slot >>> 10);
      words[page + (slot & 1023)] = level;
      words[page + 1024 /* TAKEN */ + word]! |= 1 << (slot & 31);
      words[page + 1056 /* TAKEN_WORDS */]! |= 1 << word;
      words[directory + 7 /* LEVELS */]!++;
      const best = words[side + 8 /* BEST */]! & REF;
      if (best === 0 || rank < doubles[best >>> 1]!) words[side + 8 /* BEST */] = level;
    } else {
      if (directory === 0) level = this.#inChain(side, order) & REF;
      if (level === 0) level = this.half(side).plain.findOrOpen(rank) & REF;
      const last = words[level + 11 /* LAST */]! & REF;
      words[order + 12 /* PREVIOUS */] = last;
      words[last === 0 ? level + 10 /* FIRST */ : last + 13 /* NEXT */] = order;
      words[level + 11 /* LAST */] = order;
      words[level + 8 /* ORDERS */]!++;
      doubles[(level >>> 1) + 1 /* SHARES */]! += remaining;
      words[level + 9 /* DISCLOSED_ORDERS */]! += disclosed;
      if (disclosed !== 0) doubles[(level >>> 1) + 2 /* DISCLOSED_SHARES */]! += remaining;
    }
    words[order + 13 /* NEXT */] = 0;
    words[order + 14 /* LEVEL */] = level;
    if (disclosed === 0) return;
    const visible = words[side + 9 /* VISIBLE */]! & REF;
    if (visible === 0 || rank < doubles[visible >>> 1]!) words[side + 9 /* VISIBLE */] = level;
  }

  /** The level for an order in a chain of few, opened without orders if it is not there; 0 where the walk is long. */
  #inChain(ofSide: Ref, ofOrder: Ref): Ref {
    const side = ofSide & REF;
    const rank = doubles[(ofOrder & REF) >>> 1]!;
    let better = 0;
    let worse = words[side + 8 /* BEST */]! & REF;
    let steps = 0;
    while (worse !== 0 && doubles[worse >>> 1]! < rank) {
      better = worse;
      worse = words[worse + 13 /* WORSE */]! & REF;
      steps++;
    }
    if (worse !== 0 && doubles[worse >>> 1] === rank) return worse;
    if (steps >= WALK_MAX) return 0;
    const level = this.records.takeLevel() & REF;
    doubles[level >>> 1] = rank;
    words[level + 12 /* BETTER */] = better;
    words[level + 13 /* WORSE */] = worse;
    if (better === 0) words[side + 8 /* BEST */] = level;
    else words[better + 13 /* WORSE */] = level;
    if (worse !== 0) words[worse + 12 /* BETTER */] = level;
    return level;
  }

  /** The last order of the best level leaves. Returns the level that is best then; 0 without one. */
  protected closeBest(ofSide: Ref, closing: Ref): Ref {
    const side = ofSide & REF;
    const level = closing & REF;
    const directory = words[side + 10 /* DIRECTORY */]! & REF;
    let best = 0;
    if (directory === 0) {
      // A chain.
      best = words[level + 13 /* WORSE */]! & REF;
      if (best !== 0) words[best + 12 /* BETTER */] = 0;
    } else if (words[side + 11 /* OUTSIDE */] === 0) {
      const slot = words[level + 14 /* SLOT */]! & 0xfffff;
      const page = words[directory + 48 /* PAGE_OF */ + (slot >>> 10)]! & REF;
      const word = (slot >>> 5) & 31;
      const bits = words[page + 1024 /* TAKEN */ + word]! ^ (1 << (slot & 31));
      words[page + (slot & 1023)] = 0;
      words[page + 1024 /* TAKEN */ + word] = bits;
      words[directory + 7 /* LEVELS */]!--;
      // The next one is in the same word of bits, or in the first one of the page that is not zero, or in a later page.
      if (bits !== 0) best = words[page + (slot & 992) + 31 - Math.clz32(bits & -bits)]! & REF;
      else {
        const taken = words[page + 1056 /* TAKEN_WORDS */]! ^ (1 << word);
        words[page + 1056 /* TAKEN_WORDS */] = taken;
        if (taken !== 0) {
          const first = 31 - Math.clz32(taken & -taken);
          const firstBits = words[page + 1024 /* TAKEN */ + first]!;
          best = words[page + (first << 5) + 31 - Math.clz32(firstBits & -firstBits)]! & REF;
        } else best = this.half(side).plain.pages.afterEmptied(slot) & REF;
      }
    } else best = this.half(side).plain.deleteBest(level) & REF;
    words[side + 8 /* BEST */] = best;
    if (words[side + 9 /* VISIBLE */] === level) {
      if (best === 0 || words[best + 9 /* DISCLOSED_ORDERS */] !== 0) words[side + 9 /* VISIBLE */] = best;
      else this.half(side).plain.seeFrom(best);
    }
    return best;
  }

  /** The last order of a level that is not the best leaves. */
  protected closeOther(ofSide: Ref, closing: Ref): void {
    const side = ofSide & REF;
    const level = closing & REF;
    const directory = words[side + 10 /* DIRECTORY */]! & REF;
    if (words[side + 11 /* OUTSIDE */] !== 0 || words[side + 9 /* VISIBLE */] === level) {
      this.half(side).plain.closeWorse(level);
      return;
    }
    if (directory === 0) {
      const better = words[level + 12 /* BETTER */]! & REF;
      const worse = words[level + 13 /* WORSE */]! & REF;
      words[better + 13 /* WORSE */] = worse;
      if (worse !== 0) words[worse + 12 /* BETTER */] = better;
      return;
    }
    const slot = words[level + 14 /* SLOT */]! & 0xfffff;
    const page = words[directory + 48 /* PAGE_OF */ + (slot >>> 10)]! & REF;
    const word = (slot >>> 5) & 31;
    const bits = words[page + 1024 /* TAKEN */ + word]! ^ (1 << (slot & 31));
    words[page + (slot & 1023)] = 0;
    words[page + 1024 /* TAKEN */ + word] = bits;
    words[directory + 7 /* LEVELS */]!--;
    if (bits !== 0) return;
    const taken = words[page + 1056 /* TAKEN_WORDS */]! ^ (1 << word);
    words[page + 1056 /* TAKEN_WORDS */] = taken;
    if (taken === 0) this.half(side).plain.pages.emptied(slot >>> 10);
  }

  /** HalfBook.refreshTop for a side of which it is known that it may have changed. */
  protected topDiffers(ofSide: Ref): boolean {
    const side = ofSide & REF;
    if (words[side + 15 /* CONTINGENT */] !== 0) return updateTop(side);
    const half = side >>> 1;
    const visible = words[side + 9 /* VISIBLE */]! & REF;
    let price = 0;
    let shares = 0;
    let orders = 0;
    if (visible !== 0) {
      price = Math.abs(doubles[visible >>> 1]!);
      shares = doubles[(visible >>> 1) + 2 /* DISCLOSED_SHARES */]!;
      orders = words[visible + 9 /* DISCLOSED_ORDERS */]!;
    }
    if (
      price === doubles[half + 1 /* TOP_PRICE */] &&
      shares === doubles[half + 2 /* TOP_SHARES */] &&
      orders === words[side + 6 /* TOP_ORDERS */]
    )
      return false;
    doubles[half + 1 /* TOP_PRICE */] = price;
    doubles[half + 2 /* TOP_SHARES */] = shares;
    words[side + 6 /* TOP_ORDERS */] = orders;
    return true;
  }

  /** Takes an order out of its level. Returns the level, whose record is free then, if it was the last one there. */
  protected leavePlain(ofSide: Ref, leaving: Ref): Ref {
    const side = ofSide & REF;
    const order = leaving & REF;
    const level = words[order + 14 /* LEVEL */]! & REF;
    const previous = words[order + 12 /* PREVIOUS */]! & REF;
    const next = words[order + 13 /* NEXT */]! & REF;
    if (previous === 0 && next === 0) {
      if (words[side + 8 /* BEST */] === level) this.closeBest(side, level);
      else this.closeOther(side, level);
      return level;
    }
    words[previous === 0 ? level + 10 /* FIRST */ : previous + 13 /* NEXT */] = next;
    words[next === 0 ? level + 11 /* LAST */ : next + 12 /* PREVIOUS */] = previous;
    const remaining = words[order + 9 /* REMAINING */]!;
    words[level + 8 /* ORDERS */]!--;
    doubles[(level >>> 1) + 1 /* SHARES */]! -= remaining;
    if ((words[order + 15 /* FLAGS */]! & 1) !== 0) {
      doubles[(level >>> 1) + 2 /* DISCLOSED_SHARES */]! -= remaining;
      if (--words[level + 9 /* DISCLOSED_ORDERS */]! === 0 && words[side + 9 /* VISIBLE */] === level)
        this.half(side).plain.seeFrom(level);
    }
    return 0;
  }

  /** The objects of a side. */
  protected half(side: Ref): HalfBook {
    return this.bookOf(side & ~16 /* RECORD */).half(side);
  }

  /** @param bids the first record of its sides */
  bookOf(bids: Ref): PartBook {
    return this.books[words[bids + 30 /* NUMBER */]!] as PartBook;
  }
}
