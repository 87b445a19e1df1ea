/** What must hold of each match, and of all matches of an execution. */
import { violated } from '../../invariant.ts';
import type { OrderId, Records, Ref, Shares } from '../store/index.ts';

/** M2, M3. */
export function checkMatch(records: Records, initiator: Ref, contra: Ref, quantity: Shares): void {
  if (records.rank(initiator) + records.rank(contra) > 0) broken(records.orderId(contra), 'does not cross');
  if (quantity < records.leastFill(contra) || quantity > records.remaining(contra))
    broken(records.orderId(contra), `cannot be filled by ${quantity} shares`);
  if (quantity > records.remaining(initiator))
    broken(records.orderId(initiator), 'is filled with more shares than it has');
}

/** M3: @param owed shares of its least fill that the matches of the execution have not given */
export function checkExecution(records: Records, initiator: Ref, owed: Shares): void {
  if (owed > 0) broken(records.orderId(initiator), `is filled by ${owed} shares less than it accepts`);
}

function broken(orderId: OrderId, statement: string): never {
  violated('M3', `order ${orderId} ${statement}`);
}
