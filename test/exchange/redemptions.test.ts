/** Redemptions (R12): the worked examples of docs/venue/corporate-actions.md, and the orders that end. */
import { describe, expect, test } from 'vitest';
import type { RedemptionTerms } from '../../src/exchange/api/corporate-actions.ts';
import { cashForTaken, type Rounded, sharesAfter } from '../../src/exchange/api/ratios.ts';
import { Lots } from '../../src/exchange/records/register/lots.ts';
import { heldAfter } from '../../src/exchange/records/register/splits.ts';
import { inMillionths } from '../../src/exchange/records/register/units.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { announce, endedByAction, ID } from './corporate-actions.ts';
import { redeemAt, splitAt } from './register-split.ts';
import { RegisterWalk } from './register-walk.ts';
import { moveTo, restart } from './sessions.ts';
import { DOLLAR, openVenue, order, security } from './venue.ts';

const taking = (part: number, of: number): Rounded => ({
  ...{ to: of - part, from: of, fractions: 'cash', cause: 'redemption' },
});
const ONE_OF_FOUR = taking(1, 4);
const redemption = (over: Partial<RedemptionTerms> = {}): RedemptionTerms => ({
  ...{ kind: 'redemption', redeemed: { to: 1, from: 4 }, price: 12 * DOLLAR, into: 'cancelled' },
  ...over,
});

describe('examples', () => {
  test('18: lots of 60 and 40 shares, 1:4 at 12.00', () => {
    const lots = new Lots([
      [1, 60, 600 * DOLLAR, 0, 'match', 1],
      [2, 40, 400 * DOLLAR, 0, 'match', 2],
    ]);
    lots.split(ONE_OF_FOUR);
    expect(lots.all).toEqual([
      [1, 45, 450 * DOLLAR, 0, 'match', 1],
      [2, 30, 300 * DOLLAR, 0, 'match', 2],
    ]);
    const held = { quantity: 100, rest: 0, cost: 1000 * DOLLAR };
    expect(heldAfter(held, ONE_OF_FOUR)).toEqual({ quantity: 75, rest: 0, cost: 750 * DOLLAR });
    expect(cashForTaken(held, sharesAfter(held, ONE_OF_FOUR), 12 * DOLLAR)).toBe(BigInt(300 * DOLLAR));
  });

  test('19: 3 shares, 1:4: less than a share is redeemed', () => {
    expect(sharesAfter({ quantity: 3, rest: 0 }, ONE_OF_FOUR)).toEqual({ quantity: 3, rest: 0 });
  });

  test('20: 10.5 shares, all at 12.00', () => {
    const [held, all] = [{ quantity: 10, rest: 500_000, cost: 105 * DOLLAR }, taking(1, 1)];
    expect(heldAfter(held, all)).toEqual({ quantity: 0, rest: 0, cost: 0 });
    expect(cashForTaken(held, sharesAfter(held, all), 12 * DOLLAR)).toBe(BigInt(126 * DOLLAR));
  });

  test('21: 100 bought, then 1:2, then the match is corrected to 90, and busted', () => {
    const walk = new RegisterWalk();
    walk.trade('a', 'b', 100, 10 * DOLLAR);
    redeemAt(walk, { to: 1, from: 2, isKept: true });
    expect(walk.of('a')).toEqual({ quantity: 50, cost: 500 * DOLLAR });
    walk.adjust(walk.model.matches[0], 9 * DOLLAR, 90);
    expect(walk.of('a')).toEqual({ quantity: 45, cost: 405 * DOLLAR });
    walk.bust(walk.model.matches[0]);
    expect(walk.of('a')).toEqual({ quantity: 0, cost: 0 });
    walk.expectReplayed();
    walk.expectSound();
  });
});

test('the value of a holder is the same to the millionth, cash included', () => {
  for (const [part, of] of [
    [1, 1],
    [1, 4],
    [2, 3],
    [999, 1000],
  ] as const) {
    for (const quantity of [1, 9, 105, -105, 99_999, 1_000_003]) {
      for (const rest of [0, 123_456]) {
        const [before, price] = [{ quantity, rest }, 17_333_331];
        const after = sharesAfter(before, taking(part, of));
        const cash = cashForTaken(before, after, price);
        const lost = (inMillionths(before) - inMillionths(after)) * BigInt(price) - cash * 1_000_000n;
        // Parts of a share are in a redemption of all alone: their cash is rounded by its size.
        if (part < of || rest === 0) expect(lost).toBe(0n);
        expect(lost < 1_000_000n && lost > -1_000_000n).toBe(true);
      }
    }
  }
});

