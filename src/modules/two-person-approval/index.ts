export { TwoPersonApproval } from './two-person-approval.ts';
export { twoPersonApprovalModule } from './two-person-approval-module.ts';
