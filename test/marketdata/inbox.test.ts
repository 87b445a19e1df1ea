import { expect, test } from 'vitest';
import { Pace } from '../../src/marketdata/channels/pace.ts';
import { Inbox } from '../../src/marketdata/connection/inbox.ts';
import { ManualTime } from '../support/manual-time.ts';

/** Connections that share a pace of 32,768 characters a turn; turns are taken one by one, and time moves on demand. */
function inboxesOf(count: number, perSecondMax = 1_000_000) {
  const next: (() => void)[] = [];
  const pace = new Pace({ soon: (callback) => void next.push(callback) }, 32_768);
  const handled: string[] = [];
  const timers = new ManualTime('2026-11-20T15:00:00Z');
  const inboxes = Array.from({ length: count }, () => {
    const socket = { isPaused: false };
    const set = (isPaused: boolean) => () => Object.assign(socket, { isPaused });
    const webSocket = { pause: set(true), resume: set(false) };
    const handle = (text: string) => void handled.push(text);
    return Object.assign(new Inbox({ pace, perSecondMax, timers, webSocket, handle }), { socket });
  });
  const take = () => next.splice(0).map((callback) => callback()).length > 0;
  return { inboxes, handled, timers, take };
}

const text = (name: string) => name.padEnd(4096, '.');

test('messages of all connections are read as the pace allows, those of each in their order', () => {
  const { inboxes, handled, take } = inboxesOf(3);
  const sent = inboxes.map((_, at) => Array.from({ length: 20 }, (_, number) => text(`${at} ${number}`)));
  inboxes.forEach((inbox, at) => {
    for (const one of sent[at]!) inbox.add(one);
  });
  expect([handled.length, inboxes.map(({ socket }) => socket.isPaused)]).toEqual([8, [true, true, true]]);
  let most = 0;
  for (let before = handled.length; take(); before = handled.length) most = Math.max(most, handled.length - before);
  expect(most).toBeLessThanOrEqual(12);
  expect(sent.map((_, at) => handled.filter((one) => one.startsWith(`${at} `)))).toEqual(sent);
  expect(inboxes.map(({ socket }) => socket.isPaused)).toEqual([false, false, false]);
});

test('nothing is handled while it is held, and all of it afterwards', () => {
  const { inboxes, handled, take } = inboxesOf(1);
  const [inbox] = inboxes;
  inbox!.hold();
  inbox!.add(text('first'));
  while (take());
  expect([handled, inbox!.socket.isPaused]).toEqual([[], true]);
  inbox!.release();
  inbox!.add(text('second'));
  while (take());
  expect([handled, inbox!.socket.isPaused]).toEqual([[text('first'), text('second')], false]);
});

test('what came before the end of a connection is handled at its end', () => {
  const { inboxes, handled } = inboxesOf(1);
  const sent = Array.from({ length: 9 }, (_, number) => text(String(number)));
  for (const one of sent) inboxes[0]!.add(one);
  expect(handled.length).toBe(8);
  inboxes[0]!.end();
  expect(handled).toEqual(sent);
});

test('messages above the rate of a connection are read later, all of them and in their order (S16)', () => {
  const { inboxes, handled, timers, take } = inboxesOf(2, 10);
  const [fast, other] = inboxes;
  const sent = Array.from({ length: 25 }, (_, number) => `${number}`);
  for (const one of sent) fast!.add(one);
  expect([handled.length, fast!.socket.isPaused]).toEqual([10, true]);
  other!.add('of another connection');
  expect(handled.at(-1)).toBe('of another connection');
  timers.advanceMs(1400);
  while (take());
  expect([handled.length, fast!.socket.isPaused]).toEqual([11, true]);
  timers.advanceMs(100);
  while (take());
  expect(handled.filter((one) => one !== 'of another connection')).toEqual(sent);
  expect(fast!.socket.isPaused).toBe(false);
  fast!.add('above it again');
  expect([handled.at(-1), fast!.socket.isPaused]).toEqual(['24', true]);
  timers.advanceMs(100);
  while (take());
  expect([handled.at(-1), fast!.socket.isPaused]).toEqual(['above it again', false]);
});

test('a connection that authenticates while it is above its rate is read when both allow it', () => {
  const { inboxes, handled, timers, take } = inboxesOf(1, 1);
  const [inbox] = inboxes;
  inbox!.add('auth');
  inbox!.hold();
  inbox!.add('first');
  timers.advanceMs(1000);
  while (take());
  expect([handled, inbox!.socket.isPaused]).toEqual([['auth'], true]);
  inbox!.add('second');
  inbox!.release();
  while (take());
  expect([handled, inbox!.socket.isPaused]).toEqual([['auth'], true]);
  timers.advanceMs(1000);
  while (take());
  expect([handled, inbox!.socket.isPaused]).toEqual([['auth', 'first', 'second'], false]);
});