test('a split multiplies what is in the treasury, without parts of a share', () => {
  const walk = new RegisterWalk();
  walk.holding('a', [{ ago: 40, quantity: 10, rest: 0 }]);
  redeemAt(walk, { to: 1, from: 2, isKept: true });
  splitAt(walk, { to: 3, from: 2, isUp: true });
  const { treasury, byActions } = walk.state.register.in(ID);
  expect([treasury.quantity, byActions.quantity, walk.of('a').quantity]).toEqual([7, -5, 8]);
  walk.play({ do: 'restart' });
  expect(walk.state.register.in(ID).treasury.quantity).toBe(7);
  walk.expectSound();
});

describe('orders', () => {
  test('of a redemption of a part stay as they are', async () => {
    const folder = temporaryFolder();
    const venue = openVenue({ folder });
    await venue.exchange.submit(security());
    await venue.exchange.submit(order({ expiration: 'GTC', quantity: 30 }));
    await announce(venue, { terms: redemption() });
    await moveTo(venue, '2026-11-23T14:30:00Z');
    expect(endedByAction(venue.events)).toEqual([]);
    expect(venue.exchange.actions(ID, 9, 9)[0]?.state).toBe('effective');
    const after = await restart(venue, folder, '2026-11-23T14:31:00Z');
    expect(after.exchange.security(ID)?.market).toBe('open');
  });

  test('of a redemption of all end with the reason', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    await venue.exchange.submit(security());
    await venue.exchange.submit(order({ expiration: 'GTC', quantity: 30 }));
    await announce(venue, { terms: redemption({ redeemed: { to: 1, from: 1 } }) });
    await moveTo(venue, '2026-11-23T14:30:00Z');
    expect(endedByAction(venue.events).map(({ reason }) => reason)).toEqual([
      'redemption of all shares: no shares are left to trade',
    ]);
  });
});

test('units that a redemption took are not taken back (R5)', () => {
  const walk = new RegisterWalk();
  walk.issue('a', 100_000_000, 1000 * DOLLAR, 0);
  redeemAt(walk, { to: 1, from: 4, isKept: false });
  walk.takeBack(walk.model.issues[0]);
  expect(walk.of('a')).toMatchObject({ quantity: 75 });
  walk.expectSound();
});

test('units are not taken back when the shares that they made with others by a split are sold', () => {
  const walk = new RegisterWalk();
  walk.issue('a', 9_000_000, 90 * DOLLAR, 0);
  walk.issue('a', 9_000_000, 90 * DOLLAR, 0);
  splitAt(walk, { to: 1, from: 10, isUp: false });
  walk.trade('b', 'a', 1, 100 * DOLLAR);
  expect(walk.of('a')).toMatchObject({ quantity: 0 });
  walk.takeBack(walk.model.issues[0]);
  expect(walk.of('a')).toMatchObject({ quantity: 0 });
  walk.expectSound();
});

test('a report after a redemption of all keeps its cost when a match of before is busted', () => {
  const walk = new RegisterWalk();
  walk.trade('a', 'b', 100, 10 * DOLLAR);
  redeemAt(walk, { to: 1, from: 1, isKept: false });
  walk.position('a', 50, 7 * DOLLAR);
  walk.bust(walk.model.matches[0]);
  expect(walk.of('a')).toMatchObject({ quantity: 50, cost: 350 * DOLLAR });
  walk.expectSound();
});

test('splits give at most 1,000 shares for one, together', () => {
  const walk = new RegisterWalk();
  walk.trade('a', 'b', 100, 10 * DOLLAR);
  for (let split = 0; split < 4; split++) splitAt(walk, { to: 10, from: 1, isUp: false });
  expect(walk.splits).toHaveLength(3);
  expect(walk.of('a')).toMatchObject({ quantity: 100_000 });
  walk.expectSound();
});

test('matches that are not settled, and are nothing together, have the splits since (R3)', () => {
  const walk = new RegisterWalk();
  walk.trade('b', 'a', 20, DOLLAR);
  splitAt(walk, { to: 1, from: 1, isUp: false });
  walk.trade('a', 'b', 20, DOLLAR);
  splitAt(walk, { to: 1, from: 1, isUp: false });
  walk.adjust(walk.model.matches[1], DOLLAR, 10);
  splitAt(walk, { to: 1, from: 4, isUp: false });
  // 20 sold and 10 bought: 5 below 0, and 2, as they are rounded by themselves.
  expect(walk.state.register.find({ clientId: 'a', accountId: null, securityId: ID })?.pending).toBe(-3);
  walk.expectReplayed();
  walk.expectSound();
});
