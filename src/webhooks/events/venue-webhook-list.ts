/** The webhooks of orders and matches with their fields, for the reference page. */
import { SHOWN_TERMS } from '../../exchange/api/index.ts';
import { webhooksIn } from '../../http/openapi/index.ts';

/** In each webhook of orders and matches: the venue's sequence number, and the time with microseconds. */
const HAPPENED = ['eventSeq', 'eventTime'];

const ORDER_TO_DECIDE = [
  ...['orderId', 'securityId', 'memberId', 'accountId', 'action', 'type', 'number_shares', 'shares_remaining'],
  ...['price_per_share', 'contingencies', 'minimumThreshold', 'expiration', 'expirationDate', 'orderStatus'],
  ...HAPPENED,
];

export const VENUE_WEBHOOKS = webhooksIn('ATS', {
  createOrder: {
    summary: 'An order was placed',
    fields: [
      ...['id', 'securityId', 'orderId', 'memberId', 'accountId', 'action', 'type', 'quantity', 'price'],
      ...['orderStatus', 'token', ...SHOWN_TERMS, ...HAPPENED],
    ],
  },
  updateOrder: {
    summary: 'An order has changed: approved, refused, filled, replaced, cancelled, expired',
    fields: [
      ...['orderId', 'securityId', 'memberId', 'accountId', 'action', 'orderStatus', 'number_shares'],
      ...[
        'executionType',
        'matchId',
        'fillPrice',
        'fillShares',
        'fee',
        'liquidity',
        'filledShares',
        'filledAmount',
        'averagePrice',
      ],
      ...[
        'shares_remaining',
        'price_per_share',
        'token',
        'previousToken',
        ...SHOWN_TERMS,
        'updatedDate',
        'reason',
        'reasonCode',
        'held',
        ...HAPPENED,
      ],
    ],
    fromVenue: true,
  },
  replaceOrder: {
    summary: 'An order was replaced',
    fields: [
      'id',
      'securityId',
      'orderId',
      'action',
      'orderStatus',
      'token',
      ...SHOWN_TERMS,
      'lostPriority',
      ...HAPPENED,
    ],
  },
  cancelOrder: {
    summary: 'An order was cancelled',
    fields: ['orderid', 'orderStatus', ...HAPPENED],
  },
  matchedTradenotify: {
    summary: 'Two orders were matched; both clients get it',
    fields: [
      'matchId',
      'securityId',
      'executionTime',
      'numberOfShares',
      'Price',
      'askOrderId',
      'bidOrderId',
      'block',
      'auctionId',
      'bidFee',
      'askFee',
      ...HAPPENED,
    ],
    fromVenue: true,
  },
  orderForApproval: {
    summary: 'An order waits for the approval of the client that owns the offering, or has changed while it waits',
    fields: ORDER_TO_DECIDE,
    fromVenue: true,
  },
  orderForFirstRefusal: {
    summary: 'An order to sell waits for the answer of the client that owns the offering, or has changed meanwhile',
    fields: ORDER_TO_DECIDE,
    fromVenue: true,
  },
});
