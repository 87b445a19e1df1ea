import { ALL_OR_NONE, type BookContingency, type BookSide, BUY, MINIMUM, NONE, SELL } from '../matching/index.ts';
import type { Contingency, EnterCommand, OrderStatus, OrderView, Side } from './interface.ts';

/** A live order as the venue keeps it: the view's fields, of which the last six change, and its place among the entries. */
export type OrderRecord = {
  -readonly [K in keyof OrderView]: OrderView[K];
} & {
  /** Neighbours in the OrderList of the security. */
  entryBefore: OrderRecord | null;
  entryAfter: OrderRecord | null;
};

export function newRecord(
  orderId: number,
  command: EnterCommand,
  issuerId: number,
  status: OrderStatus,
  inSession: boolean,
  time: number,
): OrderRecord {
  return {
    orderId,
    clientId: command.clientId,
    securityId: command.securityId,
    issuerId,
    memberId: command.memberId,
    accountId: command.accountId,
    type: command.orderType,
    side: command.side,
    token: command.token,
    disclosed: command.disclosed,
    solicited: command.solicited,
    expiration: command.expiration,
    expirationDate: command.expirationDate,
    ip: command.ip,
    inSession,
    createdAt: time,
    price: command.price,
    quantity: command.quantity,
    remaining: command.quantity,
    contingency: command.contingency,
    minimum: command.contingency === 'Minimum Quantity' ? command.minimum : 0,
    status,
    updatedAt: time,
    entryBefore: null,
    entryAfter: null,
  };
}

/** A copy that later changes of the order do not reach. */
export function viewOf(order: OrderRecord): OrderView {
  return {
    orderId: order.orderId,
    clientId: order.clientId,
    securityId: order.securityId,
    issuerId: order.issuerId,
    memberId: order.memberId,
    accountId: order.accountId,
    type: order.type,
    side: order.side,
    token: order.token,
    disclosed: order.disclosed,
    solicited: order.solicited,
    expiration: order.expiration,
    expirationDate: order.expirationDate,
    ip: order.ip,
    inSession: order.inSession,
    createdAt: order.createdAt,
    price: order.price,
    quantity: order.quantity,
    remaining: order.remaining,
    contingency: order.contingency,
    minimum: order.minimum,
    status: order.status,
    updatedAt: order.updatedAt,
  };
}

export function bookSideOf(side: Side): BookSide {
  return side === 'buy' ? BUY : SELL;
}

export function bookContingencyOf(contingency: Contingency): BookContingency {
  if (contingency === 'None') return NONE;
  return contingency === 'All or None' ? ALL_OR_NONE : MINIMUM;
}

/** The order as a snapshot keeps it: its values in the order of OrderView. */
export function valuesOf(order: OrderRecord): unknown[] {
  return Object.values(viewOf(order));
}

const VALUES = valuesOf({} as OrderRecord).length;

/** The inverse of valuesOf. Written out by hand because a start reads a million of them. */
export function recordFrom(values: readonly unknown[]): OrderRecord {
  if (values.length !== VALUES) throw new Error('an order of the snapshot has another number of fields');
  return {
    orderId: values[0],
    clientId: values[1],
    securityId: values[2],
    issuerId: values[3],
    memberId: values[4],
    accountId: values[5],
    type: values[6],
    side: values[7],
    token: values[8],
    disclosed: values[9],
    solicited: values[10],
    expiration: values[11],
    expirationDate: values[12],
    ip: values[13],
    inSession: values[14],
    createdAt: values[15],
    price: values[16],
    quantity: values[17],
    remaining: values[18],
    contingency: values[19],
    minimum: values[20],
    status: values[21],
    updatedAt: values[22],
    entryBefore: null,
    entryAfter: null,
  } as OrderRecord;
}
