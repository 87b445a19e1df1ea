import type { Method } from '../../http/methods/index.ts';
import { approveAction } from './approve-action.ts';
import { getAction } from './get-action.ts';
import { getPendingActions } from './get-pending-actions.ts';
import { rejectAction } from './reject-action.ts';
import type { ApprovalServices, TwoPersonApproval } from './two-person-approval.ts';

/** The methods with which operators approve each other's calls (C81 to C85). */
export function twoPersonApprovalModule(services: ApprovalServices, approvals: TwoPersonApproval): Method[] {
  return [getPendingActions(services), getAction(services), approveAction(services, approvals), rejectAction(services)];
}
