/** The lines of a snapshot: the part of the venue's state in each, and how it is restored. */
import { createHash } from 'node:crypto';
import type { CalendarDay } from '../../calendar/schedule.ts';
import type { Displayed, PendingWork } from '../../matching/index.ts';
import type {
  CorporateAction,
  OpenQuote,
  OrderId,
  OrderLimits,
  QuoteResult,
  ReportedBlock,
  SecurityId,
  SelfTrade,
  Shares,
  TopOfBook,
  WatchedSession,
} from '../api/index.ts';
import { askedClients } from '../api/index.ts';
import type { Values } from '../commands/index.ts';
import type { VenueState } from '../desks/index.ts';
import {
  bookContingencyOf,
  bookGuardsOf,
  bookSideOf,
  DepthMarks,
  displayOf,
  FEE_LOADERS,
  type FeeLine,
  feeLines,
  fitsFilter,
  isShown,
  isTrading,
  type KeptAuctions,
  type KeptMarks,
  type KeptProtection,
  type LineLoaders,
  type MassCancelRecord,
  newAuctions,
  noMarkers,
  OrderList,
  type OrderRecord,
  type PendingOfBook,
  PendingOrders,
  REGISTER_LOADERS,
  type RegisterLine,
  RISK_LOADERS,
  type RiskLine,
  recordFrom,
  registerLines,
  restoreSetAside,
  restoreTransferState,
  riskLines,
  type SecurityAuctions,
  type SecurityRecord,
  type SentBack,
  type StoredOutcome,
  TENDER_LOADERS,
  type TenderLine,
  type TransferState,
  tenderLines,
  transferStateOf,
  valuesOf,
  type Walk,
} from '../records/index.ts';

type SecurityLine = Omit<SecurityRecord, 'orders' | 'pending' | 'markers' | 'depth' | 'auctions'> & {
  readonly auctions?: KeptAuctions;
  /** Absent without any, and under rules before DEPTH_MARKS_SINCE. */
  readonly depth?: KeptMarks | undefined;
};

export type Line =
  | readonly ['security', SecurityLine]
  | readonly ['order', Values]
  | readonly ['earlierTokens', OrderId, readonly string[]]
  | readonly ['sentBack', SecurityId, SentBack]
  /**
   * The orders that rest; of a book with pending effects also what remains of each, which its record has not yet; of
   * one with display quantities (M19) what shows of these, by the index of their orders.
   */
  | readonly [
      'book',
      SecurityId,
      readonly OrderId[],
      (readonly number[] | null)?,
      (readonly (readonly [number, Displayed])[])?,
    ]
  | readonly ['pending', SecurityId, PendingOfBook]
  | readonly ['due', SecurityId, PendingWork]
  | readonly ['limits', OrderLimits]
  | readonly ['selfTrade', string, SelfTrade]
  | readonly ['cancelTimer', string, number]
  | readonly ['watched', string, WatchedSession, number | null]
  | RiskLine
  | RegisterLine
  | FeeLine
  | readonly ['action', CorporateAction]
  | TenderLine
  | readonly ['transfer', SecurityId, TransferState]
  | readonly ['massCancels', number]
  | readonly ['massCancel', string, MassCancelRecord]
  | readonly ['blocks', number]
  | readonly ['block', ReportedBlock]
  | readonly ['quotes', number]
  | readonly ['quote', OpenQuote]
  | readonly ['protection', string, KeptProtection]
  | readonly ['calendar', string, CalendarDay]
  | readonly ['idempotency', StoredOutcome]
  | readonly ['top', TopOfBook];

