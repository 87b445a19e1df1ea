import type { Microseconds } from '../../time/units.ts';
import type { HoldCause, OrderId, Shares, TransferRules } from '../api/index.ts';
import type { LiveOrders } from './live-orders.ts';
import type { OrderRecord } from './order-record.ts';
import type { Register } from './register/index.ts';
import { ownerIn } from './self-trade-settings.ts';
import type { TransferRecord } from './transfer-record.ts';

/** A transfer record as a snapshot keeps it; all else follows from the orders. */
export interface TransferState {
  readonly version: number;
  readonly rules: TransferRules;
  readonly updatedAt: Microseconds | null;
  /** Of a release before REGISTER_SINCE: what the register of transfer rules had, as days and quantities. */
  readonly register?: readonly (readonly [owner: string, lots: readonly (readonly [number, Shares])[]])[];
  readonly held: readonly (readonly [orderId: OrderId, cause: HoldCause])[];
  readonly deadlines: readonly (readonly [orderId: OrderId, deadline: Microseconds])[];
  readonly waived: readonly OrderId[];
  /** Orders that are held since others began to be released (M17); absent: none are being released. */
  readonly heldMeanwhile?: readonly OrderId[];
}

export function transferStateOf(record: TransferRecord): TransferState {
  const { held, version, rules, updatedAt, deadlines, waived } = record;
  const { meanwhile } = held;
  return {
    ...(meanwhile && { heldMeanwhile: meanwhile }),
    version,
    rules,
    updatedAt,
    held: held.all.map(({ orderId, held: cause }) => [orderId, cause as HoldCause]),
    deadlines: deadlines.entries(),
    waived: [...waived].sort((a, b) => a - b),
  };
}

/** @param orders those of the security, oldest first */
export function restoreTransferState(
  record: TransferRecord,
  state: TransferState,
  { orders: live, register }: { readonly orders: Pick<LiveOrders, 'known'>; readonly register: Register },
  orders: Iterable<OrderRecord>,
): void {
  record.version = state.version;
  record.updatedAt = state.updatedAt;
  record.rules = state.rules;
  const { securityId } = record;
  for (const [owner, lots] of state.register ?? []) {
    const dated = lots.map(([day, quantity]) => [day, quantity, null] as const);
    register.reportApart({ ...ownerIn(owner), securityId }, dated);
  }
  for (const [orderId, deadline] of state.deadlines) record.deadlines.set(orderId, deadline);
  for (const orderId of state.waived) record.waived.add(orderId);
  // A right that has lapsed has no deadline, although its order is held until its turn to be released comes (M17).
  for (const [orderId, cause] of state.held) record.setHeld(live.known(orderId), cause);
  record.held.restoreMeanwhile(state.heldMeanwhile);
  restoreSetAside(record, orders);
}

/**
 * Sets aside again what the orders need. While the orders are judged again (M17), `considered` and `judged` are the
 * first ids that the two walks have not reached.
 */
export function restoreSetAside(
  record: TransferRecord,
  orders: Iterable<OrderRecord>,
  considered = Infinity,
  judged = Infinity,
): void {
  record.reset();
  for (const order of orders) {
    if (order.status === 'Pending') continue;
    if (order.orderId < considered) record.consider(order);
    if (order.held === null && order.orderId < judged) record.admit(order);
  }
}
