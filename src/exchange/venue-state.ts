/**
 * The state of the venue and what each command does to it. Deterministic (M11): no clock, no randomness, no I/O; the
 * same commands give the same outcomes, ids and events, on the live venue, in recovery and in the replica that writes
 * the history. Prices are millionths of a dollar, times microseconds.
 */
import type { CalendarDay } from '../calendar/schedule.ts';
import { OPERATOR_DAYS_MAX } from '../calendar/trading-calendar.ts';
import { type BookListener, type BookSide, BUY, Engine, SELL, type SideTop } from '../matching/index.ts';
import { IdempotencyTable } from './idempotency-table.ts';
import { idOf } from './identifiers.ts';
import type {
  CalendarCommand,
  CancelCommand,
  DecideCommand,
  EnterCommand,
  ExchangeEvent,
  HaltCommand,
  MarketState,
  OrderChange,
  OrderStatus,
  OrderView,
  Outcome,
  Refusal,
  ReplaceCommand,
  ResumeCommand,
  SecurityCommand,
  TopSide,
} from './interface.ts';
import type { DateEndCommand, JournaledCommand, SessionCommand, UntimedCommand } from './journaled-command.ts';
import { bookContingencyOf, bookSideOf, newRecord, type OrderRecord, viewOf } from './order-record.ts';
import { isTrading, marketOf, newSecurity, type SecurityRecord, viewOfSecurity } from './security-record.ts';
import { SpreadMap } from './spread-map.ts';
import { TopHistory } from './top-history.ts';
import { sameTop } from './top-of-book.ts';

/** Where in its life the venue is; part of every snapshot. */
export interface VenueCounters {
  orders: number;
  matches: number;
  eventSeq: number;
  /** Time of the last command. */
  time: number;
  /** Scheduled time of the last transition that the session clock made; 0 before the first. */
  sessionTime: number;
  /** Whether the default schedule has the market open: what a new security starts with. */
  defaultInSession: boolean;
}

type EventSink = (event: ExchangeEvent) => void;

export class VenueState implements BookListener {
  readonly shard: number;
  readonly counters: VenueCounters = {
    orders: 0,
    matches: 0,
    eventSeq: 0,
    time: 0,
    sessionTime: 0,
    defaultInSession: false,
  };
  readonly securities = new Map<number, SecurityRecord>();
  /** Live orders: Pending, Live, Partially Executed. Memory holds live orders, not history. */
  readonly orders = new SpreadMap<number, OrderRecord>();
  readonly calendar = new Map<string, CalendarDay>();
  readonly idempotency = new IdempotencyTable();
  readonly tops = new TopHistory();
  readonly engine: Engine;

  /** Takes each event; null while nobody needs them: then they are counted and not built. */
  sink: EventSink | null = null;
  /** Whether this command opened a book: what that sets going then begins within it. */
  #opening = false;
  /** Securities whose visible top this command may have changed. */
  readonly #touched = new Set<SecurityRecord>();

  constructor(shard: number) {
    this.shard = shard;
    this.engine = new Engine(this);
  }

  apply(command: JournaledCommand): Outcome {
    this.counters.time = command.time;
    const outcome = this.#dispatch(command);
    if (this.#opening) this.#carryOn();
    if (this.#touched.size > 0) this.#publishTops();
    return outcome;
  }

  /** Whether `expectedSteps` of the command could be above 0: a quick look. */
  mayBeCostly(command: UntimedCommand): boolean {
    return this.engine.isBusy || (command.type === 'enter' && command.contingency !== 'None');
  }

  /** The search work that a command may cause, in steps (M9): a guess, on which nothing in the state depends. */
  expectedSteps(command: UntimedCommand): number {
    switch (command.type) {
      case 'enter': {
        const { securityId, side, quantity, contingency } = command;
        return this.engine.expectedSteps(securityId, bookSideOf(side), contingency === 'None' ? 0 : quantity);
      }
      case 'cancel':
      case 'replace':
      case 'decide':
        return this.engine.expectedStepsOf(command.orderId);
      default:
        return 0;
    }
  }

  #dispatch(command: JournaledCommand): Outcome {
    switch (command.type) {
      case 'enter':
      case 'cancel':
      case 'replace':
        return command.idempotency === undefined ? this.#trade(command) : this.#tradeOnce(command, command.idempotency);
      case 'decide':
        return this.#decide(command);
      case 'security':
        return this.#changeSecurity(command);
      case 'halt':
      case 'resume':
        return this.#haltOrResume(command);
      case 'calendar':
        return this.#changeCalendar(command);
      case 'session':
        return this.#changeSession(command);
      case 'dateEnd':
        return this.#endDate(command);
      case 'continue':
        this.#carryOn();
        return accepted(null);
    }
  }

  #trade(command: EnterCommand | CancelCommand | ReplaceCommand): Outcome {
    if (command.type === 'enter') return this.#enter(command);
    return command.type === 'cancel' ? this.#cancel(command) : this.#replace(command);
  }