/** All of the state but its place in the journal, in an order that depends only on the state. */
export function* linesOf(state: VenueState): Generator<Line> {
  for (const security of state.securities.values()) {
    const { orders, pending, markers: _, depth, auctions, ...own } = security;
    const rest = auctions === undefined ? own : { ...own, auctions: keptAuctions(auctions) };
    const kept = state.counters.depthFrom === undefined ? undefined : depth.kept;
    yield ['security', kept === undefined ? rest : { ...rest, depth: kept }];
    for (const order of orders) {
      yield ['order', valuesOf(order)];
      const earlier = state.orders.earlierTokensOf(order.orderId);
      if (earlier !== undefined) yield ['earlierTokens', order.orderId, earlier];
    }
    for (const moment of pending.entries()) yield ['sentBack', security.securityId, moment];
    const resting = state.engine.resting(security.securityId);
    const ids = resting.map(({ orderId }) => orderId as OrderId);
    const remainders = state.pending.has(security.securityId) ? resting.map(({ remaining }) => remaining) : null;
    const shown = resting.flatMap((order, index) => (order.shown === undefined ? [] : [[index, order.shown] as const]));
    if (shown.length > 0) yield ['book', security.securityId, ids, remainders, shown];
    else if (remainders !== null) yield ['book', security.securityId, ids, remainders];
    else yield ['book', security.securityId, ids];
  }
  for (const [bookId, due] of state.engine.pendingWork()) yield ['due', bookId as SecurityId, due];
  if (state.limits !== null) yield ['limits', state.limits];
  for (const [key, mode] of state.selfTrade.entries()) yield ['selfTrade', key, mode];
  for (const [clientId, deadline] of state.cancelTimers.entries()) yield ['cancelTimer', clientId, deadline];
  for (const session of state.watched.entries()) yield ['watched', ...session];
  for (const securityId of state.actions.securityIds) {
    for (const action of state.actions.of(securityId)) yield ['action', action];
  }
  yield* tenderLines(state.tenders);
  yield* riskLines(state.risk);
  yield* registerLines(state.register);
  yield* feeLines(state.fees);
  for (const record of state.transfers.values()) yield ['transfer', record.securityId, transferStateOf(record)];
  if (state.massCancels.count > 0) yield ['massCancels', state.massCancels.count];
  for (const [clientId, cancel] of state.massCancels.entries()) yield ['massCancel', clientId, cancel];
  if (state.blocks.count > 0) yield ['blocks', state.blocks.count];
  for (const block of state.blocks.values()) yield ['block', block];
  if (state.quotes.count > 0) yield ['quotes', state.quotes.count];
  for (const quote of state.quotes.values()) yield ['quote', quote];
  for (const [clientId, kept] of state.protections.entries()) yield ['protection', clientId, kept];
  for (const [date, day] of state.calendar) yield ['calendar', date, day];
  for (const stored of state.idempotency.entries()) yield ['idempotency', stored];
  for (const [bookId, pending] of state.pending.entries()) yield ['pending', bookId, pending];
  for (const top of state.tops.entries()) yield ['top', top];
}

/** SHA-256 over the whole state, in hex: equal for equal states. */
export function digestOf(state: VenueState): string {
  const digest = createHash('sha256').update(JSON.stringify(state.counters));
  for (const line of linesOf(state)) digest.update('\n').update(JSON.stringify(line));
  return digest.digest('hex');
}

/** What each line of a snapshot puts back into the state. */
const LOADERS: LineLoaders<Line, VenueState> = {
  ...RISK_LOADERS,
  ...REGISTER_LOADERS,
  ...FEE_LOADERS,
  ...TENDER_LOADERS,
  security(state, [, record]) {
    const depth = new DepthMarks(record.depth);
    const { auctions: kept, ...own } = record;
    const lists = { depth, orders: new OrderList(), pending: new PendingOrders(), markers: noMarkers() };
    const security: SecurityRecord = { ...own, ...lists };
    if (kept !== undefined) restoreAuctions(state, security, kept);
    state.securities.set(security.securityId, security);
    state.engine.addBook(security.securityId, isTrading(security));
  },
  order: (state, [, values]) => restoreOrder(state, recordFrom(values)),
  earlierTokens: (state, [, orderId, tokens]) => state.orders.restoreEarlierTokens(state.orders.known(orderId), tokens),
  sentBack: (state, [, securityId, moment]) =>
    state.securities.known(securityId).pending.sendBack(state.orders.known(moment.orderId), moment),
  book(state, [, , orderIds, remainders, shown]) {
    const displayed = new Map(shown);
    orderIds.forEach((orderId, index) => {
      const order = state.orders.known(orderId);
      restOrder(state, order, remainders?.[index] ?? order.remaining, displayed.get(index));
    });
  },
  pending: (state, [, bookId, pending]) => restorePending(state, bookId, pending),
  due: (state, [, bookId, work]) => state.engine.restorePendingWork(bookId, work),
  limits(state, [, limits]) {
    state.limits = limits;
  },
  selfTrade: (state, [, clientId, mode]) => state.selfTrade.restore(clientId, mode),
  cancelTimer: (state, [, clientId, time]) => state.cancelTimers.set(clientId, time),
  action: (state, [, action]) => state.actions.set(action),
  transfer: (state, [, securityId, transfer]) => restoreTransfer(state, securityId, transfer),
  watched: (state, [, clientId, session, endsAt]) => state.watched.restore(clientId, session, endsAt),
  massCancels(state, [, count]) {
    state.massCancels.count = count;
  },
  massCancel: (state, [, clientId, cancel]) => state.massCancels.restore(clientId, cancel),
  blocks(state, [, count]) {
    state.blocks.count = count;
  },
  block: (state, [, block]) => state.blocks.add(block),
  quotes(state, [, count]) {
    state.quotes.count = count;
  },
  quote: (state, [, quote]) => state.quotes.set(quote),
  protection: (state, [, clientId, kept]) => state.protections.restore(clientId, kept),
  calendar: (state, [, date, day]) => state.calendar.set(date, day),
  idempotency: (state, [, stored]) => state.idempotency.restore(stored),
  top: (state, [, top]) => state.tops.add(top),
};

