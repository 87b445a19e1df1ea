import { expect } from 'vitest';
import type { ActionTerms } from '../../src/exchange/api/corporate-actions.ts';
import type { Outcome } from '../../src/exchange/api/outcomes.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import type { UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import type { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { inMillionths } from '../../src/exchange/records/register/units.ts';
import type { RegisterModel } from '../model/register-model.ts';
import { type ModelSplit, termsOfSplit } from '../model/register-splits.ts';

const BY_OWNER = { clientId: 'owner', byOperator: false, securityId: 7 as SecurityId } as const;

interface Walk {
  readonly state: VenueState;
  readonly model: RegisterModel;
  readonly splits: number[];
  take(command: UntimedCommand): Outcome;
}

/** A split of the security of a walk has effect at once, and its market is open. */
export function splitAt(walk: Walk, { to, from, isUp, keepsParts = false }: ModelSplit): void {
  const split = { to, from, isUp, keepsParts };
  if (takeEffect(walk, { kind: 'split', ...termsOfSplit(split) })) walk.model.split(split);
}

interface Redeemed {
  /** Of `from` shares. */
  readonly to: number;
  readonly from: number;
  /** In the treasury. */
  readonly isKept: boolean;
}

/** As splitAt, of a redemption. */
export function redeemAt(walk: Walk, { to, from, isKept }: Redeemed): void {
  const sums = () => walk.state.register.in(BY_OWNER.securityId);
  const treasury = inMillionths(sums().treasury);
  const before = walk.model.units;
  takeEffect(walk, {
    ...{ kind: 'redemption', redeemed: { to, from }, price: 1_000_000 },
    into: isKept ? 'treasury' : 'cancelled',
  });
  walk.model.split({ to: from - to, from, isUp: false, isRedemption: true });
  expect(inMillionths(sums().treasury)).toBe(treasury + (isKept ? before - walk.model.units : 0n));
}

/** False: the splits together would give too much. */
function takeEffect(walk: Walk, terms: ActionTerms): boolean {
  const action = { terms, exDate: '2099-01-02', recordDate: null, payDate: null, note: null };
  const announced = walk.take({ type: 'announceAction', ...BY_OWNER, action, most: 100 });
  if (!announced.ok) {
    expect(announced.refusal).toBe('ratios are too large');
    return false;
  }
  const { version: actionId = 0 } = announced;
  walk.take({ type: 'actionDue', securityId: BY_OWNER.securityId, actionId });
  walk.splits.push(walk.state.register.in(BY_OWNER.securityId).entries);
  return true;
}
