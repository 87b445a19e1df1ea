import type { WeekSchedule } from '../../calendar/schedule.ts';
import type { Microseconds } from '../../time/units.ts';
import type {
  IssuerId,
  MarketState,
  Millionths,
  ReferenceVersion,
  SecurityCommand,
  SecurityId,
  SecurityReference,
  SecurityStatus,
  SecurityView,
  Side,
  SymbolPeriod,
  TopOfBook,
} from '../api/index.ts';
import { auctionsView, type SecurityAuctions } from './auctions.ts';
import { DepthMarks } from './depth-marks.ts';
import { OrderList } from './order-list.ts';
import { OrdersById } from './orders-by-id.ts';
import { PendingOrders } from './pending-orders.ts';
import { emptyTop } from './top-of-book.ts';

/** A security as the venue keeps it. */
export interface SecurityRecord {
  readonly securityId: SecurityId;
  issuerId: IssuerId;
  ownerClientId: string;
  name: string;
  /** As the offering has it, where a corporate action gave it another name (R10); absent otherwise. */
  offeringName?: string;
  /** A corporate action ended it, whatever the offering says (R11); absent otherwise. */
  isOver?: true;
  status: SecurityStatus;
  orderApproval: boolean;
  hours: WeekSchedule | null;
  /** Whether the schedule has the market open now. */
  inSession: boolean;
  halted: boolean;
  haltReason: string | null;
  /** The venue halted it (Q12); absent otherwise. */
  haltCause?: 'volatility';
  /** Whether its trading windows have it closed now (F5); absent otherwise. */
  outsideWindow?: true;
  /** Live orders of this security (Pending, Live, Partially Executed), by the time they were entered. */
  readonly orders: OrderList;
  /** Those of them that wait for approval. */
  readonly pending: PendingOrders;
  /** Live disclosed RFQ orders, held ones left out: they show as a marker and have no place in the book. */
  readonly markers: Readonly<Record<Side, OrdersById>>;
  /** How many of them there are by side. */
  rfqBids: number;
  rfqOffers: number;
  /** Which events changed the best levels of its book (S27). */
  readonly depth: DepthMarks;
  /** The visible top as it was last published. */
  top: TopOfBook;
  /** Sides whose visible top the command under way may have changed, as bits. */
  touchedSides: number;
  /** Of the offering, as the venue last learned. */
  revision: number;
  /** Absent while it never had any. Only `Securities.refer` changes it. */
  reference?: ReferenceVersion;
  /** Absent while it never had a plan of auctions. */
  auctions?: SecurityAuctions;
  /** A corporate action goes through its orders and holders: its book is closed meanwhile; absent otherwise. */
  isAdjusting?: true;
  /** At which prices it traded (V60); absent before the first match that counts. */
  traded?: TradedPrices;
}

interface TradedPrices {
  last: number;
  /** The lowest and the highest of the day; null: nothing was matched today. */
  range: [low: number, high: number] | null;
}

export function noMarkers(): SecurityRecord['markers'] {
  return { buy: new OrdersById(), sell: new OrdersById() };
}

/** The record of a new security; undefined when the command lacks a field that the first command must have. */
export function newSecurity(command: SecurityCommand, inSession: boolean): SecurityRecord | undefined {
  const { securityId, issuerId, ownerClientId, name, status } = command;
  if (issuerId === undefined || ownerClientId === undefined || name === undefined || status === undefined) {
    return undefined;
  }
  return {
    securityId,
    issuerId,
    ownerClientId,
    name,
    status,
    orderApproval: command.orderApproval ?? false,
    hours: command.hours ?? null,
    inSession,
    halted: false,
    haltReason: null,
    orders: new OrderList(),
    pending: new PendingOrders(),
    markers: noMarkers(),
    rfqBids: 0,
    rfqOffers: 0,
    touchedSides: 0,
    depth: new DepthMarks(),
    top: emptyTop(securityId),
    revision: command.revision ?? 0,
  };
}

