/**
 * The slow, obvious transfer rules (M16, F1 to F8): after each command everything is worked out from the list of
 * orders and from the register, and the book is the slow one.
 */
import type { Contingency, Side } from '../../src/exchange/api/orders.ts';
import type { HoldCause } from '../../src/exchange/api/reasons.ts';
import type { ReportedHolding, TransferRules } from '../../src/exchange/api/transfer-commands.ts';
import { ALL_OR_NONE, BUY, IMMEDIATE_REMAINDER, keepsPriority, MINIMUM, NONE, SELL } from '../../src/matching/index.ts';
import { BookModel } from './book-model.ts';
import { millionths } from './register-entries.ts';
import { inShares, type ShareLot } from './register-lots.ts';
import { type ModelMatch, RegisterModel } from './register-model.ts';

export interface ModelTerms {
  readonly quantity: number;
  readonly price: number;
  readonly contingency: Contingency;
  readonly minimum: number;
}

interface TransferOrder extends ModelTerms {
  readonly orderId: number;
  readonly clientId: string;
  readonly accountId: string | null;
  readonly side: Side;
  readonly immediate: boolean;
  quantity: number;
  price: number;
  contingency: Contingency;
  minimum: number;
  remaining: number;
  /** Waits for the issuer's approval: no rule concerns it until then. */
  pending: boolean;
  /** Counts the times at which orders began to wait. */
  waits: number;
  held: HoldCause | null;
  waived: boolean;
  deadline: number;
}

export type EnteredOrder = Omit<TransferOrder, 'remaining' | 'pending' | 'waits' | 'held' | 'waived' | 'deadline'>;

const CODES = { None: NONE, 'All or None': ALL_OR_NONE, 'Minimum Quantity': MINIMUM } as const;
const HOUR_US = 3_600_000_000;
const UNJUDGED = { pending: false, held: null, waived: false, deadline: 0 };

type MatchTerms = Omit<ModelMatch, 'matchId' | 'state'>;

/** The register as the transfer rules ask it. */
export interface ModelShares {
  readonly size: number;
  has(owner: string): boolean;
  /** Oldest first. */
  lotsOf(owner: string): readonly ShareLot[];
  /** There are rules, or a report. */
  begin(): void;
  report(owner: string, lots: readonly ShareLot[]): void;
  match(match: MatchTerms, day: number): void;
}

/**
 * Of before REGISTER_SINCE: it begins with the first rules or report, knows nothing of the outcome of a match, and
 * sales of shares that it does not have change nothing.
 */
class ApartShares implements ModelShares {
  readonly #lots = new Map<string, readonly ShareLot[]>();
  #isKept = false;

  get size(): number {
    return this.#lots.size;
  }

  has(owner: string): boolean {
    return this.#lots.has(owner);
  }

  lotsOf(owner: string): readonly ShareLot[] {
    return this.#lots.get(owner) ?? [];
  }

  begin(): void {
    this.#isKept = true;
  }

  report(owner: string, lots: readonly ShareLot[]): void {
    this.#set(
      owner,
      lots.toSorted((a, b) => a.day - b.day),
    );
  }

  match({ buyer, seller, quantity }: MatchTerms, day: number): void {
    if (!this.#isKept) return;
    let left = quantity;
    const rest = this.lotsOf(seller).map((lot) => {
      const sold = Math.min(left, lot.quantity);
      left -= sold;
      return { ...lot, quantity: lot.quantity - sold };
    });
    this.#set(seller, rest);
    this.#set(buyer, [...this.lotsOf(buyer), { day, quantity }]);
  }

  #set(owner: string, lots: readonly ShareLot[]): void {
    const rest = lots.filter((lot) => lot.quantity > 0);
    if (rest.length === 0) this.#lots.delete(owner);
    else this.#lots.set(owner, rest);
  }
}

/** Since REGISTER_SINCE: what the slow register has. */
export class OneShares implements ModelShares {
  readonly model = new RegisterModel();

  get size(): number {
    return this.model.listed.length;
  }

  has(owner: string): boolean {
    return this.model.of(owner).held.units > 0n;
  }

  lotsOf(owner: string): readonly ShareLot[] {
    return this.model.of(owner).held.lots.map(inShares);
  }

  begin(): void {}

