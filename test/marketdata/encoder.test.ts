import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MarketState } from '../../src/exchange/api/securities.ts';
import type { PricedTop, TopOfBook, TopSide } from '../../src/exchange/api/top-views.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { encodeHeartbeat, encodeSnapshot, encodeUpdate } from '../../src/marketdata/wire/encoder.ts';
import { Frame } from '../../src/marketdata/wire/frame.ts';
import { START } from './support/fake-auctions.ts';
import { priced } from './support/fake-exchange.ts';

const json = (frame: Frame): Record<string, unknown> => JSON.parse(frame.text);
const top = (bid: TopSide, offer: TopSide): TopOfBook => ({
  securityId: 9 as SecurityId,
  seq: 4,
  time: START,
  bid,
  offer,
});

describe('the two sides', () => {
  test('null, RFQ, plain, contingent and firm', () => {
    const contingent = { ...priced(10_250_000, 0, 0), contingentQuantity: 1000, contingentOrders: 1 };
    const both: PricedTop = { ...contingent, firm: { price: 10_000_000, quantity: 5, orders: 1 } };
    expect(json(encodeUpdate(top(null, 'RFQ'), 3))).toMatchObject({ bid: null, offer: { rfq: true } });
    const message = json(encodeUpdate(top(contingent, both), 3));
    expect(message.bid).toEqual({
      price: '10.250000',
      quantity: 0,
      orders: 0,
      contingent: { quantity: 1000, orders: 1 },
    });
    expect(message.offer).toEqual({
      price: '10.250000',
      quantity: 0,
      orders: 0,
      contingent: { quantity: 1000, orders: 1 },
      firm: { price: '10.000000', quantity: 5, orders: 1 },
    });
  });

  test('prices are exact from one millionth to the largest', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000_000_000 }), (price) => {
        const { bid } = json(encodeUpdate(top(priced(price), null), 3)) as { bid: { price: string } };
        expect(bid.price).toMatch(/^(0|[1-9]\d*)\.\d{6}$/);
        expect(BigInt(bid.price.replace('.', ''))).toBe(BigInt(price));
      }),
    );
  });
});

test('the text is what JSON.stringify makes of the same message', () => {
  const count = fc.nat({ max: 2_000_000_000 });
  const price = fc.integer({ min: 1, max: 1_000_000_000_000_000 });
  const firm = fc.record({ price, quantity: count, orders: count });
  const pricedTop = fc.record({
    price,
    quantity: count,
    orders: count,
    contingentQuantity: count,
    contingentOrders: fc.nat({ max: 2 }),
    firm: fc.option(firm),
  });
  const side = fc.option(fc.oneof(fc.constant<'RFQ'>('RFQ'), pricedTop));
  const market = fc.constantFrom<MarketState>('open', 'closed', 'halted');
  fc.assert(
    fc.property(side, side, fc.maxSafeNat(), market, fc.boolean(), (bid, offer, seq, state, refused) => {
      const change = { ...top(bid, offer), seq };
      for (const { text } of [encodeUpdate(change, seq), encodeSnapshot(change, state, refused)]) {
        expect(JSON.stringify(JSON.parse(text))).toBe(text);
      }
    }),
  );
});

test('nothing but the named fields leaves, whatever else the state carries', () => {
  const secret = { hiddenPrice: 12_345_678, clientId: 'someone', orderIds: [7] };
  const side = { ...priced(1_000_000), ...secret, firm: { price: 900_000, quantity: 1, orders: 1, ...secret } };
  const leaky = { ...top(side, side), ...secret };
  const sideKeys = ['price', 'quantity', 'orders', 'firm'];
  for (const [frame, keys] of [
    [encodeUpdate(leaky, 3), ['type', 'channel', 'securityId', 'seq', 'prevSeq', 'time', 'bid', 'offer']],
    [
      encodeSnapshot(leaky, 'open', true),
      ['type', 'channel', 'securityId', 'seq', 'time', 'market', 'bid', 'offer', 'resumed', 'reason'],
    ],
  ] as const) {
    const message = json(frame) as { bid: { firm: object }; offer: { firm: object } };
    expect(Object.keys(message)).toEqual(keys);
    for (const shown of [message.bid, message.offer]) {
      expect(Object.keys(shown)).toEqual(sideKeys);
      expect(Object.keys(shown.firm)).toEqual(['price', 'quantity', 'orders']);
    }
  }
});

test('a heartbeat has time and the number of the last event', () => {
  expect(json(encodeHeartbeat(START, 12))).toEqual({ type: 'heartbeat', time: '2026-03-02T14:30:00.000001Z', seq: 12 });
});

test('resumed is said only when a resume was refused', () => {
  expect(json(encodeSnapshot(top(null, null), 'open', false))).not.toHaveProperty('resumed');
  expect(json(encodeSnapshot(top(null, null), 'open', true))).toMatchObject({
    resumed: false,
    reason: 'too-old',
  });
});

/** The frame in a buffer that is larger on both sides; it touches nothing else of it. */
function bytesOf(frame: Frame): Buffer {
  const bytes = Buffer.alloc(frame.length + 6, 'z');
  frame.writeTo(bytes, 3);
  expect(bytes.toString('latin1', 0, 3) + bytes.toString('latin1', frame.length + 3)).toBe('zzzzzz');
  return bytes.subarray(3, frame.length + 3);
}

test.each([
  [125, 2],
  [126, 4],
  [65_535, 4],
  [65_536, 10],
])('a frame of %i bytes has a header of %i', (length, header) => {
  const frame = new Frame('x'.repeat(length));
  const bytes = bytesOf(frame);
  expect(frame.length).toBe(header + length);
  expect(bytes.toString('utf8', header)).toBe(frame.text);
  expect(bytes[0]).toBe(0x81);
  const announced = { 2: () => bytes[1], 4: () => bytes.readUInt16BE(2), 10: () => Number(bytes.readBigUInt64BE(2)) };
  expect(announced[header as 2 | 4 | 10]()).toBe(length);
});

test('the length of a frame counts bytes, not characters', () => {
  const frame = new Frame('é€😀');
  const bytes = bytesOf(frame);
  expect(bytes[1]).toBe(frame.length - 2);
  expect(bytes.toString('utf8', 2)).toBe('é€😀');
});
