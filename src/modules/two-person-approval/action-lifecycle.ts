/** The states of an action that needs a second operator (C83). */
import type { Lifecycle } from '../shared/record/index.ts';

export const ACTION_STATES = ['Pending', 'Approved', 'Done', 'Refused', 'Rejected', 'Expired', 'Interrupted'] as const;

export type ActionState = (typeof ACTION_STATES)[number];

export type ActionTrigger =
  /** A second operator approves it: approveAction. Approved: the method is being called. */
  | 'approve'
  /** A second operator rejects it, or the operator who asked withdraws it: rejectAction. */
  | 'reject'
  /** The method has succeeded or refused. */
  | 'done'
  | 'refused'
  /** The time to decide is over. */
  | 'expire'
  /** A crash left the outcome unknown, and the method cannot safely be called again. */
  | 'interrupt';

export const ACTION_LIFECYCLE: Lifecycle<ActionState, ActionTrigger> = {
  states: ACTION_STATES,
  refusals: { approve: 190, reject: 190, done: 190, refused: 190, expire: 190, interrupt: 190 },
  moves: [
    { from: 'Pending', trigger: 'approve', to: 'Approved' },
    { from: 'Pending', trigger: 'reject', to: 'Rejected' },
    { from: 'Pending', trigger: 'expire', to: 'Expired' },
    { from: 'Approved', trigger: 'done', to: 'Done' },
    { from: 'Approved', trigger: 'refused', to: 'Refused' },
    { from: 'Approved', trigger: 'interrupt', to: 'Interrupted' },
  ],
};
