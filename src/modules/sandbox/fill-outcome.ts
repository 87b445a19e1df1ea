/** What became of a contra order of `fill` when it was entered (Z7). */
import { isTerminal, type MatchId, NO_MATCH, type OrderId } from '../../exchange/api/index.ts';
import { type OrderSources, orderWithMatches } from '../ats/index.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The answer of createOrder after the shares that reached the order it is for, that others took, that are left, and
 * that ended with the contra order.
 */
export async function withFill(sources: OrderSources, answer: Fields, orderId: OrderId): Promise<Fields> {
  const { orderId: entered } = answer.orderDetails as { readonly orderId: string };
  const contra = Number(entered) as OrderId;
  const found = await orderWithMatches(sources, contra);
  if (found === undefined) return answer;
  const { quantity, remaining, status } = found.order;
  let reached = 0;
  // Page by page, so that nobody else waits for many matches.
  for (let page: typeof found | undefined = found; page !== undefined; ) {
    for (const match of page.matches) {
      if (match.buyOrderId === orderId || match.sellOrderId === orderId) reached += match.quantity;
    }
    const last: MatchId = page.matches.at(-1)?.matchId ?? NO_MATCH;
    page = page.more ? await orderWithMatches(sources, contra, last) : undefined;
  }
  const [left, cancelled] = isTerminal(status) ? [0, remaining] : [remaining, 0];
  const others = quantity - remaining - reached;
  const fill = { reached: String(reached), others: String(others), left: String(left), cancelled: String(cancelled) };
  return { fill, ...answer };
}
