import { DOUBLES, WORDS } from './arena.ts';
import { ContingentIndex, type Supply } from './contingent-index.ts';
import type { Shares } from './ids.ts';
import { PRICE_LEVEL, SIDE } from './layout.ts';
import { PagePool } from './level-pages.ts';
import { PriceLevels } from './price-levels.ts';
import { Records, type Ref } from './records.ts';
import {
  type Depth,
  restoreTop,
  type ShownLevel,
  type SideTop,
  topOf,
  type Unpublished,
  updateTop,
} from './top-of-book.ts';

const words = WORDS;
const doubles = DOUBLES;
const { DISCLOSED_SHARES, DISCLOSED_ORDERS } = PRICE_LEVEL;
const { TOP_PRICE, TOP_SHARES, TOP_ORDERS, CHANGED, VISIBLE, CONTINGENT } = SIDE;

/** Shared by all sides that have had no contingent order yet. Always empty. */
const NO_RECORDS = new Records();
const NO_CONTINGENT = new PriceLevels(new PagePool(NO_RECORDS));
const NO_INDEX = new ContingentIndex(NO_RECORDS);

/**
 * The resting orders of one side of a book. Orders with and without contingency are kept apart, so that neither slows
 * down the other, and read together in priority order.
 */
export class HalfBook {
  readonly plain: PriceLevels;
  /** To be read only, like the index. */
  contingent = NO_CONTINGENT;
  index = NO_INDEX;
  readonly records: Records;
  readonly #pages: PagePool;

  /** @param pages shared by all books of an engine, as the records are in which they lie */
  constructor(pages: PagePool, side?: Ref) {
    this.records = pages.records;
    this.#pages = pages;
    this.plain = new PriceLevels(pages, side);
  }

  join(order: Ref): void {
    this.changeAt(this.records.rank(order));
    if (this.records.isPlain(order)) this.plain.join(order);
    else this.#joinContingent(order);
  }

  leave(order: Ref): void {
    this.changeAt(this.records.rank(order));
    if (this.records.isPlain(order)) this.plain.leave(order);
    else {
      this.contingent.leave(order);
      this.index.remove(order);
    }
  }

  /** Takes shares from what remains of a resting order; with none left it leaves. */
  reduce(order: Ref, quantity: Shares): void {
    this.changeAt(this.records.rank(order));
    if (this.records.isPlain(order)) this.plain.fill(order, quantity);
    else {
      this.contingent.reduce(order, quantity);
      if (this.records.remaining(order) === 0) this.leave(order);
      else this.index.update(order);
    }
  }

  /** M10: the same for a smaller quantity, which the reserve gives first (M19). Some shares remain. */
  lower(order: Ref, quantity: Shares): void {
    const { records } = this;
    if (records.further(order) === 0) {
      this.reduce(order, quantity);
      return;
    }
    this.changeAt(records.rank(order));
    const reserve = records.remaining(order) - records.displayed(order);
    this.plain.reduce(order, quantity, Math.max(0, quantity - reserve));
  }

  /** Whether this command has changed anything so far. */
  get changed(): boolean {
    return words[this.plain.side + CHANGED] !== 0;
  }

  /** The best rank at which it did. */
  get changedRank(): number {
    return doubles[this.plain.side >>> 1]!;
  }

  /** Something has changed at a rank. */
  changeAt(rank: number): void {
    const { side } = this.plain;
    if (words[side + CHANGED] !== 0 && rank >= doubles[side >>> 1]!) return;
    words[side + CHANGED] = 1;
    doubles[side >>> 1] = rank;
  }

