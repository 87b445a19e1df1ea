/** The search work that commands may cause (M9): guesses, on which nothing in the state depends. */
import type { Engine } from '../matching/index.ts';
import type { UntimedCommand } from './journaled-command.ts';
import { bookSideOf } from './order-record.ts';

/** Whether `expectedSteps` of the command could be above 0: a quick look. */
export function mayBeCostly(engine: Engine, command: UntimedCommand): boolean {
  return engine.isBusy || (command.type === 'enter' && command.contingency !== 'None');
}

/** The search work that a command may cause, in steps. */
export function expectedSteps(engine: Engine, command: UntimedCommand): number {
  switch (command.type) {
    case 'enter': {
      const { ticket, quantity, contingency } = command;
      return engine.expectedSteps(ticket.securityId, bookSideOf(ticket.side), contingency === 'None' ? 0 : quantity);
    }
    case 'cancel':
    case 'replace':
    case 'decide':
      return engine.expectedStepsOf(command.orderId);
    default:
      return 0;
  }
}
