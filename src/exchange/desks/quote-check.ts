import { leastFill, type Refusal, type TakeQuoteCommand } from '../api/index.ts';
import { isTrading, type OrderRecord, type SecurityRecord } from '../records/index.ts';

/** Why a live order of its client cannot trade with the quote now (V39); undefined when it can. */
export function refusalOfQuote(
  order: OrderRecord,
  security: SecurityRecord,
  { ticket, quantity, filled }: TakeQuoteCommand,
): Refusal | undefined {
  if (order.ticket.type !== 'RFQ' || order.status === 'Pending') return 'order takes no quotes';
  if (ticket.side === order.ticket.side || ticket.securityId !== security.securityId) return 'order takes no quotes';
  if (order.quantity - order.remaining !== filled || quantity > order.remaining) return 'order has other terms';
  if (quantity < leastFill(order)) return 'contingency not met';
  if (security.orderApproval) return 'security wants approval';
  return isTrading(security) ? undefined : 'market is not open';
}
