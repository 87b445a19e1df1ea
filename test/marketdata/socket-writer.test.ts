import type { Socket } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Flusher } from '../../src/marketdata/wire/flusher.ts';
import { Frame } from '../../src/marketdata/wire/frame.ts';
import { PlainWriter } from '../../src/marketdata/wire/socket-writer.ts';
import { ManualTime, turn } from '../support/manual-time.ts';

/** A socket of which the system takes nothing before `take`. */
class FakeSocket {
  writableLength = 0;
  takesAll = true;
  readonly written: Buffer[] = [];

  write(bytes: Buffer): void {
    this.written.push(bytes);
    if (!this.takesAll) this.writableLength += bytes.length;
  }
}

const frame = new Frame('{"type":"pong"}');
let socket: FakeSocket;
let webSocket: { readyState: number; terminate: () => void };
let maySend: boolean;
let writer: PlainWriter;
beforeEach(() => {
  socket = new FakeSocket();
  maySend = true;
  const terminate = () => {
    webSocket.readyState = WebSocket.CLOSED;
  };
  webSocket = { readyState: WebSocket.OPEN, terminate };
  const flusher = new Flusher(new ManualTime('2026-11-20T15:00:00Z'));
  writer = new PlainWriter(webSocket as unknown as WebSocket, socket as unknown as Socket, flusher, () => maySend);
});

test('what is written in one turn goes out in one piece after it, and counts as unsent until then', async () => {
  writer.write(frame);
  writer.write(frame);
  expect([writer.unsentBytes, socket.written.length]).toEqual([2 * frame.length, 0]);
  await turn();
  expect(writer.unsentBytes).toBe(0);
  expect(socket.written.map((bytes) => bytes.length)).toEqual([2 * frame.length]);
  writer.write(frame);
  await turn();
  expect(socket.written).toHaveLength(2);
});

test('a long burst does not wait for the end of the turn', () => {
  const long = new Frame('x'.repeat(40_000));
  writer.write(long);
  expect(socket.written).toHaveLength(0);
  writer.write(long);
  expect(socket.written).toHaveLength(1);
});

test('what has to wait after something keeps no memory but its own', () => {
  socket.takesAll = false;
  for (let i = 0; i < 3; i += 1) {
    writer.write(frame);
    writer.flush();
  }
  expect(writer.unsentBytes).toBe(3 * frame.length);
  expect(socket.written.slice(1).map((bytes) => bytes.buffer.byteLength)).toEqual([frame.length, frame.length]);
});

test('nothing follows a close frame, neither what is new nor what was held back', async () => {
  writer.write(frame);
  webSocket.readyState = WebSocket.CLOSING;
  expect(writer.write(frame)).toBe(false);
  await turn();
  expect([socket.written.length, writer.unsentBytes]).toEqual([0, 0]);
});

test('nothing leaves once another node may lead the venue, and the connection ends (J5)', async () => {
  writer.write(frame);
  maySend = false;
  await turn();
  expect([socket.written.length, writer.unsentBytes, webSocket.readyState]).toEqual([0, 0, WebSocket.CLOSED]);
});

test('the last message leaves alone when another node may lead the venue, and after the others before (J5)', () => {
  writer.write(frame);
  writer.last(frame);
  expect(socket.written.map((bytes) => bytes.length)).toEqual([2 * frame.length]);
  writer.write(frame);
  maySend = false;
  writer.last(frame);
  expect(socket.written.map((bytes) => bytes.length)).toEqual([2 * frame.length, frame.length]);
});
