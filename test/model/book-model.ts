/**
 * The slow, obvious book: coded from the rules of the book (M1 to M13, M15, M18, M19) and from nothing else. It keeps
 * one list of orders, sorts it when it wants an order of priority, retries everything after every change, and tries
 * fills one by one.
 */
import {
  ALL_OR_NONE,
  type BookContingency,
  type BookSide,
  BUY,
  CANCEL_BOTH,
  CANCEL_NEWEST,
  type Guards,
  MINIMUM,
  NONE,
  POST_ONLY,
  POST_ONLY_CROSSED,
  RejectReason,
  SEARCH_LIMITS,
  SELF_TRADE,
  SELL,
  type SearchLimits,
  type SideTop,
} from '../../src/matching/index.ts';
import { considered, fitting } from './considered.ts';
import { type Fill, fillsOf, ofOrder, partsOf } from './display-model.ts';
import { isContingent, leastFill, type ModelOrder, modeOf, shownOf } from './model-order.ts';

/** The name of a listener's method, then its arguments. */
export type BookEvent = readonly (string | number | boolean)[];

export interface Reach {
  readonly matches: number;
  readonly entering: number;
}
const NONE_REFILLED: ReadonlyMap<ModelOrder, number> = new Map();
const EVERYTHING: Reach = { matches: Infinity, entering: 0 };

export class BookModel {
  /** Resting orders, oldest first. */
  orders: ModelOrder[] = [];
  /** Orders that wait to enter while the market is being opened (M13), oldest first. */
  entering: ModelOrder[] = [];
  /**
   * How far the work of the next command reaches (M9), which the fast book says: how many matches it makes in all, and
   * how many orders still wait to enter after it. What is done, and in which order, is for the model to say.
   */
  reach: Reach = EVERYTHING;
  events: BookEvent[] = [];
  open = true;
  /** Executions that the sweep alone could not find, and searches that left contras out: for tests that want some. */
  searched = 0;
  cutOff = 0;
  /** Orders that an opening leaves in the book: none of them can trade in it (M13). */
  #outside: readonly ModelOrder[] = [];
  /** Displayed parts that were used up (M19). */
  refills = 0;
  readonly #bookId: number;
  readonly #limits: SearchLimits;
  #joined = 0;
  #matches = 0;

  constructor(bookId: number, limits: SearchLimits = SEARCH_LIMITS) {
    this.#bookId = bookId;
    this.#limits = limits;
  }

