import { type ApiSession, type Fields, Refused } from './api-session.ts';
import type { Investor } from './investor.ts';
import type { Security } from './offering.ts';
import { MARKET_HINT } from './settings.ts';

/** An order on the venue, and the number of the investor whose it is. */
export interface PlacedOrder {
  readonly number: number;
  readonly orderId: string;
}

export async function requireOpen(api: ApiSession, { securityId }: Security): Promise<void> {
  const { market } = await api.call('getMarketStatus', { securityId }, 'is the market open?');
  if (market !== 'open') throw new Refused(`the market is ${market}; ${MARKET_HINT}`);
}

/** Odd numbers offer, then even ones bid; one of them wants all of its shares or none, from whoever has them. */
export async function tradeAmong(
  api: ApiSession,
  { issuerId, securityId }: Security,
  investors: readonly Investor[],
): Promise<PlacedOrder[]> {
  const orders: PlacedOrder[] = [];
  const offersFirst = investors.toSorted((a, b) => (b.number % 2) - (a.number % 2));
  for (const { number, accountId } of offersFirst) {
    const isOffer = number % 2 === 1;
    const isWhole = number === 2;
    const quantity = isWhole ? 150 : 100;
    const price = isOffer ? (10 + number / 100).toFixed(2) : '10.05';
    const fields = {
      memberid: '1',
      issuerid: issuerId,
      accountid: accountId,
      securityid: securityId,
      type: 'Limit',
      action: isOffer ? 'Sell' : 'Buy',
      quantity,
      price,
      expiration: 'GTC',
      disclosePrice: 'Yes',
      solicited: 'Unsolicited',
      ...(isWhole ? { contingencies: 'All or None' } : {}),
    };
    const said =
      `investor ${number} ${isOffer ? 'offers' : 'bids for'} ${quantity} at ` +
      `${price}${isWhole ? ', all or none' : ''}`;
    const { orderDetails } = await api.call('createOrder', fields, said);
    orders.push({ number, orderId: (orderDetails as { orderId: string }).orderId });
  }
  return orders;
}

/** What became of the orders, and what the book shows now. */
export async function showVenue(
  api: ApiSession,
  { issuerId, securityId }: Security,
  orders: readonly PlacedOrder[],
): Promise<void> {
  for (const { number, orderId: orderid } of orders) {
    const { orderDetails } = await api.call('getOrder', { orderid }, `investor ${number}`);
    const [order] = orderDetails as [Fields];
    const matches = order.matchedOrders as Fields[];
    const executed = matches.map(
      ({ executedQuantity, executedPrice }) => `${whole(executedQuantity)} at ${executedPrice}`,
    );
    console.log(`    ${order.status}${executed.length > 0 ? `: ${executed.join(', ')}` : ''}`);
  }
  const clob = await api.call('getClob', { securityID: securityId, issuerID: issuerId }, 'the top of the book');
  const { statusCode: _c, statusDesc: _d, ...top } = clob;
  console.log(`    ${JSON.stringify(top)}`);
}

function whole(shares: unknown): string {
  return String(Number(shares));
}
