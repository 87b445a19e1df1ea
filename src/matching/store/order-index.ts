import { DOUBLES, WORDS } from './arena.ts';
import type { OrderId } from './ids.ts';
import { HEAD, ID_GROUP, ORDER } from './layout.ts';
import type { Records, Ref } from './records.ts';

const GROUPS_AT_FIRST = 16;
/** Words of a group. */
const GROUP = 8;
/** How many orders a table holds at most for each of its groups, which have six slots. */
const LOAD_MAX = 4;
/** Slots whose tags are in its first word of tags. */
const TAGS_A_WORD = 4;
/** In the last word of a group: one order more that found no place in it. */
const PASSED = 0x10000;
/**
 * Near the golden section of 2^32, 0.382 of it: what is multiplied by it spreads well, whatever stride it has. Of the
 * numbers there it is one that gives counted ids of a group different tags, in tables of all sizes.
 */
const GOLDEN = 0x61c8b413;

const words = WORDS;
const doubles = DOUBLES;
const { ID, ID_SLOT } = ORDER;
const { TABLE, MASK, SHIFT, SIZE_MAX, SIZE, OLD_TABLE, EMPTIED, MULTIPLIER } = HEAD;
const { TAGS, MORE_TAGS } = ID_GROUP;
/** The bits that a Ref may have, for V8: see plain-levels.ts. */
const REF = 0x3ffffff0;
/** The keys of a group that is being moved. */
const moving = new Int32Array(6);

/**
 * The live orders of an engine by id: a hash table in groups of 32 bytes, half a line of the cache. Which order is
 * where is never visible (M11).
 *
 * A group (layout.ts) has the orders in its six slots and a tag for each: seven bits of the hash.
 *
 * All tags of a group are compared at once, as bits of two words. So whether there is an id, which is asked of each new
 * order, hardly ever depends on what the processor cannot foresee, and it goes on while the group is still on its way
 * from memory. An order stands in the first group with a free slot, from that on which its hash gives; where no order
 * has passed a group, nothing is looked for after it. An order keeps its slot, and knows it: so it leaves without
 * reading its id.
 *
 * Ids that are counted, as most callers do, stand in the order of their counting: who enters the next order finds its
 * group in the cache, and the processor reads the following ones ahead, however many orders rest.
 *
 * When the table is full it doubles, but no order waits for that: the old one stays, and each new order moves a group
 * of it.
 *
 * The fields of the index are in the record of the engine (records.ts), as the fast path of new orders
 * (plain-flow.ts) looks ids up and enters them by itself.
 */
export class OrderIndex {
  readonly #records: Records;
  readonly #head: Ref;

  constructor(records: Records) {
    this.#records = records;
    const head = records.head;
    this.#head = head;
    this.#begin(GROUP * GROUPS_AT_FIRST);
  }

