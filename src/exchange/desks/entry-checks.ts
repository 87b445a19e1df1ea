import { endOfDate } from '../../calendar/eastern-time.ts';
import type { Engine } from '../../matching/index.ts';
import type { Microseconds } from '../../time/units.ts';
import {
  accepted,
  DEADLINES_SINCE,
  DISPLAY_SINCE,
  type EnterCommand,
  expiryOf,
  type Millionths,
  NO_ORDER,
  type OrderId,
  type OrderTicket,
  type Outcome,
  RENAMED_SINCE,
  type Refusal,
  type Refused,
  type ReplaceableTerms,
  type ReplaceCommand,
  refused,
  type SelfTrade,
  type Shares,
} from '../api/index.ts';
import {
  bookSideOf,
  hasAuctions,
  isTrading,
  type OrderRecord,
  refusalOfDisplay,
  type SecurityRecord,
  type VenueRecords,
  viewOf,
} from '../records/index.ts';

/** The checks before an order enters the venue. */
export class EntryChecks {
  readonly #records: VenueRecords;
  readonly #engine: Pick<Engine, 'wouldCross'>;

  constructor(records: VenueRecords, engine: Pick<Engine, 'wouldCross'>) {
    this.#records = records;
    this.#engine = engine;
  }

  /** Why the order must not enter; undefined when it may. */
  refusalOf(command: EnterCommand, security: SecurityRecord | undefined): Refused | undefined {
    const refusal = this.#refusalOf(command, security, this.#records.counters.time);
    if (refusal !== undefined || security === undefined || mustWait(security)) return refusal;
    return this.refusalOfCrossing(command.ticket, command.price);
  }

  #refusalOf(command: EnterCommand, security: SecurityRecord | undefined, time: Microseconds): Refused | undefined {
    if (security === undefined) return refused('unknown security');
    const late = this.refusalOfLate(command, time);
    if (late !== undefined) return late;
    if (this.#hasExpired(command.ticket, time)) return refused('order has expired');
    if (security.status === 'ended') return refused('security has ended');
    const { limits, orders, risk, transfers } = this.#records;
    const taken = command.ticket.optional?.uniqueToken ? this.#refusalOfToken(command.ticket) : undefined;
    if (taken !== undefined) return taken;
    const { type, expiration, optional, side } = command.ticket;
    if (optional?.doNotReduce && side !== 'buy') return refused('do not reduce needs a bid');
    if (optional?.postOnly && (type !== 'Limit' || expiration === 'IOC')) return refused('post-only must rest');
    if (optional?.postOnly && security.auctions?.plan?.continuous === false) return refused('post-only in auctions');
    if (expiration === 'Auction' && !mayWaitForAuction(command.ticket, security)) return refused('no auctions');
    const display = this.displayed(optional)?.displayQuantity;
    const undisplayed = display === undefined ? undefined : this.#refusalOfDisplay(command, display, security);
    if (undisplayed !== undefined) return refused(undisplayed);
    const refusal =
      orders.refusalOf(command, limits) ??
      transfers.get(security.securityId)?.refusalOf(command, command.quantity, time);
    return refusal === undefined ? risk.refusalOf(command.ticket, command, time) : refused(refusal);
  }

  /** V71. */
  refusalOfLate({ deadline }: EnterCommand | ReplaceCommand, time: Microseconds): Refused | undefined {
    return deadline !== undefined && deadline < time ? refused('too late') : undefined;
  }

