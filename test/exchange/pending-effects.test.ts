import { expect, test } from 'vitest';
import { NO_ORDER, type SecurityId } from '../../src/exchange/api/units.ts';
import { PendingEffects } from '../../src/exchange/records/pending-effects.ts';

const [FROM, INTO, OTHER] = [7, 8, 9] as SecurityId[] as [SecurityId, SecurityId, SecurityId];

test('neither book trades until a conversion has reached all holders, also between its slices (R13)', () => {
  const pending = new PendingEffects();
  let holders = 3;
  pending.handlers = { perform: () => {}, step: () => Number(holders-- > 0), onSlice: () => {} };
  const waiting = () => [FROM, INTO, OTHER].filter((bookId) => pending.mustWait(bookId));
  pending.begin('', 2, undefined);
  pending.add(FROM, { type: 'split', next: NO_ORDER, actionId: 1, into: INTO });
  pending.perform(FROM);
  expect([holders, waiting()]).toEqual([1, [FROM, INTO]]);
  pending.begin('', 2, undefined);
  pending.resume();
  expect([holders, waiting()]).toEqual([-1, []]);
});
