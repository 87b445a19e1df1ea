import { formatTimestamp } from '../../calendar/format-time.ts';
import type { OrderView } from './orders.ts';
import { sharesText } from './units.ts';

type Shown = Pick<OrderView, 'orderId' | 'ticket' | 'remaining' | 'contingency' | 'minimum' | 'createdAt'>;

/** The part of an RFQ order that those see whom it asks (V18). */
export function rfqFields({ orderId, ticket, remaining, contingency, minimum, createdAt }: Shown) {
  return {
    orderId: String(orderId),
    securityId: String(ticket.securityId),
    action: ticket.side === 'buy' ? ('Bid' as const) : ('Offer' as const),
    shares_remaining: sharesText(remaining),
    contingencies: contingency,
    minimumThreshold: sharesText(minimum),
    expiration: ticket.expiration,
    expirationDate: ticket.expirationDate,
    createdDate: formatTimestamp(createdAt),
  };
}
