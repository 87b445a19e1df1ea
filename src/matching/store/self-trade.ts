import { CANCEL_BOTH, CANCEL_NEWEST, NO_PREVENTION, NOBODY } from './order.ts';
import type { Records, Ref } from './records.ts';

/** M15: whether the two orders, one of each side, never see each other. */
export function mustNotTrade(records: Records, a: Ref, b: Ref): boolean {
  const owner = records.owner(a);
  if (owner === NOBODY || owner !== records.owner(b)) return false;
  return records.mode(a) !== NO_PREVENTION || records.mode(b) !== NO_PREVENTION;
}

/** M15: which of two orders that must not trade are cancelled when one of them enters. */
export function cancelledOf(
  records: Records,
  entering: Ref,
  resting: Ref,
): { readonly entering: boolean; readonly resting: boolean } {
  const mode = records.mode(entering) === NO_PREVENTION ? records.mode(resting) : records.mode(entering);
  if (mode === CANCEL_BOTH) return { entering: true, resting: true };
  const endsEntering = (mode === CANCEL_NEWEST) === records.joined(entering) > records.joined(resting);
  return { entering: endsEntering, resting: !endsEntering };
}