  // ---------------------------------------------------------------- commands

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
    guards: Guards = 0,
    display = 0,
  ): void {
    this.#command(() => {
      if (!isWhole(orderId)) return this.#reject(orderId, RejectReason.INVALID_ID);
      const reason = invalid(price, quantity, contingency, minimum) || invalidDisplay(display, contingency, disclosed);
      if (reason) return this.#reject(orderId, reason);
      if (this.#find(orderId)) return this.#reject(orderId, RejectReason.DUPLICATE_ID);
      const kept = contingency === MINIMUM ? minimum : 0;
      this.#report('accepted', orderId, side, price, quantity, contingency, kept);
      const remaining = quantity - filled;
      const terms = { orderId, side, price, quantity, remaining, contingency, minimum: kept, disclosed, owner, guards };
      this.#join({ ...terms, display, displayed: shownOf(display, remaining), joined: 0, entered: 0 }, immediate);
    });
  }

  cancel(orderId: number): void {
    this.#command(() => {
      const order = this.#find(orderId);
      if (!order) return this.#reject(orderId, RejectReason.UNKNOWN_ORDER);
      this.#remove(order);
      this.#report('cancelled', orderId, order.remaining, 0, order.side, order.price);
    });
  }

  replace(
    orderId: number,
    price: number,
    quantity: number,
    contingency: BookContingency,
    minimum: number,
    display = 0,
  ): void {
    this.#command(() => {
      const order = this.#find(orderId);
      if (!order) return this.#reject(orderId, RejectReason.UNKNOWN_ORDER);
      const reason =
        invalid(price, quantity, contingency, minimum) || invalidDisplay(display, contingency, order.disclosed);
      if (reason) return this.#reject(orderId, reason);
      const filled = order.quantity - order.remaining;
      if (quantity <= filled) return this.#reject(orderId, RejectReason.QUANTITY_NOT_ABOVE_FILLED);

      const newMinimum = contingency === MINIMUM ? minimum : 0;
      const sameContingency = contingency === order.contingency && newMinimum === order.minimum;
      const sameShape = sameContingency && display === order.display;
      const keeps = price === order.price && sameShape && quantity <= order.quantity;
      if (!keeps) this.#remove(order);
      const remaining = quantity - filled;
      const displayed = keeps ? Math.min(order.displayed, remaining) : shownOf(display, remaining);
      const terms = { price, quantity, remaining, contingency, minimum: newMinimum, display, displayed };
      Object.assign(order, terms);
      this.#report('replaced', orderId, price, quantity, order.remaining, contingency, newMinimum, keeps);
      if (!keeps) this.#join(order, false);
    });
  }

  closeMarket(): void {
    this.#command(() => {
      this.open = false;
      for (const order of this.entering) this.#rest(order);
      this.entering = [];
    });
  }

  /**
   * M13, to the letter: everything leaves, and enters again into an empty book. Where the work of one command does not
   * reach, only what the two sides overlap leaves, and the rest stays in sight meanwhile.
   */
  openMarket(): void {
    this.#command(() => {
      if (this.open) return;
      const overlapped = this.orders.filter((order) => this.#isOverlapped(order));
      const leaves = this.reach.entering === 0 ? this.orders : overlapped;
      this.#outside = this.orders.filter((order) => !overlapped.includes(order));
      this.open = true;
      this.orders = this.orders.filter((order) => !leaves.includes(order));
      this.entering = [...leaves];
      this.#enterAndRetry();
    });
  }

  resume(): void {
    this.#command(() => this.#enterAndRetry());
  }

  top(side: BookSide): SideTop {
    const visible = this.#side(side).filter((order) => order.disclosed);
    const plain = visible.filter((order) => order.contingency === NONE);
    const price = visible[0]?.price ?? 0;
    const here = plain.filter((order) => order.price === price);
    const contingent = visible.filter((order) => order.contingency !== NONE && order.price === price);
    const firm = here.length > 0 ? [] : plain.filter((order) => order.price === plain[0]?.price);
    return {
      price,
      quantity: shown(here),
      orders: here.length,
      contingentQuantity: shown(contingent),
      contingentOrders: contingent.length,
      firmPrice: firm[0]?.price ?? 0,
      firmQuantity: shown(firm),
      firmOrders: firm.length,
    };
  }

  /** M8: an order that could execute although the book is at rest; undefined when all is well. */
  leftUndone(): ModelOrder | undefined {
    return this.open ? this.orders.find((order) => this.#allocate(order) !== null) : undefined;
  }

  /** M15: an order that rests crossed with one that it must not trade with; undefined when all is well. */
  leftCrossed(): ModelOrder | undefined {
    const meets = (a: ModelOrder, b: ModelOrder) => a.side !== b.side && crosses(a, b) && areStrangers(a, b);
    return this.open ? this.orders.find((order) => this.orders.some((other) => meets(order, other))) : undefined;
  }

  // ---------------------------------------------------------------- M6, M7

  #command(run: () => void): void {
    const before = [this.top(BUY), this.top(SELL)];
    this.#matches = 0;
    run();
    if (this.open) this.#retry();
    for (const side of [BUY, SELL] as const) {
      if (JSON.stringify(this.top(side)) !== JSON.stringify(before[side])) this.#report('topOfBookChanged', side);
    }
  }

  #join(order: ModelOrder, immediate: boolean): void {
    order.joined = order.entered = ++this.#joined;
    const isOpening = this.entering.length > 0;
    if (this.open && !isOpening) {
      if (this.#endsCrossed(order)) return;
      this.#tryAsInitiator(order);
    }
    if (order.remaining === 0) return;
    if (immediate) this.#report('cancelled', order.orderId, order.remaining, 1, order.side, order.price);
    else if (isOpening) this.entering.push(order);
    else this.#restOrSettle(order);
  }

  /** M18: a post-only order that crosses any order of the other side ends, whatever could trade. */
  #endsCrossed(order: ModelOrder): boolean {
    const { orderId, remaining, side, price } = order;
    const isCrossed =
      order.guards >= POST_ONLY && this.orders.some((other) => other.side !== side && crosses(order, other));
    if (isCrossed) this.#report('cancelled', orderId, remaining, POST_ONLY_CROSSED, side, price);
    return isCrossed;
  }

  /** M15: the own orders that it would rest crossed with are settled first, by the mode of the order that enters. */
  #restOrSettle(order: ModelOrder): void {
    const others = this.open ? this.#side(order.side === BUY ? SELL : BUY) : [];
    for (const other of others.filter((resting) => crosses(order, resting) && areStrangers(order, resting))) {
      const mode = modeOf(order) || modeOf(other);
      const [newest, oldest] = order.entered > other.entered ? [order, other] : [other, order];
      const ended = mode === CANCEL_BOTH ? [other, order] : [mode === CANCEL_NEWEST ? newest : oldest];
      for (const { orderId, remaining, side, price } of ended) {
        this.#report('cancelled', orderId, remaining, SELF_TRADE, side, price);
      }
      if (ended.includes(other)) this.#remove(other);
      if (ended.includes(order)) return;
    }
    this.#rest(order);
  }

  #rest(order: ModelOrder): void {
    this.orders = [...this.orders, order].sort((a, b) => a.joined - b.joined);
  }

  #enterAndRetry(): void {
    for (;;) {
      this.#retry();
      if (this.entering.length <= this.reach.entering) return;
      const order = this.entering.shift() as ModelOrder;
      if (this.#endsCrossed(order)) continue;
      this.#tryAsInitiator(order);
      if (order.remaining > 0) this.#restOrSettle(order);
    }
  }

  /** M7, as far as the work of the command reaches: orders is oldest first. */
  #retry(): void {
    const retryOne = () => this.orders.some((order) => isContingent(order) && this.#tryAsInitiator(order));
    while (this.#matches < this.reach.matches && retryOne());
  }

  /** M19: others wait to enter at an opening. */
  get #countsWhole(): boolean {
    return this.entering.some((order) => !this.#outside.includes(order));
  }

  #isOverlapped(order: ModelOrder): boolean {
    return this.orders.some((other) => other.side !== order.side && crosses(order, other));
  }

  #tryAsInitiator(initiator: ModelOrder): boolean {
    const parts = this.#allocate(initiator);
    if (parts === null) return false;
    const whole = this.#countsWhole;
    const { fills, refilled } = whole ? { fills: parts.map(ofOrder), refilled: NONE_REFILLED } : fillsOf(parts);
    this.refills += refilled.size;
    for (const { contra, quantity } of fills) {
      initiator.remaining -= quantity;
      initiator.displayed = Math.min(initiator.displayed, initiator.remaining);
      contra.remaining -= quantity;
      const used = whole ? Math.min(contra.displayed, contra.remaining) : Math.max(0, contra.displayed - quantity);
      contra.displayed = refilled.get(contra) ?? used;
      if (refilled.has(contra)) contra.joined = ++this.#joined;
      const price = initiator.entered < contra.entered ? initiator.price : contra.price;
      const ids = [initiator.orderId, contra.orderId, initiator.side] as const;
      this.#matches++;
      const shows = contra.display > 0 && contra.remaining > 0 ? [contra.displayed] : [];
      this.#report('matched', ...ids, price, quantity, initiator.remaining, contra.remaining, ...shows);
    }
    this.orders = this.orders.filter((order) => order.remaining > 0).sort((a, b) => a.joined - b.joined);
    return true;
  }

  // ---------------------------------------------------------------- M2 to M4

  /** The fills of parts (M19). */
  #allocate(initiator: ModelOrder): Fill[] | null {
    const eligible = this.#side(initiator.side === BUY ? SELL : BUY).filter(
      (contra) => crosses(initiator, contra) && !areStrangers(initiator, contra),
    );
    const contras = this.#countsWhole ? eligible.map((of) => ({ ...of, of })) : partsOf(eligible);
    const swept = sweep(initiator, contras);
    if (total(swept) >= leastFill(initiator)) return swept;
    if (initiator.contingency === NONE) return null;
    const kept = considered(initiator, contras, this.#limits);
    if (kept.length < fitting(initiator, contras).length) this.cutOff++;
    const found = greatestAllocation(initiator, kept);
    if (found !== null) this.searched++;
    return found;
  }

  #side(side: BookSide): ModelOrder[] {
    const better = (a: ModelOrder, b: ModelOrder) => (side === BUY ? b.price - a.price : a.price - b.price);
    return this.orders.filter((order) => order.side === side).sort((a, b) => better(a, b) || a.joined - b.joined);
  }

  #find(orderId: number): ModelOrder | undefined {
    return [...this.orders, ...this.entering].find((order) => order.orderId === orderId);
  }

  #remove(order: ModelOrder): void {
    this.orders = this.orders.filter((other) => other !== order);
    this.entering = this.entering.filter((other) => other !== order);
  }

  #report(name: string, ...values: (number | boolean)[]): void {
    this.events.push([name, this.#bookId, ...values]);
  }

  #reject(orderId: number, reason: number): void {
    this.#report('rejected', orderId, reason);
  }
}

