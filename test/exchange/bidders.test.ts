import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OrderId } from '../../src/exchange/api/units.ts';
import { type Bid, Bidders } from '../../src/exchange/records/bidders.ts';

const aBid = (orderId: number, price: number, isHeld = false) =>
  ({ orderId, price, held: isHeld ? 'holder cap' : null }) as Bid;

/** The same by sorting all of them each time. */
class SlowBidders {
  readonly bids = new Map<number, { owner: string; price: number }>();
  readonly holders = new Set<string>();
  seats = 2;

  get #newcomers(): string[] {
    const ranked = [...this.bids].sort(([a, one], [b, other]) => other.price - one.price || a - b);
    return [...new Set(ranked.map(([, { owner }]) => owner))].filter((owner) => !this.holders.has(owner));
  }

  maySit(owner: string): boolean {
    const newcomers = this.#newcomers;
    const place = newcomers.indexOf(owner);
    return this.holders.has(owner) || (place < 0 ? newcomers.length < this.seats : place < this.seats);
  }
}

const OWNERS = ['a', 'b', 'c', 'd', 'e'];
const aStep = fc.record({
  kind: fc.constantFrom('add', 'add', 'add', 'remove', 'holder', 'seats'),
  owner: fc.constantFrom(...OWNERS),
  number: fc.integer({ min: 1, max: 4 }),
  price: fc.integer({ min: 1, max: 3 }),
});

test('the seats are those of the best bids, by price, then by age (F6)', () => {
  const property = fc.property(fc.array(aStep, { maxLength: 120 }), (steps) => {
    const slow = new SlowBidders();
    const bidders = new Bidders({
      left: () => slow.seats,
      isHolder: (owner) => slow.holders.has(owner),
      onSeated: () => {},
    });
    const held = new Set<number>();
    const setHeld = (owner: string, orderId: OrderId, isHeld: boolean) => {
      bidders.setHeld(owner, orderId, isHeld);
      if (isHeld) held.add(orderId);
      else held.delete(orderId);
    };
    for (const { kind, owner, number, price } of steps) {
      const orderId = OWNERS.indexOf(owner) * 10 + number;
      if (kind === 'add') {
        slow.bids.set(orderId, { owner, price });
        bidders.add(owner, aBid(orderId, price, held.has(orderId)));
      } else if (kind === 'remove') {
        slow.bids.delete(orderId);
        held.delete(orderId);
        bidders.remove(owner, orderId as OrderId);
      } else if (kind === 'seats') {
        slow.seats = number;
        bidders.holdersChanged();
      } else {
        if (!slow.holders.delete(owner)) slow.holders.add(owner);
        bidders.holdersChanged(owner);
      }
      const sit = OWNERS.filter((one) => slow.maySit(one));
      expect(OWNERS.filter((one) => bidders.maySit(one))).toEqual(sit);
      const lost = [...slow.bids].filter(([id, bid]) => !held.has(id) && !sit.includes(bid.owner));
      expect(bidders.nextUnseated).toBe(lost.map(([id]) => id).sort((a, b) => a - b)[0]);
      // Some of them are held, others stay until later; one that has a seat by now is not held any more.
      for (const [id, bid] of lost.slice(0, price)) setHeld(bid.owner, id as OrderId, true);
      for (const [id, bid] of slow.bids)
        if (sit.includes(bid.owner) && held.has(id)) setHeld(bid.owner, id as OrderId, false);
    }
  });
  fc.assert(property, { numRuns: 300, seed: 1 });
});

test('a change among many bidders looks at few of them', () => {
  const COUNT = 5000;
  let steps = 0;
  const seats = { left: () => 100, isHolder: () => false, onSeated: () => steps++ };
  const bidders = new Bidders({
    ...seats,
    isHolder: () => {
      steps++;
      return false;
    },
  });
  /** A bid that counts how often it is looked at. */
  const counted = (orderId: number, price: number) => {
    const bid = aBid(orderId, price);
    const get = () => {
      steps++;
      return null;
    };
    return Object.defineProperty(bid, 'held', { get });
  };
  for (let i = 1; i <= COUNT; i++) bidders.add(`owner ${i}`, counted(i, 100 + (i % 50)));
  for (let i = COUNT + 1; i <= 2 * COUNT; i++) bidders.add('one of many bids', counted(i, 1));
  const stepsOf = (change: () => void) => {
    steps = 0;
    change();
    expect(bidders.nextUnseated).toBeGreaterThan(0);
    return steps;
  };
  const last = 2 * COUNT + 1;
  expect(stepsOf(() => bidders.add('better', counted(last, 1000)))).toBeLessThan(10);
  expect(bidders.maySit('better')).toBe(true);
  expect(stepsOf(() => bidders.remove('better', last as OrderId))).toBeLessThan(10);
  expect(stepsOf(() => bidders.holdersChanged('owner 1'))).toBeLessThan(10);
  expect(stepsOf(() => bidders.add('one of many bids', counted(last + 1, 1)))).toBeLessThan(10);
  expect(stepsOf(() => bidders.remove('one of many bids', (COUNT + 1) as OrderId))).toBeLessThan(10);
  expect(stepsOf(() => bidders.maySit('owner 7'))).toBeLessThan(10);
  // The one with many bids gets a seat, and loses it again.
  const best = last + 2;
  expect(stepsOf(() => bidders.add('one of many bids', counted(best, 1000)))).toBeLessThan(10);
  expect(stepsOf(() => bidders.remove('one of many bids', best as OrderId))).toBeLessThan(10);
});