  report(owner: string, lots: readonly ShareLot[]): void {
    const held = lots.map(({ day, quantity }) => ({ day, units: millionths(quantity) }));
    this.model.of(owner).report(millionths(total(lots.map(({ quantity }) => quantity))), null, held);
  }

  match(match: MatchTerms, day: number): void {
    const matchId = (this.model.matches.length + 1001) * 100;
    this.model.trade({ ...match, matchId }, day);
  }
}

export class TransferModel {
  /** Live orders, oldest first. */
  orders: TransferOrder[] = [];
  /** Whether orders need the issuer's approval. */
  isApprovalNeeded = false;
  rules: TransferRules = { holdingDays: null, allowed: null, holdersMax: null, windows: null, firstRefusal: null };
  readonly register: ModelShares;
  /** Sell order, buy order, price, quantity. */
  readonly matches: (readonly [number, number, number, number])[] = [];
  now = 0;
  today = 0;
  readonly #book = new BookModel(0);
  #read = 0;

  #waited = 0;
  readonly #inTurn: boolean;

  /**
   * @param register as the rules of the journal have it: one with the positions, or apart
   * @param inTurn whether orders go Live as they began to wait (PENDING_SINCE), not by their ids
   */
  constructor(register: ModelShares = new ApartShares(), inTurn = false) {
    this.register = register;
    this.#inTurn = inTurn;
  }

  get held(): (readonly [number, HoldCause])[] {
    return this.orders.flatMap(({ orderId, held }) => (held === null ? [] : [[orderId, held] as const]));
  }

