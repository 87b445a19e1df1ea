/** What became of a contra order of `fill` when it was entered (Z7). */
import type { OrderId } from '../../exchange/api/index.ts';
import { type OrderSources, orderWithMatches } from '../ats/index.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The answer of createOrder after the shares that reached the order it is for, that others took, and that are left. */
export async function withFill(sources: OrderSources, answer: Fields, orderId: OrderId): Promise<Fields> {
  const { orderId: entered } = answer.orderDetails as { readonly orderId: string };
  const found = await orderWithMatches(sources, Number(entered) as OrderId);
  if (found === undefined) return answer;
  const { order, matches } = found;
  const reached = matches
    .filter(({ buyOrderId, sellOrderId }) => buyOrderId === orderId || sellOrderId === orderId)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  const others = order.quantity - order.remaining - reached;
  return { fill: { reached: String(reached), others: String(others), left: String(order.remaining) }, ...answer };
}
