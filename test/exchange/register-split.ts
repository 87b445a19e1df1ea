import type { Accepted, Outcome } from '../../src/exchange/api/outcomes.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import type { UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import type { VenueState } from '../../src/exchange/desks/venue-state.ts';
import type { RegisterModel } from '../model/register-model.ts';
import type { ModelSplit } from '../model/register-splits.ts';

const BY_OWNER = { clientId: 'owner', byOperator: false, securityId: 7 as SecurityId } as const;

interface Walk {
  readonly state: VenueState;
  readonly model: RegisterModel;
  readonly splits: number[];
  take(command: UntimedCommand): Outcome;
}

/** A split of the security of a walk has effect at once, and its market is open. */
export function splitAt(walk: Walk, { to, from, isUp }: ModelSplit): void {
  const terms = { kind: 'split', to, from, fractions: isUp ? 'up' : 'cash', cashPrice: null } as const;
  const action = { terms, exDate: '2099-01-02', recordDate: null, payDate: null, note: null };
  const { version: actionId = 0 } = walk.take({ type: 'announceAction', ...BY_OWNER, action, most: 100 }) as Accepted;
  walk.take({ type: 'actionDue', securityId: BY_OWNER.securityId, actionId });
  walk.splits.push(walk.state.register.in(BY_OWNER.securityId).entries);
  walk.model.split({ to, from, isUp });
}
