/** What a contra order came to (Z7). */
import { expect, test } from 'vitest';
import type { MatchView, OrderId, OrderStatus, OrderView } from '../../../src/exchange/api/index.ts';
import { withFill } from '../../../src/modules/sandbox/index.ts';
import { MapHistory } from '../ats/fakes.ts';

const [OWN, OTHER, CONTRA] = [7, 8, 9] as const;

/** A contra order of 2,600 shares fills 900 of another order and then 1,600 of the order it is for, one by one. */
function outcomeAs(status: OrderStatus) {
  const history = new MapHistory();
  const order = { orderId: CONTRA, quantity: 2600, remaining: 100, updatedAt: 9000, status } as unknown as OrderView;
  history.orders.set(CONTRA, order);
  for (let index = 0; index < 2500; index++) {
    const buyOrderId = index < 900 ? OTHER : OWN;
    const match = { matchId: 100 + index, quantity: 1, time: index, buyOrderId, sellOrderId: CONTRA };
    history.matches.set(match.matchId, match as unknown as MatchView);
  }
  const exchange = { recentOrder: () => undefined, amendmentsOf: () => new Map() };
  const answer = { orderDetails: { orderId: String(CONTRA) } };
  return withFill({ exchange: exchange as never, history }, answer, OWN as number as OrderId);
}

test('it counts all of its matches, also past the first page of them', async () => {
  const fill = { reached: '1600', others: '900', left: '100', cancelled: '0' };
  expect(await outcomeAs('Partially Executed')).toEqual({ fill, orderDetails: { orderId: String(CONTRA) } });
});

test('the shares that ended with it are cancelled and not left', async () => {
  expect(await outcomeAs('Cancelled')).toMatchObject({ fill: { left: '0', cancelled: '100' } });
});
