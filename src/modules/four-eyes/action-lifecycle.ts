/** What may become of an action that waits for a second operator (C83). */
import type { Lifecycle } from '../shared/lifecycle.ts';

export const ACTION_STATES = ['Pending', 'Approved', 'Done', 'Refused', 'Rejected', 'Expired', 'Interrupted'] as const;

export type ActionState = (typeof ACTION_STATES)[number];

export type ActionTrigger =
  /** A second operator wants it: approveAction. Approved is the moment in which it is done. */
  | 'approve'
  /** A second operator does not, or the one who asked takes it back: rejectAction. */
  | 'reject'
  /** It was done, or the method refused it. */
  | 'done'
  | 'refused'
  /** Nobody decided in time. */
  | 'expire'
  /** A crash left open whether it was done, and it cannot be done a second time without harm. */
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
