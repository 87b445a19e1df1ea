import { CANCEL_BOTH, CANCEL_NEWEST, NO_PREVENTION, NOBODY, type Order } from './order.ts';

/** M15: whether the two orders, one of each side, never see each other. */
export function mustNotTrade(a: Order, b: Order): boolean {
  return a.owner !== NOBODY && a.owner === b.owner && (a.mode !== NO_PREVENTION || b.mode !== NO_PREVENTION);
}

/** Whether an order may meet one that it must not trade with. @param others whether others of its book have a mode */
export function isGuarded(order: Order, others: boolean): boolean {
  return order.owner !== NOBODY && (others || order.mode !== NO_PREVENTION);
}

/** M15: which of two orders that must not trade are cancelled when one of them enters. */
export function cancelledOf(
  entering: Order,
  resting: Order,
): { readonly entering: boolean; readonly resting: boolean } {
  const mode = entering.mode === NO_PREVENTION ? resting.mode : entering.mode;
  if (mode === CANCEL_BOTH) return { entering: true, resting: true };
  const endsEntering = (mode === CANCEL_NEWEST) === entering.time > resting.time;
  return { entering: endsEntering, resting: !endsEntering };
}