  /** M14: an order that waited to be applied must not trade after its end. */
  #hasExpired(ticket: OrderTicket, time: Microseconds): boolean {
    const { expirationDate } = ticket;
    if (expirationDate === null || (this.#records.counters.rules ?? 1) < DEADLINES_SINCE) return false;
    return (expiryOf(ticket) ?? endOfDate(expirationDate)) <= time;
  }

  /** The optional terms that count by the rules of the journal, which may not know display quantities (J14). */
  displayed<Terms extends ReplaceableTerms>(terms: Terms | undefined): Terms | undefined {
    return (this.#records.counters.rules ?? 1) >= DISPLAY_SINCE ? terms : undefined;
  }

  #refusalOfDisplay(
    { ticket, contingency, quantity }: EnterCommand,
    display: Shares,
    security: SecurityRecord,
  ): Refusal | undefined {
    return refusalOfDisplay(ticket, contingency) ?? this.refusalOfShares(display, quantity, security);
  }

  /** M19: of the number of shares of a display quantity that is sent. */
  refusalOfShares(display: Shares, quantity: Shares, { reference }: SecurityRecord): Refusal | undefined {
    const least = reference?.reference.lotSize ?? 1;
    return display < least || display > quantity ? 'display quantity out of range' : undefined;
  }

  /** M18: asked last, because the answer may reveal a hidden price to a client whose order could rest (V64). */
  refusalOfCrossing({ securityId, side, optional }: OrderTicket, price: Millionths): Refused | undefined {
    const crosses = optional?.postOnly && this.#engine.wouldCross(securityId, bookSideOf(side), price);
    return crosses ? refused('post-only would cross') : undefined;
  }

  /** The same by the visible top of the book. */
  #refusalOfShownCrossing({ side, optional }: OrderTicket, price: Millionths, security: SecurityRecord) {
    const shown = side === 'buy' ? security.top.offer : security.top.bid;
    if (!optional?.postOnly || shown === null || shown === 'RFQ') return undefined;
    const crosses = side === 'buy' ? price >= shown.price : price <= shown.price;
    return crosses && isTrading(security) && !mustWait(security) ? refused('post-only would cross') : undefined;
  }

  /** The token that a replacement gives by the rules of the journal (J14). */
  newTokenOf({ newToken }: ReplaceCommand): string | undefined {
    return (this.#records.counters.rules ?? 1) >= RENAMED_SINCE ? newToken : undefined;
  }

  /** H10: of such a token. */
  refusalOfNewToken(clientId: string, newToken: string | undefined): Refused | undefined {
    return newToken === undefined ? undefined : this.#refusalOfToken({ clientId, token: newToken });
  }

  /** H10. */
  #refusalOfToken({ clientId, token }: Pick<OrderTicket, 'clientId' | 'token'>): Refused | undefined {
    const { orders } = this.#records;
    if (token === null || orders.countWithToken(clientId, token) === 0) return undefined;
    const holder = orders.withToken(clientId, token)?.orderId;
    return holder === undefined ? refused('token of several orders') : { ...refused('token is taken'), holder };
  }

  /** The outcome that `enter` would have at that time by what is disclosed; changes nothing (V55). */
  wouldEnter(command: EnterCommand, time: Microseconds): Outcome {
    const { ticket, price } = command;
    const security = this.#records.securities.get(ticket.securityId);
    const refusal = this.#refusalOf(command, security, time);
    if (security === undefined || refusal !== undefined) return refusal ?? refused('unknown security');
    const crossing = this.#refusalOfShownCrossing(ticket, price, security);
    if (crossing !== undefined) return crossing;
    const display = this.displayed(ticket.optional)?.displayQuantity;
    return accepted(viewOf(newOrder(NO_ORDER, command, security, { time, selfTrade: 'None', display })));
  }
}

/** Q9. */
function mayWaitForAuction({ type, optional }: OrderTicket, { auctions }: SecurityRecord): boolean {
  return type === 'Limit' && !optional?.postOnly && auctions !== undefined && hasAuctions(auctions);
}

/** Whether orders of the security await approval. */
function mustWait({ status, orderApproval }: SecurityRecord): boolean {
  return status === 'awaiting' || orderApproval;
}

/** The record of an order that enters. */
export function newOrder(
  orderId: OrderId,
  command: EnterCommand,
  security: SecurityRecord,
  {
    time,
    selfTrade,
    display,
  }: {
    readonly time: Microseconds;
    readonly selfTrade: SelfTrade;
    readonly display: Shares | undefined;
  },
): OrderRecord {
  const order: OrderRecord = {
    orderId,
    ticket: command.ticket,
    issuerId: security.issuerId,
    inSession: security.inSession && !security.halted,
    createdAt: time,
    quantity: command.quantity,
    price: command.price,
    contingency: command.contingency,
    minimum: command.contingency === 'Minimum Quantity' ? command.minimum : 0,
    remaining: command.quantity,
    executed: 0,
    status: mustWait(security) ? 'Pending' : 'Live',
    updatedAt: time,
    reason: null,
    ended: null,
    held: null,
    selfTrade,
    entryBefore: null,
    entryAfter: null,
    client: null,
    clientBefore: null,
    clientAfter: null,
    holder: null,
  };
  if (display !== undefined) order.displayed = Math.min(display, order.remaining);
  return order;
}
