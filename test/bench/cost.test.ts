import { expect, test } from 'vitest';
import { dearer } from '../../bench/cost/limit.ts';

const RECORDED = { cpu: 3, cpuAtRate: 4, allocated: 10_000 };

test('a cost within the tolerance, or below what is recorded, is not dearer', () => {
  expect(dearer({ cpu: 3.59, cpuAtRate: 5.19, allocated: 10_499 }, RECORDED)).toEqual([]);
  expect(dearer({ cpu: 1, cpuAtRate: 1, allocated: 1 }, RECORDED)).toEqual([]);
});

test('each cost above the tolerance is named with its limit', () => {
  expect(dearer({ cpu: 3.61, cpuAtRate: 5.21, allocated: 10_501 }, RECORDED)).toEqual([
    'cpu of an order is 3.61, at most 3.60',
    'cpuAtRate of an order is 5.21, at most 5.20',
    'allocated of an order is 10501.00, at most 10500.00',
  ]);
});

test('nothing recorded is no room', () => {
  expect(dearer({ cpu: 1, cpuAtRate: 1, allocated: 1 }, { cpu: 0, cpuAtRate: 0, allocated: 0 })).toHaveLength(3);
});
