/** Which orders the executions of the file hit on the venue. */
import type { Trade } from './desk.ts';
import type { OwnOrder, OwnOrders } from './own-orders.ts';

/** An execution of the file as it was sent. The ids are known once all calls are answered. */
export interface OrderedExecution {
  /** The order that the file names; null when it is older than the file. */
  readonly named: Pick<OwnOrder, 'orderId'> | null;
  /** The IOC order that was sent for it. */
  readonly hitting: Pick<OwnOrder, 'orderId'>;
  /** Shares. */
  readonly size: number;
}

/** An execution in the state file, by the venue's ids; 0: none. */
export type StoredExecution = readonly [named: number, hitting: number, size: number];

export function storedExecution({ named, hitting, size }: OrderedExecution): StoredExecution {
  return [named?.orderId ?? 0, hitting.orderId, size];
}

export function restoredExecution([named, hitting, size]: StoredExecution): OrderedExecution {
  return { named: { orderId: named }, hitting: { orderId: hitting }, size };
}

/** The trades of one execution, oldest first: which order of the file (0: none of them) gave how many shares. */
export type ExecutionResult = readonly (readonly [fileId: number, quantity: number])[];

/**
 * Whether it is the file's execution: all of its shares came from the very order that the file names. One that reached
 * that order and then others, or found less of it, is not.
 */
export function isSameExecution({ named, size }: OrderedExecution, trades: readonly Trade[]): boolean {
  if (named === null || named.orderId === 0) return false;
  let shares = 0;
  for (const trade of trades) if (trade.otherOrderId === named.orderId) shares += trade.quantity;
  return shares === size;
}

/** The trades in terms of the file, so that two runs can be compared whatever ids their venues gave. */
export function executionResults(trades: readonly (readonly Trade[])[], orders: OwnOrders): ExecutionResult[] {
  const fileIds = orders.fileIds();
  return trades.map((ofOne) => ofOne.map((trade) => [fileIds.get(trade.otherOrderId) ?? 0, trade.quantity] as const));
}
