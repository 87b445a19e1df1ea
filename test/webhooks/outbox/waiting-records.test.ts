import { expect, test } from 'vitest';
import { WaitingRecords } from '../../../src/webhooks/outbox/waiting-records.ts';

const delivery = (id: string, ...about: number[]) => ({ id, target: { id: 'W1' }, about });

test('deliveries about an order wait for the first of them, over all of their orders', () => {
  const orders = new WaitingRecords();
  orders.putFirst(delivery('failed', 7), 100);
  expect(orders.waitsForMs(delivery('failed', 7))).toBeUndefined();
  expect(orders.waitsForMs(delivery('later', 7, 8))).toBe(100);
  orders.putLast(delivery('later', 7, 8), 200);
  expect(orders.waitsForMs(delivery('last', 8))).toBe(200);
  expect(orders.waitsForMs(delivery('another', 9))).toBeUndefined();
  orders.remove(delivery('failed', 7));
  expect(orders.waitsForMs(delivery('later', 7, 8))).toBeUndefined();
  orders.remove(delivery('later', 7, 8));
  expect([orders.waitsForMs(delivery('last', 8)), orders.isEmpty]).toEqual([undefined, true]);
});

test('one that failed again goes before those that came meanwhile, and who waits keeps its place', () => {
  const orders = new WaitingRecords();
  orders.putLast(delivery('second', 7), 200);
  orders.putLast(delivery('third', 7), 300);
  orders.putFirst(delivery('first', 7), 100);
  orders.putLast(delivery('second', 7), 400);
  for (const [id, dueMs] of [
    ['first', 400],
    ['second', 300],
  ] as const) {
    orders.remove(delivery(id, 7));
    expect(orders.waitsForMs(delivery('newest', 7))).toBe(dueMs);
  }
});

test('orders of other registrations are nothing to it', () => {
  const orders = new WaitingRecords();
  orders.putFirst(delivery('failed', 7), 100);
  expect(orders.waitsForMs({ ...delivery('other', 7), target: { id: 'W2' } })).toBeUndefined();
});

test('each of 40,000 deliveries about one record costs about the same', { timeout: 5000 }, () => {
  const orders = new WaitingRecords();
  const all = Array.from({ length: 40_000 }, (_, index) => delivery(`d${index}`, 7));
  for (const one of all) orders.putLast(one, 100);
  for (const one of all) {
    if (orders.waitsForMs(one) !== undefined) expect.unreachable();
    orders.remove(one);
  }
  expect(orders.isEmpty).toBe(true);
});