  #joinContingent(order: Ref): void {
    this.#holdContingent();
    this.contingent.join(order);
    this.index.add(order);
  }

  #holdContingent(): void {
    if (this.index !== NO_INDEX) return;
    this.contingent = new PriceLevels(this.#pages);
    this.index = new ContingentIndex(this.records);
    words[this.plain.side + CONTINGENT] = this.contingent.side;
  }

  /** The best rank of all resting orders; Infinity without one. */
  bestRank(): number {
    const plain = this.plain.best === 0 ? Infinity : this.records.rank(this.plain.best);
    const contingent = this.contingent.best === 0 ? Infinity : this.records.rank(this.contingent.best);
    return Math.min(plain, contingent);
  }

  /** An order of the best level with or without contingency, at this rank or a better one; 0 without one. */
  firstUpTo(rank: number): Ref {
    const { records } = this;
    const plain = this.plain.best;
    if (plain !== 0 && records.rank(plain) <= rank) return records.first(plain);
    const contingent = this.contingent.best;
    return contingent !== 0 && records.rank(contingent) <= rank ? records.first(contingent) : 0;
  }

  /**
   * The best-ranked contra for an initiator of this rank that can take at most `quantity` (M2, M3); 0 without
   * one.
   */
  firstContra(initiatorRank: number, quantity: Shares): Ref {
    const { records } = this;
    const level = this.plain.best;
    const plain = level !== 0 && records.rank(level) + initiatorRank <= 0 ? records.first(level) : 0;
    if (this.contingent.best === 0) return plain;
    const contingent = this.index.first(quantity);
    if (contingent === 0 || records.rank(contingent) + initiatorRank > 0) return plain;
    return plain === 0 || records.byPriority(contingent, plain) < 0 ? contingent : plain;
  }

  /**
   * Whether an initiator of this rank and quantity may meet an order with a display quantity.
   * @param levels that are read, best first
   */
  meetsParted(initiatorRank: number, quantity: Shares, levels: number): boolean {
    let left = quantity;
    let level = this.plain.best;
    for (let i = 0; i < levels && left > 0 && level !== 0; i++, level = this.plain.worse(level)) {
      if (this.records.rank(level) + initiatorRank > 0) return false;
      if (this.records.parted(level) > 0) return true;
      left -= this.records.shares(level);
    }
    return false;
  }

  /** How many shares cross an initiator of this rank, counted until `enough`. */
  supply(initiatorRank: number, enough: number): number {
    const plain = this.#supplyOf(this.plain, initiatorRank, enough);
    return plain >= enough ? plain : plain + this.#supplyOf(this.contingent, initiatorRank, enough - plain);
  }

  /** How many orders an initiator of this rank may trade with, counted until `enough`: a guess. */
  ordersFor(rank: number, quantity: Shares, enough: number): number {
    const { records } = this;
    let orders = this.contingent.best !== 0 && records.rank(this.contingent.best) + rank <= 0 ? this.index.size : 0;
    let shares = 0;
    let level = this.plain.best;
    while (level !== 0 && records.rank(level) + rank <= 0 && orders < enough && shares < quantity) {
      orders += records.orders(level);
      shares += records.shares(level);
      level = this.plain.worse(level);
    }
    return Math.min(orders, quantity);
  }

  /** The supply of this side for initiators of a rank, for ContingentIndex.forEachSupplied. */
  supplyFor(initiatorRank: number): Supply {
    const plain = this.#supplyOf(this.plain, initiatorRank, Infinity);
    const all = plain + this.#supplyOf(this.contingent, initiatorRank, Infinity);
    return { plain, all, leastContingent: this.index.leastUpTo(-initiatorRank) };
  }

  /** Ends a command: brings `top` up to date and returns whether that changed it. */
  refreshTop(): boolean {
    const { side } = this.plain;
    if (words[side + CHANGED] === 0) return false;
    words[side + CHANGED] = 0;
    const firm = words[side + VISIBLE]!;
    let price = 0;
    let shares = 0;
    let orders = 0;
    if (firm !== 0) {
      const rank = doubles[firm >>> 1]!;
      // The top shows nothing after its firm price.
      if (doubles[side >>> 1]! > rank) return false;
      price = Math.abs(rank);
      shares = doubles[(firm >>> 1) + DISCLOSED_SHARES]!;
      orders = words[firm + DISCLOSED_ORDERS]!;
    }
    if (this.contingent !== NO_CONTINGENT) return updateTop(side);
    const half = side >>> 1;
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

  /** The visible top as it was last published. */
  get top(): SideTop {
    return topOf(this.plain.side);
  }

  /** Puts back what a command that has not ended has changed, in a book from a snapshot. */
  restoreUnpublished({ rank, top }: Unpublished): void {
    if (top.contingentOrders > 0 || top.firmOrders > 0) this.#holdContingent();
    restoreTop(this.plain.side, top);
    this.changeAt(rank);
  }

  depthAt(rank: number): Depth {
    const { records } = this;
    const plain = this.plain.find(rank);
    const contingent = this.contingent.find(rank);
    return {
      quantity: plain === 0 ? 0 : records.shares(plain),
      orders: plain === 0 ? 0 : records.orders(plain),
      disclosedQuantity: plain === 0 ? 0 : records.disclosedShares(plain),
      disclosedOrders: plain === 0 ? 0 : records.disclosedOrders(plain),
      contingentQuantity: contingent === 0 ? 0 : records.shares(contingent),
      contingentOrders: contingent === 0 ? 0 : records.orders(contingent),
      disclosedContingentQuantity: contingent === 0 ? 0 : records.disclosedShares(contingent),
      disclosedContingentOrders: contingent === 0 ? 0 : records.disclosedOrders(contingent),
    };
  }

  /** The best `most` levels with a disclosed order, best first. */
  shown(most: number): ShownLevel[] {
    const { records } = this;
    const levels: ShownLevel[] = [];
    let plain = this.plain.visible;
    let contingent = this.contingent.visible;
    while (levels.length < most && (plain !== 0 || contingent !== 0)) {
      const plainRank = plain === 0 ? Infinity : records.rank(plain);
      const contingentRank = contingent === 0 ? Infinity : records.rank(contingent);
      const hasPlain = plainRank <= contingentRank;
      const hasContingent = contingentRank <= plainRank;
      levels.push({
        price: Math.abs(hasPlain ? plainRank : contingentRank),
        quantity: hasPlain ? records.disclosedShares(plain) : 0,
        orders: hasPlain ? records.disclosedOrders(plain) : 0,
        contingentQuantity: hasContingent ? records.disclosedShares(contingent) : 0,
        contingentOrders: hasContingent ? records.disclosedOrders(contingent) : 0,
      });
      if (hasPlain) plain = this.plain.nextVisible(plain);
      if (hasContingent) contingent = this.contingent.nextVisible(contingent);
    }
    return levels;
  }

  /**
   * Adds the resting orders up to a rank, or those of them that are wanted, to a list, in no order that matters.
   * @param most of each kind, the best of them
   */
  collect(rank: number, into: Ref[], isWanted: (order: Ref) => boolean = () => true, most = Infinity): void {
    this.#collectFrom(this.plain, rank, into, isWanted, most);
    this.#collectFrom(this.contingent, rank, into, isWanted, into.length + most);
  }

  #supplyOf(levels: PriceLevels, initiatorRank: number, enough: number): number {
    const { records } = this;
    let supply = 0;
    let level = levels.best;
    while (level !== 0 && records.rank(level) + initiatorRank <= 0 && supply < enough) {
      supply += records.shares(level);
      level = levels.worse(level);
    }
    return supply;
  }

  #collectFrom(levels: PriceLevels, rank: number, into: Ref[], isWanted: (order: Ref) => boolean, end: number): void {
    const { records } = this;
    for (let level = levels.best; level !== 0 && records.rank(level) <= rank; level = levels.worse(level)) {
      for (let order = records.first(level); order !== 0; order = records.next(order)) {
        if (into.length >= end) return;
        if (isWanted(order)) into.push(order);
      }
    }
  }
}