  #tradeOnce(
    command: EnterCommand | CancelCommand | ReplaceCommand,
    idempotency: NonNullable<EnterCommand['idempotency']>,
  ): Outcome {
    const { time } = this.counters;
    const known = this.idempotency.find(command.clientId, idempotency, time);
    if (known !== undefined) return known;
    const outcome = this.#trade(command);
    this.idempotency.remember(command.clientId, idempotency, time, outcome);
    return outcome;
  }

  // ---------------------------------------------------------------- orders

  #enter(command: EnterCommand): Outcome {
    const security = this.securities.get(command.securityId);
    if (security === undefined) return refused('unknown security');
    if (security.status === 'ended') return refused('security has ended');
    const waits = security.status === 'awaiting' || security.orderApproval;
    const order = newRecord(
      idOf(++this.counters.orders, this.shard),
      command,
      security.issuerId,
      waits ? 'Pending' : 'Live',
      marketOf(security) === 'open',
      this.counters.time,
    );
    this.orders.set(order.orderId, order);
    security.orders.add(order);
    const entered = this.#view(order, command);
    this.#tellOrder('entered', entered, null);
    if (!waits) this.#join(order, security);
    return entered === null ? UNHEARD : accepted(entered);
  }

  /** A live order takes its place: in the book, as a hub first (M6), or, an RFQ order, as a marker of the top. */
  #join(order: OrderRecord, security: SecurityRecord): void {
    const immediate = order.expiration === 'IOC';
    if (order.type === 'Limit') {
      this.engine.enter(
        order.securityId,
        order.orderId,
        bookSideOf(order.side),
        order.price,
        order.quantity,
        bookContingencyOf(order.contingency),
        order.minimum,
        immediate,
        order.disclosed,
      );
    } else {
      this.#countRfq(order, security, 1);
      if (immediate) this.#end(order, 'immediate remainder cancelled', endedStatus(order));
    }
  }

  #countRfq(order: OrderRecord, security: SecurityRecord, by: 1 | -1): void {
    if (!order.disclosed) return;
    if (order.side === 'buy') security.rfqBids += by;
    else security.rfqOffers += by;
    this.#touched.add(security);
  }

  #cancel(command: CancelCommand): Outcome {
    const order = this.#orderOf(command);
    if (order === undefined) return refused('unknown order');
    this.#end(order, 'cancelled', 'Cancelled');
    const cancelled = this.#view(order, command);
    return cancelled === null ? UNHEARD : accepted(cancelled);
  }

  /** Recovery has nobody to tell: it makes a view only where an idempotency key must remember the outcome. */
  #view(order: OrderRecord, command: EnterCommand | CancelCommand): OrderView | null {
    return this.sink === null && command.idempotency === undefined ? null : viewOf(order);
  }

  /** A live order of the client; a foreign order is as unknown as one that never was. */
  #orderOf(command: { readonly clientId: string; readonly orderId: number }): OrderRecord | undefined {
    const order = this.orders.get(command.orderId);
    return order?.clientId === command.clientId ? order : undefined;
  }

  /** Ends a live order wherever it is: waiting for approval, in the book, or an RFQ marker. */
  #end(order: OrderRecord, change: OrderChange, status: OrderStatus, reason: string | null = null): void {
    const security = this.#securityOf(order);
    if (order.type === 'RFQ' && order.status !== 'Pending') this.#countRfq(order, security, -1);
    this.#forget(order, security);
    this.#change(order, change, status, reason);
    if (this.engine.remainingOf(order.orderId) > 0) this.engine.cancel(order.orderId);
  }

  #forget(order: OrderRecord, security: SecurityRecord): void {
    this.orders.delete(order.orderId);
    security.orders.delete(order);
  }

  #change(order: OrderRecord, change: OrderChange, status: OrderStatus, reason: string | null): void {
    order.status = status;
    order.updatedAt = this.counters.time;
    this.#tellOrder(change, this.sink === null ? null : viewOf(order), reason);
  }

  #replace(command: ReplaceCommand): Outcome {
    const order = this.#orderOf(command);
    if (order === undefined) return refused('unknown order');
    const terms = newTerms(order, command);
    const refusal = refusalOf(order, terms);
    if (refusal !== undefined) return refused(refusal);
    const keepsPriority =
      terms.price === order.price &&
      terms.contingency === order.contingency &&
      terms.minimum === order.minimum &&
      terms.quantity <= order.quantity;
    const filled = order.quantity - order.remaining;
    order.price = terms.price;
    order.quantity = terms.quantity;
    order.remaining = terms.quantity - filled;
    order.contingency = terms.contingency;
    order.minimum = terms.minimum;
    this.#change(order, 'replaced', order.status, null);
    const view = viewOf(order);
    // An order that waits, and an RFQ order, has no place in the book that it could lose.
    const inBook = this.engine.remainingOf(order.orderId) > 0;
    if (inBook) {
      const contingency = bookContingencyOf(terms.contingency);
      this.engine.replace(order.orderId, terms.price, terms.quantity, contingency, terms.minimum);
    }
    return { ok: true, order: view, lostPriority: inBook && !keepsPriority, replayed: false };
  }

  #decide(command: DecideCommand): Outcome {
    const order = this.orders.get(command.orderId);
    const security = order === undefined ? undefined : this.securities.get(order.securityId);
    // The owner of the security decides; for everybody else the order does not exist.
    if (order === undefined || security?.ownerClientId !== command.clientId) return refused('unknown order');
    if (security.issuerId !== command.issuerId) return refused('issuer does not own the security');
    if (order.status !== 'Pending') return refused('order is not pending');
    if (!command.approved) {
      this.#end(order, 'refused', 'Not Approved', command.reason);
      return accepted(viewOf(order));
    }
    this.#change(order, 'approved', 'Live', command.reason);
    const view = viewOf(order);
    this.#join(order, security);
    return accepted(view);
  }

  // ---------------------------------------------------------------- securities and their markets

  #changeSecurity(command: SecurityCommand): Outcome {
    let security = this.securities.get(command.securityId);
    if (security === undefined) {
      const known = newSecurity(command, this.counters.defaultInSession);
      if (known === undefined) return refused('unknown security');
      security = known;
      this.securities.set(security.securityId, security);
      this.engine.addBook(security.securityId, isTrading(security));
    } else {
      security.issuerId = command.issuerId ?? security.issuerId;
      security.ownerClientId = command.ownerClientId ?? security.ownerClientId;
      security.name = command.name ?? security.name;
      security.status = command.status ?? security.status;
      security.orderApproval = command.orderApproval ?? security.orderApproval;
      if (command.hours !== undefined) security.hours = command.hours;
    }
    const seq = ++this.counters.eventSeq;
    this.sink?.({ type: 'security', security: viewOfSecurity(security), seq, time: this.counters.time });
    if (security.status === 'ended') this.#endOrders(security);
    this.#syncBook(security);
    if (security.status === 'trading' && !security.orderApproval) this.#approveAll(security);
    return accepted(null);
  }

  /** The offering was denied, closed, cancelled or deleted: no order of it stays. */
  #endOrders(security: SecurityRecord): void {
    this.#syncBook(security);
    for (const order of [...security.orders]) {
      this.#end(order, 'security ended', order.status === 'Pending' ? 'Not Approved' : endedStatus(order));
    }
  }

  /** Both gates of issuer approval are open: what waited goes live, oldest first; this moment gives the priority. */
  #approveAll(security: SecurityRecord): void {
    for (const order of [...security.orders]) {
      if (order.status !== 'Pending') continue;
      this.#change(order, 'approved', 'Live', null);
      this.#join(order, security);
    }
  }

  /** Opens or closes the book when the market or the status of the security asks for it (M12, M13). */
  #syncBook(security: SecurityRecord): void {
    const trading = isTrading(security);
    if (trading === this.engine.isOpen(security.securityId)) return;
    if (trading) {
      this.engine.beginOpening(security.securityId);
      this.#opening = true;
    } else this.engine.closeMarket(security.securityId);
  }

  #carryOn(): void {
    this.#opening = false;
    this.engine.carryOn();
  }

  #haltOrResume(command: HaltCommand | ResumeCommand): Outcome {
    const security = this.securities.get(command.securityId);
    if (security === undefined) return refused('unknown security');
    const halted = command.type === 'halt';
    security.haltReason = halted ? command.reason : null;
    this.#changeMarket(security, security.inSession, halted, command.reason);
    return accepted(null);
  }

  #changeMarket(security: SecurityRecord, inSession: boolean, halted: boolean, reason: string | null): void {
    const before = marketOf(security);
    security.inSession = inSession;
    security.halted = halted;
    const market = marketOf(security);
    if (market !== before) this.#tellMarket(security.securityId, market, reason);
    this.#syncBook(security);
  }

  #changeCalendar(command: CalendarCommand): Outcome {
    const { date, day } = command;
    if (day === null) this.calendar.delete(date);
    else if (this.calendar.size < OPERATOR_DAYS_MAX || this.calendar.has(date)) this.calendar.set(date, day);
    else return refused('calendar is full');
    return accepted(null);
  }

  #changeSession(command: SessionCommand): Outcome {
    this.#noteSession(command.scheduled);
    const open = command.action === 'open';
    if (command.securityId === null) {
      this.counters.defaultInSession = open;
      for (const security of this.securities.values()) {
        if (security.hours === null) this.#changeSessionOf(security, command);
      }
    } else {
      const security = this.securities.get(command.securityId);
      if (security === undefined) return refused('unknown security');
      this.#changeSessionOf(security, command);
    }
    return accepted(null);
  }

  #changeSessionOf(security: SecurityRecord, command: SessionCommand): void {
    this.#changeMarket(security, command.action === 'open', security.halted, null);
    if (command.dayOver) this.#expire(security, (order) => expiresAtClose(order, command.date));
  }

  #endDate(command: DateEndCommand): Outcome {
    this.#noteSession(command.scheduled);
    for (const security of this.securities.values()) {
      this.#expire(security, (order) => expiresWithDate(order, command.date));
    }
    return accepted(null);
  }

  #noteSession(scheduled: number): void {
    if (scheduled > this.counters.sessionTime) this.counters.sessionTime = scheduled;
  }

  /** M14 */
  #expire(security: SecurityRecord, isDue: (order: OrderRecord) => boolean): void {
    for (const order of [...security.orders].filter(isDue)) this.#end(order, 'expired', endedStatus(order));
  }

  // ---------------------------------------------------------------- what the book reports (BookListener)

  accepted(): void {
    // The order was announced when its record was made.
  }

  matched(
    bookId: number,
    hubId: number,
    counterId: number,
    hubSide: BookSide,
    price: number,
    quantity: number,
    hubRemaining: number,
    counterRemaining: number,
  ): void {
    const hub = this.orders.get(hubId) as OrderRecord;
    const counter = this.orders.get(counterId) as OrderRecord;
    const matchId = idOf(++this.counters.matches, this.shard);
    const seq = ++this.counters.eventSeq;
    if (this.sink !== null) {
      const { time } = this.counters;
      const [buy, sell] = hubSide === BUY ? [hub, counter] : [counter, hub];
      const match = {
        matchId,
        securityId: bookId,
        time,
        price,
        quantity,
        buyOrderId: buy.orderId,
        sellOrderId: sell.orderId,
        buyClientId: buy.clientId,
        sellClientId: sell.clientId,
        hubOrderId: hubId,
      };
      this.sink({ type: 'match', match, seq, time });
    }
    this.#fill(hub, hubRemaining);
    this.#fill(counter, counterRemaining);
  }

  #fill(order: OrderRecord, remaining: number): void {
    order.remaining = remaining;
    if (remaining === 0) this.#forget(order, this.#securityOf(order));
    this.#change(order, 'filled', remaining === 0 ? 'Executed' : 'Partially Executed', null);
  }

  cancelled(_bookId: number, orderId: number): void {
    // An order that the venue itself ended is no longer known here; what is left is the remainder of an IOC order.
    const order = this.orders.get(orderId);
    if (order === undefined) return;
    this.#forget(order, this.#securityOf(order));
    this.#change(order, 'immediate remainder cancelled', endedStatus(order), null);
  }

  replaced(): void {
    // The record was changed before the book was told.
  }

  rejected(_bookId: number, orderId: number, reason: number): void {
    // Every command is checked before it reaches the book: a rejection means that the two disagree.
    throw new Error(`the book rejected order ${orderId} for reason ${reason}`);
  }

  topOfBookChanged(bookId: number): void {
    this.#touched.add(this.securities.get(bookId) as SecurityRecord);
  }

  // ---------------------------------------------------------------- events

  #publishTops(): void {
    for (const security of this.#touched) {
      const last = security.top;
      // A side that looks the same stays the same object: the tops that are kept for the stream then share it.
      const bid = keptOr(last.bid, topSide(this.engine.topOfBook(security.securityId, BUY), security.rfqBids));
      const offer = keptOr(last.offer, topSide(this.engine.topOfBook(security.securityId, SELL), security.rfqOffers));
      if (bid === last.bid && offer === last.offer) continue;
      const { time } = this.counters;
      const top = { securityId: security.securityId, seq: last.seq + 1, time, bid, offer };
      security.top = top;
      this.tops.add(top);
      const seq = ++this.counters.eventSeq;
      this.sink?.({ type: 'top', top, seq, time });
    }
    this.#touched.clear();
  }

  /** @param order null only while nobody listens */
  #tellOrder(change: OrderChange, order: OrderView | null, reason: string | null): void {
    const seq = ++this.counters.eventSeq;
    if (order !== null) this.sink?.({ type: 'order', change, order, reason, seq, time: this.counters.time });
  }

  #tellMarket(securityId: number, market: MarketState, reason: string | null): void {
    const seq = ++this.counters.eventSeq;
    this.sink?.({ type: 'market', securityId, market, reason, seq, time: this.counters.time });
  }

  #securityOf(order: OrderRecord): SecurityRecord {
    return this.securities.get(order.securityId) as SecurityRecord;
  }
}

