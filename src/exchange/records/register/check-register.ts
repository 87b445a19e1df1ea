import { violated } from '../../../invariant.ts';
import type { SecurityId } from '../../api/index.ts';
import type { Holder } from './holder.ts';
import type { Register } from './register.ts';
import { replayed, restsOnFold } from './replay.ts';
import { inMillionths, signOf } from './units.ts';

/** Throws InvariantViolated unless all of the register is what a replay comes to, and its sums are right. */
export function checkRegister(register: Register): void {
  let kept = 0;
  const sums = new Map<SecurityId, bigint>();
  const listed = new Map<SecurityId, number>();
  const pending = new Map<SecurityId, number>();
  const longs = new Map<SecurityId, number>();
  for (const holder of register.holders()) {
    checkHolder(holder);
    const { securityId, isListed, isOpen } = holder;
    if (isListed !== signOf(register.in(securityId).unitsOf(holder)) > 0)
      violated('F4', `${nameOf(holder)} is listed, or is not`);
    if (isOpen !== (!isListed && (signOf(holder) !== 0 || holder.pending !== 0)))
      violated('F14', `${nameOf(holder)} is open, or is not`);
    kept += holder.size;
    sums.set(securityId, (sums.get(securityId) ?? 0n) + inMillionths(holder));
    pending.set(securityId, (pending.get(securityId) ?? 0) + holder.pending);
    longs.set(securityId, (longs.get(securityId) ?? 0) + Math.max(0, holder.quantity));
    listed.set(securityId, (listed.get(securityId) ?? 0) + Number(isListed));
  }
  if (kept !== register.kept) violated('V52', `the register counts ${register.kept} entries and keeps ${kept}`);
  const issued = register.issues.sums();
  for (const holders of register.securities) {
    const { securityId, outside, unissued, byActions, treasury, size, pending: counted } = holders;
    if (holders.long !== (longs.get(securityId) ?? 0))
      violated('V52', `security ${securityId} counts ${holders.long} shares of holders`);
    if (counted !== (pending.get(securityId) ?? 0)) violated('F14', `security ${securityId} counts ${counted} pending`);
    const others = [outside, unissued, byActions, treasury].reduce((all, units) => all + inMillionths(units), 0n);
    const sum = (sums.get(securityId) ?? 0n) + others;
    if (sum !== 0n) violated('V52', `security ${securityId} has ${sum} millionths of a share too many`);
    if ((issued.get(securityId) ?? 0n) + inMillionths(unissued) < 0n)
      violated('F12', `${securityId} has issues too many`);
    if ((issued.get(securityId) ?? 0n) !== inMillionths(register.issues.unitsIn(securityId)))
      violated('F12', `security ${securityId} has issued another sum`);
    if (size !== (listed.get(securityId) ?? 0)) violated('F4', `security ${securityId} lists ${size} holders`);
  }
}

function checkHolder(holder: Holder): void {
  const { quantity, rest, cost, lots, hasPosition, kept } = holder;
  const again = replayed(kept);
  if (again.quantity !== quantity || again.rest !== rest)
    violated('V52', `${nameOf(holder)} has ${quantity} and ${rest}, a replay ${again.quantity} and ${again.rest}`);
  if (again.cost !== cost) violated('V52', `${nameOf(holder)} cost ${cost}, a replay ${again.cost}`);
  if (holder.isFolded !== restsOnFold(kept))
    violated('V52', `the cost of ${nameOf(holder)} rests on a fold, or does not`);
  if (inMillionths(lots.units) !== (signOf(holder) > 0 ? inMillionths(holder) : 0n))
    violated('F4', `the lots of ${nameOf(holder)} are not its shares`);
  if (hasPosition !== (quantity !== 0)) violated('V52', `${nameOf(holder)} has a position, or has none`);
}

/** Of the holders that are two, this many are named. */
const NAMED_MAX = 100;

/** The holders whose position and register of transfer rules are still two (F4), in sentences for a person. */
export function holdersApart(register: Register): readonly string[] {
  const apart = [...register.holders()].filter((holder) => holder.apart !== null);
  const named = apart.slice(0, NAMED_MAX).map((holder) => {
    const { quantity, apart: other } = holder;
    return `register: ${nameOf(holder)} has a position of ${quantity}, and ${other!.total} by its transfer rules`;
  });
  const more = apart.length - named.length;
  return more === 0 ? named : [...named, `register: the same of ${more} more`];
}

function nameOf({ clientId, accountId, securityId }: Holder): string {
  return `${JSON.stringify([clientId, accountId])} in security ${securityId}`;
}
