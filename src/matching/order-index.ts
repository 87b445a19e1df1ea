import { DOUBLES, WORDS } from './arena.ts';
import type { Records, Ref } from './records.ts';

const SLOTS_AT_FIRST = 64;
/** A table of n slots holds n times this many orders at most. */
const LOAD_MAX = 0.6;
/**
 * The same for tables of at most so many slots, which fit into the caches near the core: where most look-ups end at
 * the first slot, the processor foresees it.
 */
const LOAD_MAX_SMALL = 0.2;
const SLOTS_SMALL = 16_384;
/** Slots of the old table that each new order empties: it is empty before the new one is full. */
const MOVED_AT_ONCE = 8;
/** What stands in a slot of the old table whose order has moved or left. No record has this place. */
const GONE = 1;
/** Fibonacci hashing: 2^32 divided by the golden ratio, so that ids with a common stride spread well. */
const MULTIPLIER = 0x9e3779b1;

const words = WORDS;
const doubles = DOUBLES;
/** The bits that a Ref may have, told to V8: see plain-levels.ts. */
const REF = 0x3ffffff0;

/**
 * The live orders of an engine by id: open addressing in pairs of words, the hash of an id and the Ref of its order, so
 * that a look-up touches one place of the table and the order itself. Which order stands where is never visible (M11).
 *
 * When the table is full it doubles, but no order waits for that: the old one stays, and each new order moves a few
 * slots of it.
 *
 * What belongs to the index stands in the record of the engine (records.ts), as the short way of new orders
 * (plain-flow.ts) looks ids up and enters them by itself.
 */
export class OrderIndex {
  readonly #records: Records;
  readonly #head: Ref;

  constructor(records: Records) {
    this.#records = records;
    const head = records.head;
    this.#head = head;
    words[head + 1] = records.takeTable(2 * SLOTS_AT_FIRST);
    words[head + 2] = 2 * SLOTS_AT_FIRST - 2;
    words[head + 3] = 31 - Math.log2(SLOTS_AT_FIRST);
    words[head + 4] = fullAt(SLOTS_AT_FIRST);
  }

  get size(): number {
    return words[this.#head + 5]!;
  }

  /** The order with an id; 0 when there is none. */
  get(orderId: number): Ref {
    const head = this.#head & REF;
    const table = words[head + 1]! & REF;
    const mask = words[head + 2]! & 0x3ffffffe;
    const hash = hashOf(orderId);
    let at = (hash >>> words[head + 3]!) & mask;
    let order = words[table + at + 1]!;
    while (order !== 0) {
      if (words[table + at] === hash && doubles[(order >>> 1) + 1] === orderId) return order;
      at = (at + 2) & mask;
      order = words[table + at + 1]!;
    }
    return words[head + 6] === 0 ? 0 : this.getOld(orderId, hash);
  }

  /** From now on the order is found by its id, which no other may have. */
  add(order: Ref, orderId: number): void {
    const head = this.#head & REF;
    const table = words[head + 1]! & REF;
    const mask = words[head + 2]! & 0x3ffffffe;
    const hash = hashOf(orderId);
    let at = (hash >>> words[head + 3]!) & mask;
    while (words[table + at + 1] !== 0) at = (at + 2) & mask;
    words[table + at] = hash;
    words[table + at + 1] = order;
    words[head + 5]!++;
    if (words[head + 6] !== 0) this.move();
    else if (words[head + 5]! > words[head + 4]!) this.double();
  }

  /** The order must be in the index. */
  remove(order: Ref): void {
    const head = this.#head & REF;
    const table = words[head + 1]! & REF;
    const mask = words[head + 2]! & 0x3ffffffe;
    const shift = words[head + 3]!;
    words[head + 5]!--;
    const hash = hashOf(doubles[(order >>> 1) + 1]!);
    let hole = (hash >>> shift) & mask;
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
      const home = (words[table + at]! >>> shift) & mask;
      if (((at - home) & mask) >= ((at - hole) & mask)) {
        words[table + hole] = words[table + at]!;
        words[table + hole + 1] = there;
        hole = at;
      }
      at = (at + 2) & mask;
    }
    words[table + hole + 1] = 0;
  }

  /** The free place in the table for an id with this hash, as words from its start. */
  place(hash: number): number {
    const head = this.#head & REF;
    const table = words[head + 1]! & REF;
    const mask = words[head + 2]! & 0x3ffffffe;
    let at = (hash >>> words[head + 3]!) & mask;
    while (words[table + at + 1] !== 0) at = (at + 2) & mask;
    return at;
  }

  /** The table is full. */
  double(): void {
    const head = this.#head;
    const length = 2 * (words[head + 2]! + 2);
    words[head + 6] = words[head + 1]!;
    words[head + 7] = 0;
    words[head + 1] = this.#records.takeTable(length);
    words[head + 2] = length - 2;
    words[head + 3]!--;
    words[head + 4] = fullAt(length / 2);
  }

  /** Moves a few orders of the old table, if there is one: to be called with each new order. */
  move(): void {
    const head = this.#head;
    const old = words[head + 6]!;
    const table = words[head + 1]!;
    const mask = words[head + 2]!;
    const upTo = words[head + 7]! + 2 * MOVED_AT_ONCE;
    for (let from = words[head + 7]!; from < upTo; from += 2) {
      const order = words[old + from + 1]!;
      if (order <= GONE) continue;
      let at = (words[old + from]! >>> words[head + 3]!) & mask;
      while (words[table + at + 1] !== 0) at = (at + 2) & mask;
      words[table + at] = words[old + from]!;
      words[table + at + 1] = order;
      words[old + from + 1] = GONE;
    }
    words[head + 7] = upTo;
    if (upTo <= mask >>> 1) return;
    words[head + 6] = 0;
    this.#records.makeRecords(old, upTo);
  }

  /** The same among those that have not been moved yet. */
  getOld(orderId: number, hash: number): Ref {
    const at = this.#findOld(hash, (order) => order !== GONE && doubles[(order >>> 1) + 1] === orderId);
    return at === 0 ? 0 : words[at + 1]!;
  }

  #removeOld(hash: number, order: Ref): void {
    words[this.#findOld(hash, (other) => other === order) + 1] = GONE;
  }

  /** Where in the old table an order with this hash stands; 0 for nowhere. */
  #findOld(hash: number, isWanted: (order: Ref) => boolean): number {
    const head = this.#head;
    const old = words[head + 6]!;
    const mask = (words[head + 2]! >>> 1) & ~1;
    let at = (hash >>> (words[head + 3]! + 1)) & mask;
    while (words[old + at + 1] !== 0) {
      if (words[old + at] === hash && isWanted(words[old + at + 1]!)) return old + at;
      at = (at + 2) & mask;
    }
    return 0;
  }
}

/** How many orders a table of so many slots holds. */
function fullAt(slots: number): number {
  return Math.floor(slots * (slots <= SLOTS_SMALL ? LOAD_MAX_SMALL : LOAD_MAX));
}

function hashOf(orderId: number): number {
  let low = orderId | 0;
  if (orderId > 0x7fffffff) low ^= Math.imul((orderId / 4294967296) | 0, 0x85ebca6b);
  return Math.imul(low, MULTIPLIER);
}