function crosses(initiator: ModelOrder, contra: ModelOrder): boolean {
  return initiator.side === BUY ? initiator.price >= contra.price : initiator.price <= contra.price;
}

/** M15: whether the two orders act as if each could not see the other. */
function areStrangers(a: ModelOrder, b: ModelOrder): boolean {
  return a.owner > 0 && a.owner === b.owner && (modeOf(a) > 0 || modeOf(b) > 0);
}

/** The usual sweep: steps over a contra only when what is left of the initiator is smaller than its least fill. */
function sweep(initiator: ModelOrder, contras: readonly ModelOrder[]): Fill[] {
  const fills: Fill[] = [];
  let left = initiator.remaining;
  for (const contra of contras) {
    const quantity = Math.min(left, contra.remaining);
    if (quantity === 0 || quantity < leastFill(contra)) continue;
    fills.push({ contra, quantity });
    left -= quantity;
  }
  return fills;
}

/** M4: tries the fills of each contra from the greatest down; the first that can be completed is the answer. */
export function greatestAllocation(initiator: ModelOrder, contras: readonly ModelOrder[]): Fill[] | null {
  const hopeless = new Set<string>();
  const complete = (i: number, filled: number): Fill[] | null => {
    const contra = contras[i];
    if (contra === undefined) return filled >= leastFill(initiator) ? [] : null;
    const key = `${i} ${filled}`;
    if (hopeless.has(key)) return null;
    for (let quantity = Math.min(contra.remaining, initiator.remaining - filled); quantity >= 0; quantity--) {
      if (quantity > 0 && quantity < leastFill(contra)) continue;
      const rest = complete(i + 1, filled + quantity);
      if (rest !== null) return quantity === 0 ? rest : [{ contra, quantity }, ...rest];
    }
    hopeless.add(key);
    return null;
  };
  return complete(0, 0);
}

function invalid(price: number, quantity: number, contingency: number, minimum: number): number {
  if (!isWhole(price)) return RejectReason.INVALID_PRICE;
  if (!isWhole(quantity) || quantity > 2 ** 31 - 1) return RejectReason.INVALID_QUANTITY;
  if (![NONE, ALL_OR_NONE, MINIMUM].includes(contingency as BookContingency)) return RejectReason.INVALID_CONTINGENCY;
  if (contingency === MINIMUM && !(isWhole(minimum) && minimum <= quantity)) return RejectReason.INVALID_MINIMUM;
  return 0;
}

/** M19. */
function invalidDisplay(display: number, contingency: number, disclosed: boolean): number {
  if (display === 0) return 0;
  const mayHaveOne = disclosed && contingency === NONE && isWhole(display) && display < 2 ** 31;
  return mayHaveOne ? 0 : RejectReason.INVALID_DISPLAY;
}

function isWhole(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

function shown(orders: readonly ModelOrder[]): number {
  return orders.reduce((sum, order) => sum + order.displayed, 0);
}

function total(fills: readonly Fill[]): number {
  return fills.reduce((sum, fill) => sum + fill.quantity, 0);
}