const UNHEARD: Outcome = accepted(null);

function accepted(order: OrderView | null): Outcome {
  return { ok: true, order, lostPriority: false, replayed: false };
}

function refused(refusal: Refusal): Outcome {
  return { ok: false, refusal, replayed: false };
}

/** The status of an order that the venue ends, and not its client. */
function endedStatus(order: OrderRecord): OrderStatus {
  return order.remaining < order.quantity ? 'Partially Executed & Cancelled' : 'Cancelled';
}

function expiresAtClose(order: OrderRecord, date: string): boolean {
  return order.expiration === 'Day' || expiresWithDate(order, date);
}

function expiresWithDate(order: OrderRecord, date: string): boolean {
  return order.expirationDate !== null && order.expirationDate <= date;
}

type Terms = Pick<OrderView, 'price' | 'quantity' | 'contingency' | 'minimum'>;

function newTerms(order: OrderRecord, command: ReplaceCommand): Terms {
  const contingency = command.contingency ?? order.contingency;
  return {
    price: command.price ?? order.price,
    quantity: command.quantity ?? order.quantity,
    contingency,
    minimum: contingency === 'Minimum Quantity' ? (command.minimum ?? order.minimum) : 0,
  };
}

function refusalOf(order: OrderRecord, terms: Terms): Refusal | undefined {
  if (terms.quantity <= order.quantity - order.remaining) return 'quantity not above filled';
  if (order.type === 'Limit' && terms.price <= 0) return 'price required';
  const needsMinimum = terms.contingency === 'Minimum Quantity';
  if (needsMinimum && (terms.minimum < 1 || terms.minimum > terms.quantity)) return 'minimum out of range';
  return undefined;
}

function keptOr(last: TopSide, now: TopSide): TopSide {
  return sameTop(last, now) ? last : now;
}

function topSide(side: SideTop, rfqOrders: number): TopSide {
  if (side.price === 0) return rfqOrders > 0 ? 'RFQ' : null;
  const firmDiffers = side.firmPrice !== 0 && side.firmPrice !== side.price;
  return {
    price: side.price,
    quantity: side.quantity,
    orders: side.orders,
    contingentQuantity: side.contingentQuantity,
    contingentOrders: side.contingentOrders,
    firm: firmDiffers ? { price: side.firmPrice, quantity: side.firmQuantity, orders: side.firmOrders } : null,
  };
}
