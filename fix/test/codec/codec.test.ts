import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeMessage,
  encodeFields,
  encodeMessage,
  type Field,
  fieldValue,
  groupsOf,
  MessageReader,
  type Received,
} from '../../src/codec/index.ts';

const message = (...fields: Field[]): Buffer => encodeMessage('FIX.4.4', encodeFields(fields));
const heartbeat = (text: string): Buffer => message([35, '0'], [34, '7'], [112, text]);

function readAll(chunks: readonly Buffer[], maxBytes = 65_536): Received[] {
  const reader = new MessageReader(maxBytes);
  return chunks.flatMap((chunk) => {
    reader.append(chunk);
    const found: Received[] = [];
    for (let next = reader.next(); next !== undefined; next = reader.next()) found.push(next);
    return found;
  });
}

const texts = (all: readonly Received[]) =>
  all.map((one) => (one.garbled === undefined ? fieldValue(one.message, 112) : `garbled: ${one.garbled}`));

/** Cuts bytes at the given places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const sorted = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return sorted.slice(1).map((to, at) => bytes.subarray(sorted[at], to));
}

const value = fc.string({
  minLength: 1,
  maxLength: 40,
  unit: fc.integer({ min: 2, max: 255 }).map((code) => String.fromCharCode(code)),
});
const raw = fc.uint8Array({ minLength: 1, maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('latin1'));

describe('messages', () => {
  test('are read as they were written, at any cut of the bytes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ text: value, data: raw }), { minLength: 1, maxLength: 8 }),
        fc.array(fc.nat(4000), { maxLength: 12 }),
        (all, places) => {
          const sent = all.map(({ text, data }): Field[] => [
            [35, 'B'],
            [148, text],
            [95, String(data.length)],
            [96, data],
          ]);
          const received = readAll(cut(Buffer.concat(sent.map((fields) => message(...fields))), places));
          expect(received.map((one) => one.garbled)).toEqual(sent.map(() => undefined));
          expect(received.map((one) => (one.garbled === undefined ? one.message.fields.slice(2, -1) : []))).toEqual(
            sent,
          );
        },
      ),
    );
  });

  test('are found again after any bytes that are no message, at any cut', () => {
    const noise = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1'));
    fc.assert(
      fc.property(fc.array(noise, { maxLength: 4 }), fc.array(fc.nat(2000), { maxLength: 8 }), (all, places) => {
        // Noise that happens to begin a message would take the bytes after it.
        const safe = all.map((text) => text.replaceAll('8=', '8_').replace(/8$/, '_'));
        const bytes = safe.flatMap((text, at) => [Buffer.from(text, 'latin1'), heartbeat(`n${at}`)]);
        const found = texts(readAll(cut(Buffer.concat(bytes), places))).filter((text) => !text?.startsWith('garbled'));
        expect(found).toEqual(safe.map((_, at) => `n${at}`));
      }),
    );
  });

  test('survive any change of one byte: it makes them garbled, and the next ones are read', () => {
    const good = heartbeat('first');
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const bad = Buffer.from(good);
        bad[at] = (bad[at]! + change) & 255;
        const follow = Array.from({ length: 12 }, (_, index) => heartbeat(`next ${index}`));
        const found = texts(readAll([bad, ...follow], 400));
        expect(found.filter((text) => text === 'first')).toEqual([]);
        // A BodyLength that became larger takes some of the next messages with it, and gives them back.
        expect(found.slice(-10)).toEqual(follow.slice(-10).map((_, index) => `next ${index + 2}`));
      }),
      { numRuns: 500 },
    );
  });
});

describe('garbled', () => {
  const swap = (bytes: Buffer, from: string, to: string) =>
    Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1');
  const sum = (text: string) => {
    const all = [...text].reduce((total, char) => total + char.charCodeAt(0), 0) % 256;
    return Buffer.from(`${text}10=${String(all).padStart(3, '0')}\x01`, 'latin1');
  };

  test.each([
    ['a wrong CheckSum', swap(heartbeat('x'), '112=x', '112=y'), 'CheckSum is wrong'],
    ['a BodyLength too small', swap(heartbeat('x'), '9=16', '9=15'), 'BodyLength is wrong'],
    ['a BodyLength too large', swap(heartbeat('x'), '9=16', '9=17'), 'BodyLength is wrong'],
    ['a BodyLength that is no number', swap(heartbeat('x'), '9=16', '9=x6'), 'BodyLength is no number'],
    ['BodyLength not second', sum('8=FIX.4.4\x0135=0\x019=5\x0134=7\x01'), 'BodyLength is not the second field'],
    ['MsgType not third', sum('8=FIX.4.4\x019=10\x0134=7\x0135=0\x01'), 'MsgType is not the third field'],
    ['a CheckSum of two digits', swap(heartbeat('x'), '\x0110=', '\x0110='.concat('')).subarray(0, -2), undefined],
    ['a message longer than allowed', heartbeat('x'.repeat(500)), 'the message is too long'],
  ])('is %s', (_, bytes, reason) => {
    const found = texts(readAll([bytes, heartbeat('good'), heartbeat('better')], 300));
    if (reason !== undefined) expect(found).toContain(`garbled: ${reason}`);
    expect(found.slice(-1)).toEqual(['better']);
  });

  test('bytes cost a constant time each: 4 MB of beginnings are skipped at the speed of other garbage', () => {
    const beginnings = Buffer.from('8=FIX.4.4\x019=60000\x01'.repeat(64), 'latin1');
    const garbage = Buffer.from('x8=FIX'.repeat(192), 'latin1');
    const cpu = (block: Buffer) => {
      const before = process.threadCpuUsage();
      readAll(Array.from({ length: Math.ceil(4_000_000 / block.length) }, () => block));
      return process.threadCpuUsage(before).user;
    };
    // 1.2 times; 80 times where the body that follows each of them is looked at. Other work makes either dearer.
    const lowest = { beginnings: Number.POSITIVE_INFINITY, garbage: Number.POSITIVE_INFINITY };
    for (let round = 0; round < 5 && !(lowest.beginnings < 20 * lowest.garbage); round++) {
      lowest.beginnings = Math.min(lowest.beginnings, cpu(beginnings));
      lowest.garbage = Math.min(lowest.garbage, cpu(garbage));
    }
    expect(lowest.beginnings).toBeLessThan(20 * lowest.garbage);
  });
});

test('a value never contains the delimiter, nor characters of more than one byte', () => {
  const [received] = readAll([heartbeat('a\x01b\u20acc\u00e9')]);
  expect(received?.garbled === undefined && fieldValue(received!.message, 112)).toBe('a?b?c\u00e9');
});

describe('groupsOf', () => {
  test('returns the entries of a group and of a group inside it', () => {
    const bytes = message(
      [35, 'D'],
      [11, 'A'],
      [453, '2'],
      [448, 'ONE'],
      [452, '1'],
      [802, '1'],
      [523, 'SUB'],
      [448, 'TWO'],
      [55, 'X'],
    );
    const order = decodeMessage(bytes);
    const parties = groupsOf(order, 453);
    expect(parties.map((party) => fieldValue(party, 448))).toEqual(['ONE', 'TWO']);
    expect(parties.map((party) => groupsOf(party, 802).map((sub) => fieldValue(sub, 523)))).toEqual([['SUB'], []]);
    expect(groupsOf(order, 555)).toEqual([]);
  });
});
