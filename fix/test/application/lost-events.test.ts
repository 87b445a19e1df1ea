import { expect, test } from 'vitest';
import { OrderNameTable } from '../../src/application/order-names.ts';

test('requests whose events were lost are finished, and their names are free', () => {
  const table = new OrderNameTable([['b', { orderId: '17', isEnded: false, route: '' }]]);
  table.entering('n', 1);
  table.changing({ inboxId: 2, clOrdId: 'c', origClOrdId: 'b', target: { orderid: '17' }, terms: undefined });
  expect(table.lost()).toEqual([1, 2]);
  expect(['n', 'c', 'b'].map((name) => table.isTaken(name))).toEqual([false, false, true]);
  // An answer that comes later is answered already.
  expect(table.refused('n')).toBe(false);
  const order = { orderId: '17', token: 'a', change: 'cancelled', orderStatus: 'Cancelled', number_shares: '1.000000' };
  const ended = { orderId: '17', isEnded: true, route: '' };
  expect(table.take(order as never)).toEqual({
    names: { clOrdId: 'b' },
    inbox: [],
    changed: [['b', ended]],
    route: '',
  });
});

test('names of ended orders are kept, the newest 10,000 of them, and a new order may have one', () => {
  const table = new OrderNameTable([]);
  const end = (at: number) => {
    const clOrdId = `n${at}`;
    const terms = { quantity: '1', price: '1.000000' };
    const orderId = String(at);
    const order = { orderId, token: `t${at}`, number_shares: '1', price_per_share: '1.000000' };
    table.changing({ inboxId: at, clOrdId, origClOrdId: `t${at}`, target: { orderid: orderId }, terms });
    table.take({ ...order, change: 'replaced', orderStatus: 'Live' } as never);
    table.take({ ...order, change: 'filled', orderStatus: 'Executed' } as never);
  };
  for (let at = 0; at <= 10_000; at++) end(at);
  const target = (clOrdId: string) => table.targetOf({ msgType: 'F', fields: [[41, clOrdId]] }, 41, 'OrigClOrdID');
  expect([target('n0'), target('n1')]).toEqual([{ token: 'n0' }, { orderid: '1' }]);
  expect(table.isTaken('n1')).toBe(false);
  table.entering('n1', 1);
  expect(target('n1')).toEqual({ token: 'n1' });
  table.take({ orderId: '20000', token: 'n1', change: 'entered', orderStatus: 'Live' } as never);
  expect(target('n1')).toEqual({ token: 'n1' });
});
