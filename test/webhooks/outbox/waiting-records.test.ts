import { expect, test } from 'vitest';
import { WaitingRecords } from '../../../src/webhooks/outbox/waiting-records.ts';

const letter = (id: string, ...about: number[]) => ({ id, target: { id: 'W1' }, about });

test('letters about an order wait for the first of them, over all of their orders', () => {
  const orders = new WaitingRecords();
  orders.putFirst(letter('failed', 7), 100);
  expect(orders.waitsForMs(letter('failed', 7))).toBeUndefined();
  expect(orders.waitsForMs(letter('later', 7, 8))).toBe(100);
  orders.putLast(letter('later', 7, 8), 200);
  expect(orders.waitsForMs(letter('last', 8))).toBe(200);
  expect(orders.waitsForMs(letter('another', 9))).toBeUndefined();
  orders.remove(letter('failed', 7));
  expect(orders.waitsForMs(letter('later', 7, 8))).toBeUndefined();
  orders.remove(letter('later', 7, 8));
  expect([orders.waitsForMs(letter('last', 8)), orders.isEmpty]).toEqual([undefined, true]);
});

test('one that failed again goes before those that came meanwhile, and who waits keeps its place', () => {
  const orders = new WaitingRecords();
  orders.putLast(letter('second', 7), 200);
  orders.putLast(letter('third', 7), 300);
  orders.putFirst(letter('first', 7), 100);
  orders.putLast(letter('second', 7), 400);
  for (const [id, dueMs] of [
    ['first', 400],
    ['second', 300],
  ] as const) {
    orders.remove(letter(id, 7));
    expect(orders.waitsForMs(letter('newest', 7))).toBe(dueMs);
  }
});

test('orders of other registrations are nothing to it', () => {
  const orders = new WaitingRecords();
  orders.putFirst(letter('failed', 7), 100);
  expect(orders.waitsForMs({ ...letter('other', 7), target: { id: 'W2' } })).toBeUndefined();
});
