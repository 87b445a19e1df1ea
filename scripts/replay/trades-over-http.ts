import type { Api } from './api.ts';
import type { Trade } from './desk.ts';
import type { OrderedExecution } from './executions.ts';

interface Matched {
  readonly execution: number;
  readonly matchId: string;
  readonly quantity: number;
}

/** Asks the server which orders the hitting orders traded with: per execution its trades, oldest first. */
export async function tradesOverHttp(api: Api, executions: readonly OrderedExecution[]): Promise<Trade[][]> {
  const trades = executions.map((): Trade[] => []);
  const placed = [...executions.keys()].filter((index) => executions[index]!.hitting.orderId !== 0);
  const orders = await api.callForEach('getOrder', placed, (index) => ({
    orderid: executions[index]!.hitting.orderId,
  }));
  const matched = orders.flatMap(({ orderDetails }, index) => matchesOf(orderDetails, placed[index]!));
  const matches = await api.callForEach('getMatchedTrade', matched, ({ matchId }) => ({ matchId }));
  for (const [index, { matchedTradeDetails }] of matches.entries()) {
    const { execution, quantity } = matched[index]!;
    const hitting = executions[execution]!.hitting.orderId;
    trades[execution]!.push({ otherOrderId: otherOrder(matchedTradeDetails, hitting), quantity });
  }
  return trades;
}

function matchesOf(orderDetails: unknown, execution: number): Matched[] {
  const [order] = orderDetails as [{ matchedOrders: { matchid: string; executedQuantity: string }[] }];
  return order.matchedOrders.map(({ matchid, executedQuantity }) => ({
    execution,
    matchId: matchid,
    quantity: Number(executedQuantity),
  }));
}

function otherOrder(details: unknown, orderId: number): number {
  const { ordersMatched } = details as { ordersMatched: { askOrderId: string; bidOrderId: string } };
  const [ask, bid] = [Number(ordersMatched.askOrderId), Number(ordersMatched.bidOrderId)];
  return ask === orderId ? bid : ask;
}