export function loadLine(state: VenueState, line: Line): void {
  (LOADERS[line[0]] as (state: VenueState, line: Line) => void)(state, line);
}

function keptAuctions({ orders: _, ...kept }: SecurityAuctions): KeptAuctions {
  return kept;
}

function restoreAuctions({ auctions }: VenueState, security: SecurityRecord, kept: KeptAuctions): void {
  security.auctions = newAuctions(kept);
  auctions.planned.add(security.securityId);
  if (kept.call !== null) auctions.calls.set(security.securityId, kept.call);
}

function restoreOrder(state: VenueState, order: OrderRecord): void {
  const security = state.securities.known(order.ticket.securityId);
  state.orders.add(order, security);
  const { type, disclosed, side } = order.ticket;
  if (type !== 'RFQ' || order.status === 'Pending') return;
  if (askedClients(order.ticket) !== undefined) state.directed.add(order);
  else if (disclosed) security.markers[side].add(order);
}

function restoreTransfer(state: VenueState, securityId: SecurityId, transfer: TransferState): void {
  const { orders, markers } = state.securities.known(securityId);
  restoreTransferState(state.transfers.add(securityId), transfer, state, orders);
  for (const [orderId] of transfer.held) {
    for (const shown of Object.values(markers)) shown.delete({ orderId });
    state.directed.delete(state.orders.known(orderId));
  }
}

function restorePending(state: VenueState, securityId: SecurityId, pending: PendingOfBook): void {
  state.pending.restore(securityId, pending, (key) => listsOf(state, key));
  const { orders } = state.securities.known(securityId);
  const placeOf = (type: Walk['type']) => {
    const walk = pending.effects.find((effect): effect is Walk => 'type' in effect && effect.type === type);
    return walk?.next || Infinity;
  };
  const [considered, judged] = [placeOf('consider'), placeOf('judge')];
  const record = state.transfers.get(securityId);
  if (record !== undefined && judged < Infinity) restoreSetAside(record, orders, considered, judged);
  for (const effect of pending.effects) if ('type' in effect) uncount(state, securityId, effect);
}

/** What a command that goes on adds to. */
function listsOf({ idempotency }: VenueState, key: string): Pick<Walk, 'ended' | 'results'> {
  const { cancelled, quotes } = idempotency.outcomeOf(key) ?? {};
  return { ended: (cancelled ?? []) as OrderId[], ...(quotes && { results: quotes as QuoteResult[] }) };
}

/** Orders do not count for limits before the walk has come to them. */
function uncount({ orders, risk }: VenueState, securityId: SecurityId, { limits, next, filter = {} }: Walk): void {
  const guard = limits && risk.limits.find(limits);
  if (guard === undefined) return;
  guard.uncounted.add(securityId);
  for (let order = orders.get(next) ?? null; order !== null; order = order.clientAfter) {
    if (fitsFilter(order.ticket, filter)) guard.exposure.release(order);
  }
}

function restOrder(state: VenueState, order: OrderRecord, remaining: Shares, shown: Displayed | undefined): void {
  const { orderId, ticket, price, quantity, minimum } = order;
  const resting = {
    orderId,
    side: bookSideOf(ticket.side),
    price,
    quantity,
    remaining,
    contingency: bookContingencyOf(order.contingency),
    minimum,
    disclosed: isShown(ticket),
    owner: state.owners.numberOf(ticket),
    guards: bookGuardsOf(order),
    display: displayOf(order),
  };
  state.engine.restore(ticket.securityId, shown === undefined ? resting : { ...resting, shown });
}
