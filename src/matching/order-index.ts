import { DOUBLES, WORDS } from './arena.ts';
import type { Records, Ref } from './records.ts';

const SLOTS_AT_FIRST = 64;
/** A table of n slots holds n times this many orders at most. */
const LOAD_MAX = 0.6;
/** Slots of the old table that each new order empties: it is empty before the new one is full. */
const MOVED_AT_ONCE = 8;
/** What stands in a slot of the old table whose order has moved or left. No record has this place. */
const GONE = 1;
/** Fibonacci hashing: 2^32 divided by the golden ratio, so that ids with a common stride spread well. */
const MULTIPLIER = 0x9e3779b1;

const words = WORDS;
const doubles = DOUBLES;

/**
 * The live orders of an engine by id: open addressing in pairs of words, the hash of an id and the Ref of its order, so
 * that a look-up touches one place of the table and the order itself. Which order stands where is never visible (M11).
 *
 * When the table is full it doubles, but no order waits for that: the old one stays, and each new order moves a few
 * slots of it.
 */
export class OrderIndex {
  readonly #records: Records;
  #table: Ref;
  /** Two less than the words of the table, and how far a hash is shifted to give a slot. */
  #mask = 2 * SLOTS_AT_FIRST - 2;
  #shift = 32 - Math.log2(SLOTS_AT_FIRST);
  #full = LOAD_MAX * SLOTS_AT_FIRST;
  #size = 0;
  /** The table before it doubled, 0 when it is empty; and how many of its words have been emptied. */
  #old: Ref = 0;
  #moved = 0;

  constructor(records: Records) {
    this.#records = records;
    this.#table = records.takeTable(2 * SLOTS_AT_FIRST);
  }

  get size(): number {
    return this.#size;
  }

  /** The order with an id; 0 when there is none. */
  get(orderId: number): Ref {
    const table = this.#table;
    const mask = this.#mask;
    const hash = hashOf(orderId);
    let at = (hash >>> this.#shift) << 1;
    let order = words[table + at + 1]!;
    while (order !== 0) {
      if (words[table + at] === hash && doubles[(order >>> 1) + 1] === orderId) return order;
      at = (at + 2) & mask;
      order = words[table + at + 1]!;
    }
    return this.#old === 0 ? 0 : this.#getOld(orderId, hash);
  }

  /** From now on the order is found by its id, which no other may have. */
  add(order: Ref, orderId: number): void {
    const table = this.#table;
    const mask = this.#mask;
    const hash = hashOf(orderId);
    let at = (hash >>> this.#shift) << 1;
    while (words[table + at + 1] !== 0) at = (at + 2) & mask;
    words[table + at] = hash;
    words[table + at + 1] = order;
    this.#size++;
    if (this.#old !== 0) this.#move();
    else if (this.#size > this.#full) this.#double();
  }

  /** The order must be in the index. */
  remove(order: Ref, orderId: number): void {
    this.#size--;
    const table = this.#table;
    const mask = this.#mask;
    const shift = this.#shift;
    const hash = hashOf(orderId);
    let hole = (hash >>> shift) << 1;
    for (let there = words[table + hole + 1]!; there !== order; there = words[table + hole + 1]!) {
      if (there === 0) {
        this.#removeOld(hash, order);
        return;
      }
      hole = (hole + 2) & mask;
    }
    // Those behind move up, unless they would then stand before the slot that their hash gives.
    let at = (hole + 2) & mask;
    for (let there = words[table + at + 1]!; there !== 0; there = words[table + at + 1]!) {
      const home = (words[table + at]! >>> shift) << 1;
      if (((at - home) & mask) >= ((at - hole) & mask)) {
        words[table + hole] = words[table + at]!;
        words[table + hole + 1] = there;
        hole = at;
      }
      at = (at + 2) & mask;
    }
    words[table + hole + 1] = 0;
  }

  #double(): void {
    const length = 2 * (this.#mask + 2);
    this.#old = this.#table;
    this.#moved = 0;
    this.#table = this.#records.takeTable(length);
    this.#mask = length - 2;
    this.#shift--;
    this.#full *= 2;
  }

  #move(): void {
    const old = this.#old;
    const upTo = this.#moved + 2 * MOVED_AT_ONCE;
    for (let from = this.#moved; from < upTo; from += 2) {
      const order = words[old + from + 1]!;
      if (order <= GONE) continue;
      let at = (words[old + from]! >>> this.#shift) << 1;
      while (words[this.#table + at + 1] !== 0) at = (at + 2) & this.#mask;
      words[this.#table + at] = words[old + from]!;
      words[this.#table + at + 1] = order;
      words[old + from + 1] = GONE;
    }
    this.#moved = upTo;
    if (upTo <= this.#mask >>> 1) return;
    this.#old = 0;
    this.#records.makeRecords(old, upTo);
  }

  #getOld(orderId: number, hash: number): Ref {
    const at = this.#findOld(hash, (order) => order !== GONE && doubles[(order >>> 1) + 1] === orderId);
    return at === 0 ? 0 : words[at + 1]!;
  }

  #removeOld(hash: number, order: Ref): void {
    words[this.#findOld(hash, (other) => other === order) + 1] = GONE;
  }

  /** Where in the old table an order with this hash stands; 0 for nowhere. */
  #findOld(hash: number, isWanted: (order: Ref) => boolean): number {
    const mask = (this.#mask >>> 1) & ~1;
    let at = (hash >>> (this.#shift + 1)) << 1;
    while (words[this.#old + at + 1] !== 0) {
      if (words[this.#old + at] === hash && isWanted(words[this.#old + at + 1]!)) return this.#old + at;
      at = (at + 2) & mask;
    }
    return 0;
  }
}

function hashOf(orderId: number): number {
  let low = orderId | 0;
  if (orderId > 0x7fffffff) low ^= Math.imul((orderId / 4294967296) | 0, 0x85ebca6b);
  return Math.imul(low, MULTIPLIER);
}
