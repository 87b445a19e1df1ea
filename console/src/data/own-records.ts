/** Orders and trades of the client, as the API lists them. */
import type { Fields } from './api.ts';

export interface OwnOrder {
  readonly orderId: string;
  readonly securityId: string;
  readonly accountId: string | null;
  readonly memberId: string;
  readonly side: 'Buy' | 'Sell';
  readonly type: string;
  readonly status: string;
  readonly quantity: number;
  readonly remaining: number;
  /** Six decimals; of an RFQ order what it entered with. */
  readonly price: string;
  /** Of its fills; null before the first. */
  readonly averagePrice: string | null;
  readonly contingency: string;
  readonly minimum: number;
  /** The shares that the book shows at once (M19); 0: all of them. */
  readonly display: number;
  readonly expiration: string;
  readonly expirationDate: string | null;
  /** HH:MM in New York. */
  readonly expirationTime: string | null;
  readonly isHidden: boolean;
  /** A bid that keeps its limit on the ex date of a cash dividend (R9). */
  readonly isNotReduced: boolean;
  /** Ids of the clients that an RFQ order asks alone (Y6); none: it asks all. */
  readonly askedClients: readonly string[];
  /** Of an RFQ order: each client that it asks sees all quotes on it (Y7). */
  readonly showsQuotes: boolean;
  readonly createdDate: string;
  readonly reason: string | null;
}

export interface OwnTrade {
  readonly tradeId: string;
  readonly securityId: string;
  readonly side: string;
  readonly price: string;
  readonly quantity: string;
  readonly amount: string;
  /** PENDING, COMPLETED, CANCELED, BUSTED (H5). */
  readonly settlement: string;
  readonly accountId: string | null;
  /** The operator corrected price or quantity, which are as they are now. */
  readonly isAdjusted: boolean;
  readonly date: string;
}

export const OPEN_STATUSES = ['Pending', 'Live', 'Partially Executed'];

export const isOpen = ({ status }: Pick<OwnOrder, 'status'>): boolean => OPEN_STATUSES.includes(status);

export const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Ids with spaces or commas between them, as people write several. */
export const idsIn = (text: string): readonly string[] => text.split(/[\s,;]+/).filter((id) => id !== '');

/** From a record of listAtsOrders. */
export function orderOf(item: Fields): OwnOrder {
  return {
    orderId: String(item.orderId),
    securityId: String(item.securityId),
    accountId: textOrNull(item.accountId),
    memberId: String(item.memberId),
    side: item.securityType === 'Bid' ? 'Buy' : 'Sell',
    type: String(item.type),
    status: String(item.orderStatus),
    quantity: Number(item.shares),
    remaining: Number(item.remainingShares),
    price: String(item.sharePrice),
    averagePrice: textOrNull(item.averagePrice),
    contingency: String(item.contingencies),
    minimum: Number(item.minimumThreshold),
    display: Number(item.displayQuantity ?? 0),
    expiration: String(item.expiration),
    expirationDate: textOrNull(item.expirationDate),
    expirationTime: textOrNull(item.expirationTime),
    isHidden: item.priceNotDisplayed === 'Yes',
    isNotReduced: item.doNotReduce === 'Yes',
    askedClients: idsIn(textOrNull(item.rfqClients) ?? ''),
    showsQuotes: item.quotesShown === 'Yes',
    createdDate: String(item.createdDate),
    reason: textOrNull(item.reason),
  };
}

/** From a record of listAtsTrades. */
export function tradeOf(item: Fields): OwnTrade {
  return {
    tradeId: String(item.tradeId),
    securityId: String(item.offeringId),
    side: item.transactionType === 'BUY' ? 'Buy' : 'Sell',
    price: String(item.sharePrice),
    quantity: String(item.shares),
    amount: String(item.amount),
    settlement: String(item.status),
    accountId: textOrNull(item.accountId),
    isAdjusted: item.adjusted === 'Yes',
    date: String(item.createdDate),
  };
}
