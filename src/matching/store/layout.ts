/**
 * Where each field of a record is (records.ts). A record takes 16 words of 32 bits; the fields that are doubles take
 * two of them, and their numbers count doubles: `words[order + REMAINING]`, but `doubles[(order >>> 1) + ID]`. The
 * first double of an order or a level is its rank.
 *
 * A file takes the names that it needs into its own constants, as V8 knows no value of an import (arena.ts). Each
 * use of them tests whether they have been set, which counts where nearly all of the time goes: the files of `fast`
 * have the numbers themselves, with their names as comments, which test/matching/layout.test.ts compares.
 */

/** Words of a record. */
export const RECORD = 16;

/** Of any record that is free: the next free one. */
export const NEXT_FREE = 13;

export const ORDER = {
  // Doubles.
  ID: 1,
  /** When the order joined the book, as a count of joinings: the time of priority and of M5. */
  TIME: 2,
  OWNER: 3,
  // Words.
  /** The total, of which quantity - remaining is filled. Shares. */
  QUANTITY: 8,
  REMAINING: 9,
  /**
   * The smallest fill: 0 without contingency, -1 for all-or-none, or the minimum, in shares. Below -1: there is no
   * contingency, and minus this is the Ref of a second record with further terms (FURTHER_TERMS).
   */
  TERMS: 10,
  /** The place in the table of ids; below 0 where it is far from its hash (order-index.ts). */
  ID_SLOT: 11,
  /** The neighbours in its level, oldest first. While it waits to enter: its place in the queue (entry-queue.ts). */
  PREVIOUS: 12,
  NEXT: 13,
  /** Where it rests; 0 while it waits to enter. */
  LEVEL: 14,
  /**
   * The Ref of the bids of its book, 0 while the order cannot be found by its id, and flags: whether it is disclosed
   * (1), twice its mode of self-trade prevention (M15), and whether it is post-only (8, M18).
   */
  FLAGS: 15,
} as const;

/** The second record of an order whose terms do not fit into the first: few orders have one. */
export const FURTHER_TERMS = {
  // Doubles.
  /** When the order joined the book, for M5 and M15: each refill gives it another TIME (M19). */
  JOINED: 1,
  // Words. Shares.
  /** The display quantity (M19). */
  DISPLAY: 8,
  /** What is displayed of it. */
  DISPLAYED: 9,
} as const;

/** Of a price level. Shares and counts of its orders. */
export const PRICE_LEVEL = {
  // Doubles.
  SHARES: 1,
  DISCLOSED_SHARES: 2,
  // Words.
  ORDERS: 8,
  DISCLOSED_ORDERS: 9,
  FIRST: 10,
  LAST: 11,
  BETTER: 12,
  WORSE: 13,
  /** The place in the pages of the index; -1 when it has none there. */
  SLOT: 14,
  /** How many of its orders have a display quantity (M19). */
  PARTED: 15,
} as const;

/** Of a side of a book. Its first double is the best rank at which this command has changed it. */
export const SIDE = {
  // Doubles: the visible top, without contingency.
  TOP_PRICE: 1,
  TOP_SHARES: 2,
  // Words.
  TOP_ORDERS: 6,
  /** Whether this command has changed the side. */
  CHANGED: 7,
  /** The best level, and the best one with a disclosed order. */
  BEST: 8,
  VISIBLE: 9,
  /** The directory of its pages (level-pages.ts). */
  DIRECTORY: 10,
  /** How many levels stand in no page. */
  OUTSIDE: 11,
  /** The side of its contingent orders; 0 when it has had none. */
  CONTINGENT: 15,
} as const;

/** What the side of the contingent orders adds to the visible top, in the place of SIDE.TOP_*. */
export const CONTINGENT_SIDE = {
  // Doubles.
  /** The best price without contingency after that of the top, and its shares. */
  FIRM_PRICE: 0,
  /** Contingent shares at the top. */
  CONTINGENT_SHARES: 1,
  FIRM_SHARES: 2,
  // Words: orders of both.
  CONTINGENT_ORDERS: 6,
  FIRM_ORDERS: 7,
} as const;

/** Of a book, counted from the record of its bids; some are in that of its offers, which follows it. */
export const BOOK = {
  // Doubles.
  /** How many orders have come to rest. */
  JOININGS: 6,
  BOOK_ID: 14,
  // Words.
  /** 0 while plain orders may take the fast path (plain-flow.ts), 1 otherwise; 2: those that meet no order in parts. */
  CLOSED: 14,
  /** The engine has the object of the book by its number (engine-parts.ts). */
  NUMBER: 30,
} as const;

/** Of the engine: its word 0 is the first free record. */
export const HEAD = {
  // The table of ids (order-index.ts): its place, eight less than its words, and how far a hash is shifted to give one.
  TABLE: 1,
  MASK: 2,
  SHIFT: 3,
  /** How many orders it holds at most, and how many it holds. */
  SIZE_MAX: 4,
  SIZE: 5,
  /** The table before it doubled, 0 when that is empty, and how many words of that have been emptied. */
  OLD_TABLE: 6,
  EMPTIED: 7,
  /** By what ids are multiplied to be hashed. */
  MULTIPLIER: 10,
  // The table of books (book-table.ts).
  BOOKS: 8,
  BOOKS_WORDS: 9,
} as const;

/** Of the directory of a side's pages (level-pages.ts). Its first double is the rank of slot 0. */
export const PAGE_DIRECTORY = {
  // Doubles.
  /** How far two slots are apart, and 1 divided by that. */
  STEP: 1,
  PER_STEP: 5,
  // Words.
  SLOTS: 4,
  PAGES: 5,
  /** A bit for each word of OCCUPIED that is not zero. */
  OCCUPIED_WORDS: 6,
  /** How many levels there are, in pages or not. */
  LEVELS: 7,
  EMPTY_PAGES: 8,
  /** From here, in 32 words: a bit for each page that is not empty. */
  OCCUPIED: 16,
  /** From here: the page of each 1,024 slots; 0 without one. */
  PAGE_OF: 48,
} as const;

/** Of a page: first the levels in its 1,024 slots, 0 where one is free. */
export const LEVEL_PAGE = {
  /** From here, in 32 words: a bit for each slot that has a level. */
  TAKEN: 1024,
  /** A bit for each of these words that is not zero. */
  TAKEN_WORDS: 1056,
} as const;

/** Of a group of the table of ids (order-index.ts): first the orders in its six slots. */
export const ID_GROUP = {
  /** A byte for each of the slots 0 to 3: 0 where it is free, else 128 and seven bits of the hash. */
  TAGS: 6,
  /** The same for slots 4 and 5; from bit 16 on, how many orders found no place here and are further on. */
  MORE_TAGS: 7,
} as const;
