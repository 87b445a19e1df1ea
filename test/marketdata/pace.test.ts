import { expect, test } from 'vitest';
import { Pace } from '../../src/marketdata/channels/pace.ts';
import { SharedFrames } from '../../src/marketdata/channels/shared-frames.ts';
import { Tape } from '../../src/marketdata/channels/tape.ts';
import { TapeReader } from '../../src/marketdata/channels/tape-reader.ts';
import { Frame } from '../../src/marketdata/wire/frame.ts';

/** Turns of the event loop that are taken one by one. */
class Turns {
  #next: (() => void)[] = [];

  readonly soon = (callback: () => void): void => void this.#next.push(callback);

  /** Whether there was something to do. */
  take(): boolean {
    const due = this.#next;
    this.#next = [];
    for (const callback of due) callback();
    return due.length > 0;
  }
}

/** Readers of one tape, each on a connection that takes everything, and the items that each got. */
function readersOf(count: number, items: number) {
  const turns = new Turns();
  const tape = new Tape<{ seq: number }>(0);
  for (let seq = 1; seq <= items; seq++) tape.push({ seq });
  const timers = { nowMs: () => 0, after: () => () => {}, every: () => () => {}, soon: turns.soon };
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const deps = { exchange: { lastEventSeq: () => items }, timers, pace: new Pace(timers), log };
  const exit = { congested: false, isFull: false, send: () => {}, postpone: () => {}, forget: () => {} };
  const received = Array.from({ length: count }, (): number[] => []);
  const readers = received.map((seqs) => {
    const send = ({ seq }: { seq: number }) => void seqs.push(seq);
    const older = () => Promise.reject(new Error('the tape has everything'));
    return new TapeReader(exit, deps, { channelName: 'orders', tape, older, send, caughtUp: () => true });
  });
  const sum = () => received.reduce((all, seqs) => all + seqs.length, 0);
  return { turns, tape, readers, received, sum };
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test('90 late readers send a bounded number of items in a turn, all of them everything', () => {
  const { turns, readers, received, sum } = readersOf(90, 4000);
  for (const reader of readers) reader.rewind(0);
  expect(Math.max(...received.map(({ length }) => length))).toBe(64);
  let before = sum();
  let most = 0;
  while (turns.take()) {
    most = Math.max(most, sum() - before);
    before = sum();
    // None is far ahead of the others.
    const lengths = received.map(({ length }) => length);
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(64);
  }
  expect(most).toBeLessThanOrEqual(256 + 63);
  expect(received.every((seqs) => seqs.length === 4000 && seqs.at(-1) === 4000)).toBe(true);
});

test('90 live readers send a bounded number of items in a turn, and the others in later ones', () => {
  const { turns, tape, readers, received, sum } = readersOf(90, 100);
  // All in one turn, as the matches of a sweep come.
  for (const item of tape.after(0)) {
    readers.forEach((reader, index) => {
      if (reader.takes(item)) received[index]!.push(item.seq);
    });
  }
  expect(sum()).toBe(256);
  let most = 0;
  for (let before = sum(); turns.take(); before = sum()) most = Math.max(most, sum() - before);
  expect(most).toBeLessThanOrEqual(256 + 63);
  expect(received).toEqual(Array.from({ length: 90 }, () => upTo(100)));
  expect(readers.every(({ isLive }) => isLive)).toBe(true);
});

test('a reader that waits for its turn gets what happens meanwhile in its place, once', () => {
  const { turns, tape, readers, received } = readersOf(1, 1000);
  const [reader] = readers;
  reader?.rewind(0);
  tape.push({ seq: 1001 });
  expect([reader?.takes({ seq: 1001 }), reader?.isLive]).toEqual([false, false]);
  while (turns.take());
  expect([received, reader?.isLive]).toEqual([[upTo(1001)], true]);
  expect(reader?.takes({ seq: 1002 })).toBe(true);
});

test('a reader that ends while it waits for its turn gets nothing more', () => {
  const { turns, readers, received } = readersOf(1, 1000);
  readers[0]?.rewind(0);
  readers[0]?.end();
  while (turns.take());
  expect(received).toEqual([upTo(64)]);
});

test('connections that get the same share a frame, which is made once', () => {
  const frames = new SharedFrames<object>();
  const [first, second] = [{}, {}];
  let made = 0;
  const make = () => new Frame(`{"made":${++made}}`);
  const own = frames.frame(first, '1', make);
  expect(frames.frame(first, '1', make)).toBe(own);
  expect(frames.frame(first, '2', make)).not.toBe(own);
  expect(frames.frame(second, '1', make)).not.toBe(own);
  expect(made).toBe(3);
  // Frames for a single connection are not kept.
  const others = [frames.frame(first, '3', make), frames.frame(first, '3', make)];
  expect(others[0]).not.toBe(others[1]);
});

test('frames of older events are made again, so that no tape keeps the text of all that it has', () => {
  const frames = new SharedFrames<object>();
  let made = 0;
  const make = () => new Frame(`{"made":${++made}}`);
  const [oldest, ...events] = Array.from({ length: 1025 }, () => ({}));
  for (const event of [oldest!, ...events]) frames.frame(event, '1', make);
  frames.frame(events[512]!, '1', make);
  expect(made).toBe(1025);
  frames.frame(oldest!, '1', make);
  expect(made).toBe(1026);
});
