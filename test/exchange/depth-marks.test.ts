import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Side } from '../../src/exchange/api/orders.ts';
import { DepthMarks } from '../../src/exchange/records/depth-marks.ts';

interface Change {
  readonly side: Side;
  /** A change of the request for quote where absent. */
  readonly price?: number;
}

const aPrice = fc.integer({ min: 1, max: 12 });
const aChange: fc.Arbitrary<Change> = fc.record(
  { side: fc.constantFrom('buy' as const, 'sell' as const), price: aPrice },
  { requiredKeys: ['side'], noNullPrototype: true },
);
const aReach = fc.record({ bid: fc.option(aPrice), offer: fc.option(aPrice) });

function marked(changes: readonly Change[]): DepthMarks {
  const marks = new DepthMarks();
  for (const [at, { side, price }] of changes.entries()) {
    if (price === undefined) marks.addRfq(at + 1);
    else marks.add(side, price, at + 1);
  }
  return marks;
}

test('the last change within a reach is that of a look at all changes, also of marks from a snapshot', () => {
  fc.assert(
    fc.property(fc.array(aChange, { maxLength: 60 }), aReach, (changes, reach) => {
      const marks = marked(changes);
      const concerns = ({ side, price }: Change): boolean => {
        if (price === undefined) return true;
        if (side === 'buy') return reach.bid === null || price >= reach.bid;
        return reach.offer === null || price <= reach.offer;
      };
      expect(marks.lastWithin(reach)).toBe(changes.findLastIndex(concerns) + 1);
      const { kept } = marks;
      expect(kept === undefined).toBe(changes.length === 0);
      expect(new DepthMarks(JSON.parse(JSON.stringify({ kept })).kept).lastWithin(reach)).toBe(marks.lastWithin(reach));
    }),
  );
});

test('ever worse prices keep a bounded number of marks, which name no event too early', () => {
  const offers = Array.from({ length: 2000 }, (_, at): Change => ({ side: 'sell', price: at + 1 }));
  const marks = marked(offers);
  expect(marks.kept?.offers.length).toBeLessThanOrEqual(256);
  expect(marks.lastWithin({ bid: null, offer: null })).toBe(2000);
  for (let price = 1; price <= 2000; price++) {
    expect(marks.lastWithin({ bid: 1, offer: price })).toBeGreaterThanOrEqual(price);
  }
  expect(marks.lastWithin({ bid: 1, offer: 100 })).toBe(100);
  marks.add('sell', 1, 2001);
  expect(marks.kept?.offers).toEqual([[1, 2001]]);
});
