import { expect, test } from 'vitest';
import { PeerWatch } from '../../src/marketdata/wire/peer-watch.ts';

test('pings at each interval, and cuts after two that were not answered', () => {
  const peer = new PeerWatch(10, 0);
  expect([9, 10, 11, 20, 29, 30].map((ms) => peer.next(ms))).toEqual(['wait', 'ping', 'wait', 'ping', 'wait', 'cut']);
});

test('any sign of life starts the count again', () => {
  const peer = new PeerWatch(10, 0);
  expect([peer.next(10), peer.next(20)]).toEqual(['ping', 'ping']);
  peer.alive();
  expect([peer.next(30), peer.next(40), peer.next(50)]).toEqual(['ping', 'ping', 'cut']);
});

test('the time during which pings could not get through does not count', () => {
  const peer = new PeerWatch(10, 0);
  expect([peer.next(10), peer.next(20)]).toEqual(['ping', 'ping']);
  peer.postpone(29);
  expect([30, 39, 49, 59].map((ms) => peer.next(ms))).toEqual(['wait', 'ping', 'ping', 'cut']);
});