  /** Whether it is taken. */
  enter(entered: EnteredOrder): boolean {
    const order = {
      ...entered,
      remaining: entered.quantity,
      ...UNJUDGED,
      pending: this.isApprovalNeeded,
      waits: this.#waited++,
    };
    if (this.#refuses(order, order.quantity)) return false;
    this.orders.push(order);
    if (!order.pending) this.#place(order);
    return true;
  }

  cancel(orderId: number): void {
    const order = this.#find(orderId);
    if (order !== undefined) this.#end(order);
    this.#unseat();
  }

  replace(orderId: number, terms: ModelTerms): boolean {
    const order = this.#find(orderId);
    if (order === undefined) return false;
    const filled = order.quantity - order.remaining;
    if (terms.quantity <= filled) return false;
    const inBook = (of: ModelTerms) => ({ ...of, contingency: CODES[of.contingency], display: 0 });
    const keeps = keepsPriority(inBook(order), inBook(terms));
    if (order.pending || (this.isApprovalNeeded && !keeps)) {
      if (!order.pending && order.held === null) this.#leaveBook(order);
      if (!order.pending) order.waits = this.#waited++;
      Object.assign(order, terms, { remaining: terms.quantity - filled, ...UNJUDGED, pending: true });
      this.#unseat();
      return true;
    }
    if (this.#refuses(order, terms.quantity - filled)) return false;
    const before = { ...order };
    Object.assign(order, terms, { remaining: terms.quantity - filled });
    if (!keeps) Object.assign(order, { waived: false, deadline: 0 });
    if (before.held !== null) this.#reconsider(order);
    else {
      const cause = this.#judge(order);
      this.#unseat();
      if (cause !== null) this.#hold(order, cause);
      else {
        const { quantity, price, contingency, minimum } = terms;
        this.#book.replace(orderId, price, quantity, CODES[contingency], minimum);
        this.#drain();
      }
    }
    this.#unseat();
    return true;
  }

  /** The issuer's approval or refusal of a waiting order. */
  decide(orderId: number, approved: boolean): void {
    const order = this.#find(orderId);
    if (order?.pending !== true) return;
    if (approved) this.#approve(order);
    else this.#end(order);
    this.#unseat();
  }

  needApproval(isNeeded: boolean): void {
    this.isApprovalNeeded = isNeeded;
    if (isNeeded) return;
    const waiting = this.orders.filter(({ pending }) => pending);
    if (this.#inTurn) waiting.sort((a, b) => a.waits - b.waits);
    for (const order of waiting) this.#approve(order);
  }

  setRules(rules: TransferRules): void {
    this.register.begin();
    const { unregisteredSales = this.rules.unregisteredSales } = rules;
    this.rules = { ...rules, ...(unregisteredSales === undefined ? {} : { unregisteredSales }) };
    if (!this.#isInWindow) this.#book.closeMarket();
    this.#judgeAll();
    this.#openOrClose();
  }

  report(holdings: readonly ReportedHolding[], dayOf: (date: string) => number): void {
    this.register.begin();
    for (const { clientId, accountId, lots } of holdings) {
      const dated = lots.map(({ date, quantity }) => ({ day: dayOf(date), quantity }));
      this.register.report(ownerOf({ clientId, accountId }), dated);
    }
    this.#judgeAll();
  }

  /** The register changed by something else than a match. */
  registerChanged(): void {
    this.#judgeAll();
  }

  answer(orderId: number, exercised: boolean): void {
    const order = this.#find(orderId);
    if (order?.held !== 'first refusal') return;
    if (exercised) this.#end(order);
    else {
      order.waived = true;
      this.#reconsider(order);
    }
    this.#unseat();
  }

  /** What time has changed, and all that may trade by now. */
  lookAt(): void {
    const { firstRefusal } = this.rules;
    if (this.#openOrClose()) return;
    for (const order of this.orders.filter((one) => one.held === 'first refusal' && one.deadline <= this.now)) {
      if (firstRefusal === null) continue;
      if (firstRefusal.unanswered === 'Exercise') this.#end(order);
      else order.waived = true;
    }
    for (const order of this.orders.filter(({ held }) => held !== null)) {
      if (this.#find(order.orderId) !== undefined && order.held !== null) this.#reconsider(order);
    }
    this.#unseat();
  }

  /** M16: an order that is held although it may trade; undefined when all is well. */
  leftHeld(): TransferOrder | undefined {
    return this.orders.find((order) => order.held !== null && this.#judge(order) === null);
  }

  // ---------------------------------------------------------------- rules

  get #isInWindow(): boolean {
    return this.rules.windows?.some(({ from, to }) => from <= this.now && this.now < to) ?? true;
  }

  /** Returns whether it changed. */
  #openOrClose(): boolean {
    const isOpen = this.#isInWindow;
    if (isOpen === this.#book.open) return false;
    if (isOpen) this.#book.openMarket();
    else this.#book.closeMarket();
    this.#drain();
    this.#unseat();
    return true;
  }

  #refuses(order: TransferOrder, quantity: number): boolean {
    const { windows } = this.rules;
    if (!this.#isAllowed(order) || (windows?.every(({ to }) => to <= this.now) ?? false)) return true;
    return order.side === 'sell' && this.#needsShares && quantity > this.#boughtUntil(ownerOf(order), Infinity);
  }

  #judge(order: TransferOrder): HoldCause | null {
    const { firstRefusal, holdingDays, holdersMax } = this.rules;
    const owner = ownerOf(order);
    if (!this.#isAllowed(order)) return 'whitelist';
    if (order.side === 'buy') return holdersMax === null || this.#mayBuy(owner, holdersMax) ? null : 'holder cap';
    if (firstRefusal !== null && !order.waived) return 'first refusal';
    if (!this.#needsShares) return null;
    const others = this.orders.filter(
      (one) => one !== order && one.side === 'sell' && one.held === null && !one.pending,
    );
    const offered = total(others.filter((one) => ownerOf(one) === owner).map(({ remaining }) => remaining));
    const shares = this.#boughtUntil(owner, holdingDays === null ? Infinity : this.today - holdingDays);
    if (order.remaining + offered <= shares) return null;
    return holdingDays === null ? 'unregistered sale' : 'holding period';
  }

  get #needsShares(): boolean {
    return this.rules.holdingDays !== null || this.rules.unregisteredSales === 'refused';
  }

  #mayBuy(owner: string, holdersMax: number): boolean {
    if (this.register.has(owner)) return true;
    const bids = this.orders.filter((one) => one.side === 'buy' && !one.pending && this.#isAllowed(one));
    const newcomers = bids
      .filter((one) => !this.register.has(ownerOf(one)))
      .sort((a, b) => b.price - a.price || a.orderId - b.orderId);
    const ranked = [...new Set(newcomers.map(ownerOf))];
    return ranked.indexOf(owner) < holdersMax - this.register.size;
  }

  #isAllowed({ clientId, accountId }: TransferOrder): boolean {
    const { allowed } = this.rules;
    return allowed === null || allowed.clients.includes(clientId) || allowed.accounts.includes(accountId ?? '');
  }

  #boughtUntil(owner: string, day: number): number {
    const lots = this.register.lotsOf(owner);
    return total(lots.filter((lot) => lot.day <= day).map(({ quantity }) => quantity));
  }

  // ---------------------------------------------------------------- orders

  #place(order: TransferOrder): void {
    const cause = this.#judge(order);
    if (cause !== null) {
      if (order.immediate) this.#end(order);
      else this.#hold(order, cause);
    } else {
      this.#unseat(order);
      this.#enterBook(order);
    }
    this.#unseat();
  }

  #approve(order: TransferOrder): void {
    order.pending = false;
    this.#place(order);
  }

  #reconsider(order: TransferOrder): void {
    const cause = this.#judge(order);
    if (cause !== null) this.#hold(order, cause);
    else {
      order.held = null;
      this.#unseat(order);
      this.#enterBook(order);
    }
  }

  #enterBook({ orderId, side, price, quantity, remaining, contingency, minimum, immediate }: TransferOrder): void {
    const code = CODES[contingency];
    const bookSide = side === 'buy' ? BUY : SELL;
    this.#book.enter(orderId, bookSide, price, quantity, code, minimum, immediate, true, quantity - remaining);
    this.#drain();
  }

