import type { HolderName, SecurityId } from '../api/index.ts';
import { minus, type Units, type VenueRecords } from '../records/index.ts';

export type Whose = HolderName & { readonly securityId: SecurityId };

/**
 * What a holder has without what its live orders sell: O(n) of the live orders of its client in the security.
 * @param most of these that are looked at, the oldest first
 */
export function freeOf(
  { register, orders }: VenueRecords,
  { securityId, clientId, accountId }: Whose,
  most = Infinity,
): Units {
  let offered = 0;
  let left = most;
  for (let order = orders.firstOf(clientId, securityId); order !== null && left > 0; order = order.clientAfter) {
    left--;
    if (order.ticket.accountId === accountId && order.ticket.side === 'sell') offered += order.remaining;
  }
  return minus(register.heldBy({ securityId, clientId, accountId }), { quantity: offered, rest: 0 });
}
