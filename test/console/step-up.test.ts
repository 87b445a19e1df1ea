import { expect, test } from 'vitest';
import { stepUp } from '../../src/console/app/data/step-up.ts';

test('actions that wait for one sign-in show what each moves, until it is answered', async () => {
  const asked = [stepUp.ask('1500.000000'), stepUp.ask(undefined), stepUp.ask('20.5')];
  expect(stepUp.sums).toEqual(['$1,500.00', '$20.50']);
  stepUp.answer(true);
  expect(await Promise.all(asked)).toEqual([true, true, true]);
  expect([stepUp.isAsked, stepUp.sums]).toEqual([false, []]);
});
