/** Open orders that an act hits, as the venue counts them at that moment. */
import {
  type Desk,
  decimalText,
  type Fields,
  millionths,
  moneyText,
  OPEN_STATUSES,
  quantityText,
} from '../data/index.ts';
import type { Counted } from '../parts/index.ts';

/** The most that are added up; of more the number is shown alone. */
const ADDED_UP_MAX = 500;

/** Of a cancel: the button has the number. `where` is a filter of listAtsOrders. */
export async function countToCancel(desk: Desk, where: Fields = {}): Promise<Counted> {
  const { count, text } = await countOpenOrders(desk, where);
  return { text, yes: `Cancel ${quantityText(count)} ${count === 1 ? 'order' : 'orders'}` };
}

export async function countOpenOrders({ session }: Desk, where: Fields = {}): Promise<Counted & { count: number }> {
  const filter = JSON.stringify({ orderStatus: OPEN_STATUSES, ...where });
  const answer = await session.api.call('listAtsOrders', { limit: ADDED_UP_MAX, filter });
  const count = Number((answer.pagination as Fields).totalRecords);
  const orders = answer.ats_orders as Fields[];
  const number = `${quantityText(count)} open ${count === 1 ? 'order' : 'orders'}`;
  if (count === 0 || count > orders.length) return { count, text: `${number}.` };
  const clients = new Set(orders.map(({ clientId }) => clientId)).size;
  const of = session.capabilities.operator ? ` of ${clients} ${clients === 1 ? 'client' : 'clients'}` : '';
  const shares = orders.reduce((sum, { remainingShares }) => sum + Number(remainingShares), 0);
  const worth = orders.reduce(
    (sum, { remainingShares, sharePrice }) =>
      sum + BigInt(millionths(String(sharePrice)) ?? 0) * BigInt(Number(remainingShares)),
    0n,
  );
  const text = `${number}${of}: ${quantityText(shares)} shares, worth $${moneyText(decimalText(worth))}.`;
  return { count, text };
}
