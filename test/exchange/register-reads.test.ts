/** The register as it is read in pages (F14, F15), after whatever moves shares. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { holderHistory } from '../../src/exchange/records/register/holder-history.ts';
import { registerPage } from '../../src/exchange/records/register/register-pages.ts';
import { runs } from '../support/thorough.ts';
import { readHistory, readRegister } from './register-readings.ts';
import { NAMES, step, WHOSE } from './register-steps.ts';
import { RegisterWalk } from './register-walk.ts';
import { DOLLAR } from './venue.ts';

const SEVEN = 7 as SecurityId;
const whoseOf = (name: string) => ({ ...WHOSE[name]!, securityId: SEVEN });
const max = fc.record({ holders: fc.integer({ min: 1, max: 3 }), lots: fc.integer({ min: 1, max: 4 }) });

test('pages of any size add up after generated walks, and name the trades of issues', () => {
  let [issues, matches] = [0, 0];
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }),
      fc.integer({ min: 1, max: 4 }),
      max,
      (steps, limit, most) => {
        const walk = new RegisterWalk();
        for (const one of steps) walk.play(one);
        const { register } = walk.state;
        readRegister(register, SEVEN, most);
        for (const name of NAMES.filter((one) => register.find(whoseOf(one)) !== undefined)) {
          for (const { cause, quantity, rest } of readHistory(register, whoseOf(name), limit)) {
            if (cause.type === 'match') {
              matches++;
              const match = walk.model.matches.find((one) => one.matchId === cause.matchId)!;
              expect([Math.abs(quantity), cause.price]).toEqual([match.quantity, match.price]);
              expect(cause.isPending).toBe(match.state === 'PENDING');
            } else if (cause.type === 'issue') {
              issues++;
              const issue = walk.model.issues.find((one) => one.tradeId === cause.tradeId)!;
              expect([issue.holder, issue.units, issue.isTakenBack]).toEqual([
                name,
                BigInt(quantity) * 1_000_000n + BigInt(rest),
                false,
              ]);
            }
          }
        }
      },
    ),
    { numRuns: runs(60, 1000), seed: 43 },
  );
  expect(Math.min(issues, matches)).toBeGreaterThan(runs(100, 100));
});

test('an entry that goes between two pages takes no other one along', () => {
  const walk = new RegisterWalk();
  for (const quantity of [10, 20, 30, 40]) walk.trade('a', 'b', quantity, 10 * DOLLAR);
  const read = (after: Parameters<typeof holderHistory>[2]['after']) =>
    holderHistory(walk.state.register.find(whoseOf('a'))!, walk.state.register.issues, { after, limit: 2 });
  const first = read(null);
  expect(first.entries.map(({ quantity }) => quantity)).toEqual([10, 20]);
  for (const match of walk.model.matches.slice(1, 3)) walk.bust(match);
  const second = read(first.next);
  expect(second.entries.map(({ quantity, after }) => [quantity, after.quantity])).toEqual([[40, 50]]);
  expect(second.next).toBe(null);
});

test('who trades with itself has two entries of one match, each on its page', () => {
  const walk = new RegisterWalk();
  walk.trade('a', 'a', 10, 10 * DOLLAR);
  const entries = readHistory(walk.state.register, whoseOf('a'), 1);
  expect(entries.map(({ quantity, entry }) => [quantity, entry])).toEqual([
    [10, 1],
    [-10, 1],
  ]);
});

test('a report begins the history, with its number', () => {
  const walk = new RegisterWalk();
  walk.trade('a', 'b', 10, 10 * DOLLAR);
  walk.position('a', 70, 3 * DOLLAR);
  walk.trade('b', 'a', 20, 5 * DOLLAR);
  const { register } = walk.state;
  const { opening, entries } = holderHistory(register.find(whoseOf('a'))!, register.issues, { after: null, limit: 9 });
  expect(opening).toMatchObject({ quantity: 70, cost: 210 * DOLLAR, report: 2 });
  expect(entries.map(({ entry, quantity }) => [entry, quantity])).toEqual([[3, -20]]);
});

test('a page goes through a bounded number of entries, whatever is kept of its holders', () => {
  const walk = new RegisterWalk();
  const { register } = walk.state;
  let matches = 0;
  const trade = (buyer: string, seller: string) => {
    const [buy, sell] = [buyer, seller].map((name) => ({ ticket: whoseOf(name), holder: null }));
    register.match(buy!, sell!, { matchId: (++matches * 100) as never, price: DOLLAR, quantity: 1 }, 1);
  };
  for (const name of ['a', 'a/x', 'b']) for (let count = 0; count < 9000; count++) trade(name, 'c/y');
  const holders = register.in(SEVEN);
  const most = { holders: 100, lots: 1000 };
  const { next, holders: page } = registerPage(holders, null, most);
  expect([page.length, next]).toEqual([2, { clientId: 'a', accountId: 'x', lots: null }]);
  expect(registerPage(holders, next, most)).toMatchObject({
    holders: [{ clientId: 'b' }, { clientId: 'c' }],
    next: null,
  });
});
