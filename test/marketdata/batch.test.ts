import { expect, test } from 'vitest';
import { Batch } from '../../src/marketdata/wire/batch.ts';
import { Frame } from '../../src/marketdata/wire/frame.ts';

const [a, b, c] = [new Frame('"a"'), new Frame('"b"'), new Frame(`"${'c'.repeat(200)}"`)];
const wire = (...frames: Frame[]): string =>
  frames
    .map((frame) => {
      const bytes = Buffer.alloc(frame.length);
      frame.writeTo(bytes, 0);
      return bytes.toString('latin1');
    })
    .join('');

test('holds its frames in order, and knows how long they are', () => {
  const batch = Batch.EMPTY.with(a).with(c).with(b).with(a);
  expect(batch.bytes.toString('latin1')).toBe(wire(a, c, b, a));
  expect(batch.unpooledBytes.equals(batch.bytes)).toBe(true);
  expect(batch.length).toBe(batch.bytes.length);
  expect([Batch.EMPTY.length, Batch.EMPTY.bytes.length]).toEqual([0, 0]);
});

test('is one and the same for all connections that get the same frames, and its bytes are made once', () => {
  // Three connections of which two get everything, frame by frame as it is published.
  let [first, second, third] = [Batch.EMPTY, Batch.EMPTY, Batch.EMPTY];
  [first, second, third] = [first.with(a), second.with(a), third.with(a)];
  expect(third).toBe(first);
  [first, second] = [first.with(b), second.with(b)];
  [first, second, third] = [first.with(c), second.with(c), third.with(c)];
  expect(second).toBe(first);
  expect(second.bytes).toBe(first.bytes);
  expect(second.unpooledBytes).toBe(first.unpooledBytes);
  expect(third.bytes.toString('latin1')).toBe(wire(a, c));
  expect(first.bytes.toString('latin1')).toBe(wire(a, b, c));
});

test('bytes that are to last are alone in their memory', () => {
  const { unpooledBytes } = Batch.EMPTY.with(a).with(b);
  expect(unpooledBytes.buffer.byteLength).toBe(unpooledBytes.length);
});
