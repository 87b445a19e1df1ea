import { expect, test } from 'vitest';
import { EFFECTS_MAX } from '../../src/exchange/records/pending-effects.ts';
import { Followers } from '../../src/exchange/replica/followers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openVenue, order, security } from './venue.ts';

test('followers lag above 5,000 events, for as long as they make progress', () => {
  const followers = new Followers();
  let pending = 5000;
  expect(followers.areLagging(0)).toBe(false);
  followers.add(() => 10);
  followers.add(() => pending);
  expect(followers.areLagging(0)).toBe(false);
  pending = 5001;
  expect(followers.areLagging(10)).toBe(true);
  expect(followers.areLagging(1009)).toBe(true);
  expect(followers.areLagging(1010)).toBe(false);
  pending = 5000;
  expect(followers.areLagging(1011)).toBe(false);
  pending = 9000;
  expect(followers.areLagging(2000)).toBe(true);
  pending = 8000;
  expect(followers.areLagging(2900)).toBe(true);
  expect(followers.areLagging(3800)).toBe(true);
});

test('a follower lags above the number of events that it names itself', () => {
  const followers = new Followers();
  let pending = 1000;
  followers.add(() => 4999);
  followers.add(() => pending, 1000);
  expect(followers.areLagging(0)).toBe(false);
  pending = 1001;
  expect(followers.areLagging(0)).toBe(true);
});

test('a sweep is resumed once its followers have caught up, and other books go on meanwhile (M17)', async () => {
  const venue = openVenue({ folder: temporaryFolder(), waitingMax: 10_000 });
  const { exchange, events, time } = venue;
  for (const securityId of [7, 8]) await exchange.submit(security({ securityId }));
  await Promise.all(Array.from({ length: 1200 }, () => exchange.submit(order({ side: 'sell', quantity: 1 }))));
  let pending = 6000;
  exchange.followers.add(() => pending);
  let isSwept = false;
  const swept = exchange.submit(order({ clientId: 'b', quantity: 1200 })).then(() => {
    isSwept = true;
  });
  const matches = () => events.filter(({ type }) => type === 'match').length;
  for (let i = 0; i < 5; i++) await exchange.submit(order({ securityId: 8, clientId: 'c' }));
  expect([isSwept, matches()]).toEqual([false, EFFECTS_MAX]);
  pending = 0;
  time.advanceMs(10);
  await swept;
  expect(matches()).toBe(1200);
  await exchange.stop();
});
