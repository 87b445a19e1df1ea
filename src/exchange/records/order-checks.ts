/** What holds of an order's record at each change, whatever the book reports: the other half of the book's checks. */
import { violated } from '../../invariant.ts';
import { isTerminal, type OrderStatus, type Shares } from '../api/index.ts';
import type { OrderRecord } from './order-record.ts';

type Counted = Pick<OrderRecord, 'orderId' | 'status' | 'quantity' | 'remaining'>;

/** The shares of the fill are those by which less remains: what is filled and what remains are the quantity. */
export function checkFill(order: Counted, remaining: Shares, filled: Shares): void {
  if (filled < 1 || remaining < 0 || remaining !== order.remaining - filled || order.remaining > order.quantity)
    violated(
      'M3',
      `of ${order.remaining} shares of order ${order.orderId}, ${filled} are filled and ${remaining} remain`,
    );
}

/** V8: the status that a live order gets is one that what remains of it allows; an ended order gets none. */
export function checkStatus(order: Counted, status: OrderStatus): void {
  const { quantity, remaining } = order;
  if (remaining < 0 || remaining > quantity) brokenStatus(order, status);
  if ((status === 'Executed') !== (remaining === 0)) brokenStatus(order, status);
  if (status === 'Live' ? remaining !== quantity : status === 'Partially Executed' && remaining === quantity)
    brokenStatus(order, status);
  if (isTerminal(order.status)) brokenStatus(order, status);
}

function brokenStatus({ orderId, status: before, quantity, remaining }: Counted, status: OrderStatus): never {
  violated('V8', `order ${orderId} becomes ${status} from ${before} while ${remaining} of ${quantity} shares remain`);
}
