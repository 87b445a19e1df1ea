import type { Socket } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { CloseMessage, takenBytes } from '../../src/marketdata/wire/close-message.ts';

const GRACE_MS = 3_000;
const PATIENCE_MS = 30_000;

let handle: { bytesWritten: number; writeQueueSize: number };
let socket: Socket;
beforeEach(() => {
  handle = { bytesWritten: 1_000, writeQueueSize: 1_000 };
  socket = { _handle: handle } as unknown as Socket;
});

test('a connection that takes nothing is given the grace time, whatever is written to it meanwhile', () => {
  const closeMessage = new CloseMessage(socket, GRACE_MS, PATIENCE_MS, 0);
  expect(closeMessage.remainingMs(2_900)).toBe(100);
  handle.bytesWritten += 50;
  handle.writeQueueSize += 50;
  expect(closeMessage.remainingMs(2_950)).toBe(50);
  expect(closeMessage.remainingMs(3_000)).toBe(0);
});

test('one that takes something is given it again each time, until the patience is over', () => {
  const closeMessage = new CloseMessage(socket, GRACE_MS, PATIENCE_MS, 0);
  for (let nowMs = 2_000; nowMs <= 26_000; nowMs += 2_000) {
    handle.writeQueueSize -= 10;
    expect(closeMessage.remainingMs(nowMs)).toBe(GRACE_MS);
  }
  handle.writeQueueSize -= 10;
  expect(closeMessage.remainingMs(28_000)).toBe(2_000);
  handle.writeQueueSize -= 10;
  expect(closeMessage.remainingMs(30_000)).toBe(0);
});

test('has the grace time where no patience is asked for, and no more than that once the service stops', () => {
  const usual = new CloseMessage(socket, GRACE_MS, 0, 0);
  const patient = new CloseMessage(socket, GRACE_MS, PATIENCE_MS, 0);
  patient.hurry(1_000);
  handle.writeQueueSize -= 10;
  expect([usual.remainingMs(2_000), patient.remainingMs(2_000)]).toEqual([1_000, 2_000]);
  patient.hurry(3_500);
  expect(patient.remainingMs(3_900)).toBe(100);
});

test('a socket that is gone has taken nothing', () => {
  expect(takenBytes({ _handle: null } as unknown as Socket)).toBe(0);
});