  #hold(order: TransferOrder, cause: HoldCause): void {
    if (cause === 'first refusal' && (order.held !== cause || order.deadline === 0)) {
      order.deadline = this.now + (this.rules.firstRefusal?.hours ?? 0) * HOUR_US;
    }
    if (order.held === null) this.#leaveBook(order);
    order.held = cause;
  }

  /** Bids without a seat leave the book. @param entering is not in it */
  #unseat(entering?: TransferOrder): void {
    const bids = this.orders.filter((one) => one.side === 'buy' && one.held === null && !one.pending);
    for (const order of bids) {
      if (order !== entering && this.#judge(order) === 'holder cap') this.#hold(order, 'holder cap');
    }
  }

  /** Oldest first: what an older order may sell is set aside for it. */
  #judgeAll(): void {
    const before = this.orders;
    const judged = new Map<TransferOrder, HoldCause | null>();
    for (const order of before.filter(({ held, pending }) => held === null && !pending)) {
      this.orders = before.filter((one) => one.side === 'buy' || one === order || judged.get(one) === null);
      judged.set(order, this.#judge(order));
    }
    this.orders = before;
    for (const [order, cause] of judged) if (cause !== null) this.#hold(order, cause);
    this.#unseat();
  }

  #end(order: TransferOrder): void {
    if (order.held === null) this.#leaveBook(order);
    this.orders = this.orders.filter((one) => one !== order);
  }

  #leaveBook({ orderId }: TransferOrder): void {
    if (this.#book.orders.some((one) => one.orderId === orderId)) this.#book.cancel(orderId);
    this.#drain();
  }

  /** Takes over what the book did. */
  #drain(): void {
    for (; this.#read < this.#book.events.length; this.#read++) {
      const [name, _book, ...values] = this.#book.events[this.#read]!;
      const [first = 0, second, third, price = 0, quantity = 0] = values.map(Number);
      if (name === 'cancelled' && third === IMMEDIATE_REMAINDER) {
        this.orders = this.orders.filter(({ orderId }) => orderId !== first);
      }
      if (name !== 'matched') continue;
      const [buyId, sellId] = third === BUY ? [first, second] : [second, first];
      this.#match(this.#find(buyId!)!, this.#find(sellId!)!, price, quantity);
    }
  }

  #match(buy: TransferOrder, sell: TransferOrder, price: number, quantity: number): void {
    this.matches.push([sell.orderId, buy.orderId, price, quantity]);
    this.register.match({ buyer: ownerOf(buy), seller: ownerOf(sell), price, quantity }, this.today);
    for (const order of [buy, sell]) order.remaining -= quantity;
    this.orders = this.orders.filter(({ remaining }) => remaining > 0);
  }

  #find(orderId: number): TransferOrder | undefined {
    return this.orders.find((order) => order.orderId === orderId);
  }
}

export function ownerOf({
  clientId,
  accountId,
}: {
  readonly clientId: string;
  readonly accountId: string | null;
}): string {
  return `${clientId}/${accountId ?? ''}`;
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
