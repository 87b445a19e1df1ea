/**
 * The webhooks that the venue itself sends (design/ats.md, Webhooks of the venue; spec/4 13.9): updateOrder and
 * matchedTradenotify, made from the exchange's durable events.
 */
import { formatTimestamp } from '../calendar/format-time.ts';
import type { ExchangeEvent, MatchView, OrderView } from '../exchange/interface.ts';
import { priceText, sharesText } from '../exchange/units.ts';
import type { WebhookDelivery } from './delivery.ts';

export interface VenueWebhookOptions {
  readonly sink: Pick<WebhookDelivery, 'fireFromVenue'>;
  /** The parent client of a client; must not throw. */
  readonly parentOf: (clientId: string) => string;
}

/**
 * A listener for Exchange.subscribe. Each change of an order but its entry (whose webhook is that of createOrder) sends updateOrder
 * to the order's client; each match sends matchedTradenotify to the clients of its two orders, once when they are one client.
 *
 * spec/4 13.9 derives two deliveries of matchedTradenotify from two separate pages of registrations, the venue's and the
 * platform's. Here there is one list of registrations, and so one delivery for each: the venue's, without identifying headers.
 */
export function venueWebhooks({ sink, parentOf }: VenueWebhookOptions): (event: ExchangeEvent) => void {
  return (event) => {
    if (event.type === 'order' && event.change !== 'entered') {
      const { clientId } = event.order;
      sink.fireFromVenue(clientId, parentOf(clientId), 'updateOrder', () => updateOrderFields(event.order));
    } else if (event.type === 'match') {
      const { buyClientId, sellClientId } = event.match;
      const fields = () => matchedTradeFields(event.match);
      sink.fireFromVenue(buyClientId, parentOf(buyClientId), 'matchedTradenotify', fields);
      if (sellClientId === buyClientId) return;
      sink.fireFromVenue(sellClientId, parentOf(sellClientId), 'matchedTradenotify', fields);
    }
  };
}

/** Fields of updateOrder: the order right after the change. accountId and token only when it has them. */
export function updateOrderFields(order: OrderView): Record<string, unknown> {
  return {
    orderId: order.orderId,
    securityId: order.securityId,
    memberId: order.memberId,
    accountId: order.accountId,
    action: order.side === 'buy' ? 'Bid' : 'Offer',
    orderStatus: order.status,
    number_shares: sharesText(order.quantity),
    shares_remaining: sharesText(order.remaining),
    price_per_share: order.type === 'RFQ' ? 'RFQ' : priceText(order.price),
    token: order.token,
    updatedDate: formatTimestamp(order.updatedAt),
  };
}

/** Fields of matchedTradenotify, the same for both sides: ask is the sell order, bid the buy order. */
export function matchedTradeFields(match: MatchView): Record<string, unknown> {
  return {
    matchId: match.matchId,
    securityId: match.securityId,
    executionTime: formatTimestamp(match.time),
    numberOfShares: sharesText(match.quantity),
    Price: priceText(match.price),
    askOrderId: match.sellOrderId,
    bidOrderId: match.buyOrderId,
  };
}