  get size(): number {
    return words[this.#head + SIZE]!;
  }

  /** The order with an id; 0 without one. */
  get(orderId: OrderId): Ref {
    const head = this.#head & REF;
    const hash = Math.imul(keyOf(orderId), words[head + MULTIPLIER]!);
    const group = (words[head + TABLE]! & REF) + ((hash >>> words[head + SHIFT]!) & words[head + MASK]! & 0x3ffffff8);
    const tags = Math.imul(0x80 | ((hash >>> 2) & 0x7f), 0x01010101);
    const far = words[group + MORE_TAGS]!;
    const a = words[group + TAGS]! ^ tags;
    const b = far ^ tags;
    const low = (a - 0x01010101) & ~a & 0x80808080;
    const high = (b - 0x01010101) & ~b & 0x8080;
    // Nearly always there is at most one with the tag.
    if (low !== 0) {
      const order = words[group + ((31 - Math.clz32(low & -low)) >>> 3)]! & REF;
      if (doubles[(order >>> 1) + ID] === orderId) return order;
    } else if (high !== 0) {
      const order = words[group + TAGS_A_WORD + ((31 - Math.clz32(high & -high)) >>> 3)]! & REF;
      if (doubles[(order >>> 1) + ID] === orderId) return order;
    }
    if ((low | high) === 0 && far >>> 16 === 0 && words[head + OLD_TABLE] === 0) return 0;
    return this.getAnywhere(orderId);
  }

  /** From now on the order is found by its id, which no other may have. */
  add(order: Ref, orderId: OrderId): void {
    const head = this.#head;
    this.put(order, keyOf(orderId));
    const size = ++words[head + SIZE]!;
    if (words[head + OLD_TABLE] !== 0) this.move();
    else if (size > words[head + SIZE_MAX]!) this.double();
  }

  /** The order must be in the index. */
  remove(order: Ref): void {
    const at = words[order + ID_SLOT]!;
    words[this.#head + SIZE]!--;
    if (at < 0) this.#removeFar(order, -at);
    else words[(at & -GROUP) + TAGS + ((at >>> 2) & 1)]! &= ~(0xff << ((at & 3) << 3));
  }

  /** Gives an order with this key its slot. */
  put(order: Ref, key: number): void {
    const head = this.#head & REF;
    const hash = Math.imul(key, words[head + MULTIPLIER]!);
    const table = words[head + TABLE]! & REF;
    const mask = words[head + MASK]! & 0x3ffffff8;
    const tag = 0x80 | ((hash >>> 2) & 0x7f);
    const home = (hash >>> words[head + SHIFT]!) & mask;
    for (let at = home; ; at = (at + GROUP) & mask) {
      const group = table + at;
      const low = ~words[group + TAGS]! & 0x80808080;
      const high = ~words[group + MORE_TAGS]! & 0x8080;
      if ((low | high) === 0) {
        // A full count stays full: the group is passed from then on.
        if (words[group + MORE_TAGS]! >>> 16 !== 0xffff) words[group + MORE_TAGS]! += PASSED;
        continue;
      }
      const free = low === 0 ? high : low;
      const slot = ((31 - Math.clz32(free & -free)) >>> 3) + (low === 0 ? 4 : 0);
      words[group + TAGS + (slot >>> 2)]! |= tag << ((slot & 3) << 3);
      words[group + slot] = order;
      words[order + ID_SLOT] = at === home ? group + slot : -(group + slot);
      return;
    }
  }

  /** The table is full. */
  double(): void {
    const head = this.#head;
    words[head + OLD_TABLE] = words[head + TABLE]!;
    words[head + EMPTIED] = 0;
    this.#begin(2 * (words[head + MASK]! + GROUP));
  }

  /** From now on orders enter a new table of this many words, a power of two. */
  #begin(length: number): void {
    const head = this.#head;
    const shift = 32 - Math.log2(length);
    words[head + TABLE] = this.#records.takeTable(length);
    words[head + MASK] = length - GROUP;
    words[head + SHIFT] = shift;
    words[head + SIZE_MAX] = (length / GROUP) * LOAD_MAX;
    words[head + MULTIPLIER] = multiplierOf(shift);
  }

  /** Moves a group of the old table, if there is one: to be called with each new order. */
  move(): void {
    const head = this.#head;
    const old = words[head + OLD_TABLE]!;
    const from = old + words[head + EMPTIED]!;
    // The ids of all of them first: the orders are in no cache, and so the processor waits for all at once.
    for (let slot = 0; slot < 6; slot++) moving[slot] = keyOf(doubles[(words[from + slot]! >>> 1) + 1]!);
    for (let slot = 0; slot < 6; slot++) if (tagAt(from, slot) !== 0) this.put(words[from + slot]!, moving[slot]!);
    words[from + TAGS] = 0;
    words[from + MORE_TAGS]! &= -PASSED;
    const upTo = words[head + EMPTIED]! + GROUP;
    words[head + EMPTIED] = upTo;
    if (upTo <= words[head + MASK]! >>> 1) return;
    words[head + OLD_TABLE] = 0;
    this.#records.makeRecords(old, upTo);
  }

  /** The order with an id, wherever it is; 0 without one. */
  getAnywhere(orderId: OrderId): Ref {
    const head = this.#head;
    const shift = words[head + SHIFT]!;
    const order = find(words[head + TABLE]!, words[head + MASK]!, shift, orderId);
    if (order !== 0 || words[head + OLD_TABLE] === 0) return order;
    return find(words[head + OLD_TABLE]!, this.#oldMask(), shift + 1, orderId);
  }

  /** An order in a group that is not that of its hash: those that it had passed are corrected. */
  #removeFar(order: Ref, at: number): void {
    const head = this.#head;
    const table = words[head + TABLE]!;
    const mask = words[head + MASK]!;
    const key = keyOf(doubles[(order >>> 1) + ID]!);
    const shift = words[head + SHIFT]!;
    if (at >= table && at < table + mask + GROUP) free(at, table, mask, hashOf(key, shift) >>> shift);
    else free(at, words[head + OLD_TABLE]!, this.#oldMask(), hashOf(key, shift + 1) >>> (shift + 1));
  }

  /** Eight less than the words of the table before it doubled. */
  #oldMask(): number {
    return (words[this.#head + MASK]! >>> 1) & -GROUP;
  }
}

/** The order with an id in a table; 0 without one. @param shift that of the table */
function find(table: Ref, mask: number, shift: number, orderId: OrderId): Ref {
  const hash = hashOf(keyOf(orderId), shift);
  const tag = 0x80 | ((hash >>> 2) & 0x7f);
  for (let at = (hash >>> shift) & mask, groups = 0; groups <= mask; at = (at + GROUP) & mask, groups += GROUP) {
    const group = table + at;
    for (let slot = 0; slot < 6; slot++) {
      const order = words[group + slot]!;
      if (tagAt(group, slot) === tag && doubles[(order >>> 1) + ID] === orderId) return order;
    }
    if (words[group + MORE_TAGS]! >>> 16 === 0) return 0;
  }
  return 0;
}

/** Frees a slot, and corrects the groups that its order had passed. */
function free(at: number, table: Ref, mask: number, home: number): void {
  const group = at & -GROUP;
  words[group + TAGS + ((at >>> 2) & 1)]! &= ~(0xff << ((at & 3) << 3));
  for (let passed = home & mask; table + passed !== group; passed = (passed + GROUP) & mask) {
    if (words[table + passed + MORE_TAGS]! >>> 16 !== 0xffff) words[table + passed + MORE_TAGS]! -= PASSED;
  }
}

/** The tag of a slot; 0 when it is free. */
function tagAt(group: number, slot: number): number {
  return (words[group + TAGS + (slot >>> 2)]! >>> ((slot & 3) << 3)) & 0xff;
}

/** Of an id, 32 bits of it. */
function keyOf(orderId: OrderId): number {
  let key = orderId | 0;
  if (orderId > 0x7fffffff) key ^= Math.imul((orderId / 4294967296) | 0, 0x85ebca6b);
  return key;
}

/** Of a key in a table with this shift. */
function hashOf(key: number, shift: number): number {
  return Math.imul(key, multiplierOf(shift));
}

/**
 * By what keys are multiplied in a table with this shift: each next one of counted ids is a group and a half
 * further on, and those that come round again between them. Nearer would crowd the groups in which the newest orders
 * are. Ids with other strides spread as well as with any multiplier.
 */
function multiplierOf(shift: number): number {
  return (GOLDEN >>> (27 - shift)) | 1;
}