/** Takes over the fields of the command; absent fields keep their value. */
export function changeTerms(security: SecurityRecord, command: SecurityCommand): void {
  security.issuerId = command.issuerId ?? security.issuerId;
  security.ownerClientId = command.ownerClientId ?? security.ownerClientId;
  if (command.name !== undefined && command.name !== security.offeringName) {
    delete security.offeringName;
    security.name = command.name;
  }
  if (security.isOver === undefined) security.status = command.status ?? security.status;
  security.orderApproval = command.orderApproval ?? security.orderApproval;
  if (command.hours !== undefined) security.hours = command.hours;
  security.revision = Math.max(security.revision, command.revision ?? 0);
}

/** The offering keeps its name: until that changes, this one holds. */
export function rename(security: SecurityRecord, name: string): void {
  security.offeringName ??= security.name;
  security.name = name;
}

/** Symbols of a security that are kept: its newest. */
const SYMBOLS_KEPT = 50;

/** The next version of the reference data. */
export function nextReference(
  before: ReferenceVersion | undefined,
  reference: SecurityReference,
  time: Microseconds,
): ReferenceVersion {
  const { version, symbols } = before ?? { version: 0, symbols: [] };
  const { symbol } = reference;
  const isSame = symbol === before?.reference.symbol;
  return {
    version: version + 1,
    updatedAt: time,
    reference,
    symbols: isSame ? symbols : changedSymbols(symbols, symbol, time),
  };
}

function changedSymbols(
  before: readonly SymbolPeriod[],
  symbol: string | undefined,
  time: Microseconds,
): SymbolPeriod[] {
  const periods = before.map((period) => (period.to === null ? { ...period, to: time } : period));
  if (symbol !== undefined) periods.push({ symbol, from: time, to: null });
  return periods.slice(-SYMBOLS_KEPT);
}

/** A match moves the prices of the day (V60). */
export function countPrice(security: SecurityRecord, price: Millionths): void {
  const { traded } = security;
  if (traded === undefined) {
    security.traded = { last: price, range: [price, price] };
    return;
  }
  traded.last = price;
  if (traded.range === null) traded.range = [price, price];
  else if (price < traded.range[0]) traded.range[0] = price;
  else if (price > traded.range[1]) traded.range[1] = price;
}

/** Closed too, whatever the schedule says, while the offering may not be traded. */
export function marketOf(security: SecurityRecord): MarketState {
  if (security.halted) return 'halted';
  const mayTrade = security.status === 'trading' && security.outsideWindow === undefined;
  const { auctions, inSession } = security;
  if (auctions === undefined || !mayTrade) return mayTrade && inSession ? 'open' : 'closed';
  // A call goes on after the end of its session.
  if (auctions.call !== null) return 'call';
  return inSession && auctions.plan?.continuous !== false ? 'open' : 'closed';
}

/** Q8: whether a call may begin: the market is open, or closed only because the security trades at auctions only. */
export function mayCall({ halted, status, inSession, outsideWindow, auctions }: SecurityRecord): boolean {
  return !halted && status === 'trading' && inSession && outsideWindow === undefined && auctions?.call === null;
}

/** Whether the book trades: the market is open, which it is only while the offering may be traded. */
export function isTrading(security: SecurityRecord): boolean {
  return security.isAdjusting === undefined && marketOf(security) === 'open';
}

export function viewOfSecurity(security: SecurityRecord): SecurityView {
  return {
    securityId: security.securityId,
    issuerId: security.issuerId,
    ownerClientId: security.ownerClientId,
    name: security.name,
    status: security.status,
    orderApproval: security.orderApproval,
    hours: security.hours,
    market: marketOf(security),
    outsideWindow: security.outsideWindow === true,
    haltReason: security.haltReason,
    revision: security.revision,
    ...(security.reference === undefined ? {} : { reference: security.reference }),
    ...(security.haltCause === undefined ? {} : { haltCause: security.haltCause }),
    ...(security.auctions === undefined ? {} : { auctions: auctionsView(security.auctions) }),
  };
}
