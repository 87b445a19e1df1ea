import { expect, test } from 'vitest';
import { OrderNameTable } from '../../src/application/order-names.ts';

test('requests whose events were lost are finished, and their names are free', () => {
  const table = new OrderNameTable([['b', '17']]);
  table.entering('n', 1);
  table.changing({ inboxId: 2, clOrdId: 'c', origClOrdId: 'b', target: { orderid: '17' }, terms: undefined });
  expect(table.lost()).toEqual([1, 2]);
  expect(['n', 'c', 'b'].map((name) => table.isTaken(name))).toEqual([false, false, true]);
  // An answer that comes later is answered already.
  expect(table.refused('n')).toBe(false);
  const order = { orderId: '17', token: 'a', change: 'cancelled', orderStatus: 'Cancelled', number_shares: '1.000000' };
  expect(table.take(order as never)).toEqual({ names: { clOrdId: 'b' }, inbox: [], changed: [['b', undefined]] });
});
