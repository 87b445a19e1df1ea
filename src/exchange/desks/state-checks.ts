/** What holds of the state of the venue: after each command what costs little, and all of it where somebody asks. */
import { violated } from '../../invariant.ts';
import type { Engine } from '../../matching/index.ts';
import { isAtAuction, isTerminal, type OrderId, type SecurityId } from '../api/index.ts';
import {
  bookContingencyOf,
  bookSideOf,
  checkRegister,
  type OrderRecord,
  type SecurityRecord,
  type VenueCounters,
  type VenueRecords,
} from '../records/index.ts';

/** As VenueState is, which checks itself. */
interface CheckedState extends VenueRecords {
  readonly engine: Pick<Engine, 'check' | 'remainingOf' | 'resting'>;
}

/** Numbers of orders, matches and events are never given twice (M11). */
export function checkGrowth(counters: VenueCounters, orders: number, matches: number, eventSeq: number): void {
  if (counters.orders < orders) violated('M11', `after order ${orders} the venue counts ${counters.orders}`);
  if (counters.matches < matches) violated('M11', `after match ${matches} the venue counts ${counters.matches}`);
  if (counters.eventSeq < eventSeq) violated('M11', `after event ${eventSeq} the venue counts ${counters.eventSeq}`);
}

/**
 * Goes through the whole state: orders by id, by security and by client are the same, books and records agree, levels
 * add up, nothing crosses at rest (M8), the register is what a replay comes to. For tests and `npm run verify`: it
 * takes as long as a snapshot. Throws InvariantViolated.
 */
export function checkState(state: CheckedState): void {
  let orders = 0;
  for (const security of state.securities.values()) {
    for (const order of security.orders) {
      orders++;
      checkOrder(state, order, security);
    }
    state.engine.check(security.securityId);
    checkBook(state, security.securityId);
  }
  if (orders !== state.orders.size) violated('V8', `${state.orders.size} orders are live, ${orders} in securities`);
  let ofClients = 0;
  for (const clientId of state.orders.clientIds()) ofClients += state.orders.countOfClient(clientId);
  if (orders !== ofClients) violated('V8', `${orders} orders are live, ${ofClients} of clients`);
  checkRegister(state.register);
  state.idempotency.check();
  state.quotes.check();
  for (const { quoteId, orderId } of state.pending.isPending ? [] : state.quotes.values())
    if (state.orders.get(orderId) === undefined)
      violated('V41', `quote ${quoteId} is open, order ${orderId} is not live`);
}

function checkOrder(state: CheckedState, order: OrderRecord, { auctions, securityId }: SecurityRecord): void {
  const { orderId, status, quantity, remaining, ticket } = order;
  if (state.orders.get(orderId) !== order) violated('V8', `order ${orderId} is not found by its id`);
  if (ticket.securityId !== securityId) violated('V8', `order ${orderId} is among those of security ${securityId}`);
  if (isTerminal(status)) violated('V9', `order ${orderId} is ${status} and still live`);
  if (remaining < 1 || remaining > quantity) violated('M3', `order ${orderId} has ${remaining} of ${quantity} shares`);
  if (state.pending.isPending) return;
  const waits = isAtAuction(ticket) && !auctions?.call;
  const isOut = status === 'Pending' || ticket.type !== 'Limit' || order.held !== null || waits;
  if (isOut !== (state.engine.remainingOf(orderId) === 0))
    violated('M1', `order ${orderId}, ${status}, is ${isOut ? '' : 'not '}in the book`);
}

/** Of a book with pending effects the records come later (M17). */
function checkBook(state: CheckedState, securityId: SecurityId): void {
  const isLate = state.pending.has(securityId);
  for (const { orderId, side, price, quantity, contingency, remaining } of state.engine.resting(securityId)) {
    const order = state.orders.get(orderId as OrderId);
    if (order === undefined) violated('M1', `order ${orderId} of book ${securityId} is not live`);
    const isSame =
      side === bookSideOf(order.ticket.side) &&
      price === order.price &&
      quantity === order.quantity &&
      contingency === bookContingencyOf(order.contingency) &&
      (isLate ? remaining <= order.remaining : remaining === order.remaining);
    if (!isSame) violated('M1', `order ${orderId} has other terms in book ${securityId} than in its record`);
  }
}
