import type { Method } from '../../http/methods/index.ts';
import { approveAction } from './approve-action.ts';
import type { FourEyes, FourEyesServices } from './four-eyes.ts';
import { getAction } from './get-action.ts';
import { getPendingActions } from './get-pending-actions.ts';
import { rejectAction } from './reject-action.ts';

/** What operators decide about each other's calls (C81 to C85). */
export function fourEyesModule(services: FourEyesServices, fourEyes: FourEyes): Method[] {
  return [getPendingActions(services), getAction(services), approveAction(services, fourEyes), rejectAction(services)];
}
