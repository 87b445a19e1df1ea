/** What must hold of each match, and of all matches of an execution. */
import { violated } from '../../invariant.ts';
import { mustNotTrade, type OrderId, type Price, type Records, type Ref, type Shares } from '../store/index.ts';

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

/** Q2, Q4: of a match of an auction, whose least fills the computation has checked. */
export function checkAuctionMatch(records: Records, buy: Ref, sell: Ref, price: Price, quantity: Shares): void {
  const id = records.orderId(buy);
  if (price > records.price(buy) || price < records.price(sell))
    violated('Q2', `order ${id} trades at a price worse than a limit`);
  if (!(quantity >= 1 && quantity <= records.remaining(buy) && quantity <= records.remaining(sell)))
    violated('Q2', `order ${id} is matched for ${quantity} shares, more than remain`);
  if (mustNotTrade(records, buy, sell)) violated('Q4', `order ${id} meets an order of its owner`);
}

function broken(orderId: OrderId, statement: string): never {
  violated('M3', `order ${orderId} ${statement}`);
}
