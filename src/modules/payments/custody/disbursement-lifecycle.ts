import type { Lifecycle, Move } from '../../shared/record/index.ts';

export const DISBURSEMENT_STATUSES = [
  'pending',
  'in_review',
  'processing',
  'on_hold',
  'approved',
  'rejected',
  'scheduled',
  'completed',
  'failed',
  'terminated',
  'reopened',
] as const;

export type DisbursementStatus = (typeof DISBURSEMENT_STATUSES)[number];
type Moves = Move<DisbursementStatus, DisbursementStatus>[];

const set = (status: DisbursementStatus, from: readonly DisbursementStatus[]): Moves =>
  from.map((state) => ({ from: state, trigger: status, to: status }));

/** The triggers are the statuses that the operator sets (U8). */
export const DISBURSEMENT_LIFECYCLE: Lifecycle<DisbursementStatus, DisbursementStatus> = {
  states: DISBURSEMENT_STATUSES,
  refusals: Object.fromEntries(DISBURSEMENT_STATUSES.map((status) => [status, 190])) as Record<DisbursementStatus, 190>,
  moves: [
    ...set('in_review', ['pending']),
    ...set('processing', ['pending', 'in_review']),
    ...set('on_hold', ['in_review', 'processing']),
    ...set('approved', ['in_review', 'processing', 'on_hold']),
    ...set('rejected', ['in_review', 'processing', 'on_hold']),
    ...set('scheduled', ['approved']),
    ...set('completed', ['scheduled']),
    ...set('failed', ['scheduled']),
    ...set('terminated', ['pending', 'in_review', 'processing', 'on_hold', 'approved', 'scheduled']),
    ...set('reopened', ['rejected', 'failed']),
    ...set('pending', ['reopened']),
  ],
};
