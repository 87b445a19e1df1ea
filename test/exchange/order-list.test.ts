import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OrderList } from '../../src/exchange/records/order-list.ts';
import type { OrderRecord } from '../../src/exchange/records/order-record.ts';

test('keeps what was added and not deleted, in the order of adding', () => {
  const property = fc.property(fc.array(fc.nat({ max: 30 }), { maxLength: 150 }), (steps) => {
    const list = new OrderList();
    const expected = new Set<OrderRecord>();
    const known = new Map<number, OrderRecord>();
    for (const orderId of steps) {
      const order =
        known.get(orderId) ??
        ({ orderId, ticket: { expiration: orderId % 2 === 0 ? 'Day' : 'GTC', expirationDate: null } } as OrderRecord);
      known.set(orderId, order);
      // An order that is in the list leaves it; one that has left may come again.
      if (expected.delete(order)) list.delete(order);
      else {
        list.add(order);
        expected.add(order);
      }
      expect([...list]).toEqual([...expected]);
      expect(list.expiring).toBe([...expected].filter((one) => one.orderId % 2 === 0).length);
    }
  });
  fc.assert(property, { numRuns: 200, seed: 1 });
});
