import { violated } from '../../../invariant.ts';
import type { SecurityId } from '../../api/index.ts';
import type { Holder } from './holder.ts';
import type { Register } from './register.ts';

/** Throws InvariantViolated unless all of the register is what a replay comes to, and its sums are right. */
export function checkRegister(register: Register): void {
  let kept = 0;
  const sums = new Map<SecurityId, number>();
  const listed = new Map<SecurityId, number>();
  for (const holder of register.holders()) {
    checkHolder(holder);
    const { securityId, quantity, isListed } = holder;
    if (isListed !== register.in(securityId).sharesOf(holder) > 0)
      violated('F4', `${nameOf(holder)} is listed, or is not`);
    kept += holder.size;
    sums.set(securityId, (sums.get(securityId) ?? 0) + quantity);
    listed.set(securityId, (listed.get(securityId) ?? 0) + Number(isListed));
  }
  if (kept !== register.kept) violated('V52', `the register counts ${register.kept} entries and keeps ${kept}`);
  for (const { securityId, outside, size } of register.securities) {
    const sum = (sums.get(securityId) ?? 0) + outside;
    if (sum !== 0) violated('V52', `security ${securityId} has ${sum} shares too many`);
    if (size !== (listed.get(securityId) ?? 0)) violated('F4', `security ${securityId} lists ${size} holders`);
  }
}

function checkHolder(holder: Holder): void {
  const { quantity, cost, replayed, lots, hasPosition } = holder;
  if (replayed.quantity !== quantity)
    violated('V52', `${nameOf(holder)} has ${quantity}, a replay ${replayed.quantity}`);
  if (replayed.cost !== cost) violated('V52', `${nameOf(holder)} cost ${cost}, a replay ${replayed.cost}`);
  if (lots.total !== Math.max(0, quantity)) violated('F4', `the lots of ${nameOf(holder)} are not its shares`);
  if (hasPosition !== (quantity !== 0)) violated('V52', `${nameOf(holder)} has a position, or has none`);
}

function nameOf({ clientId, accountId, securityId }: Holder): string {
  return `${JSON.stringify([clientId, accountId])} in security ${securityId}`;
}
