import { expect, test } from 'vitest';
import { Owners } from '../../src/exchange/records/self-trade-settings.ts';

test('an owner keeps its number, and no other has it (M15)', () => {
  const owners = new Owners();
  const ids = [null, 'A1', 'A2', 'C1'];
  const whose = ['C1', 'C2', 'A1'].flatMap((clientId) => ids.map((accountId) => ({ clientId, accountId })));
  const numbers = whose.map((one) => owners.numberOf(one));
  expect(new Set(numbers).size).toBe(whose.length);
  expect(Math.min(...numbers)).toBeGreaterThan(0);
  expect(whose.map((one) => owners.numberOf(one))).toEqual(numbers);
});
