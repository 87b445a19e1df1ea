import { describe, expect, test } from 'vitest';
import { equalsTop, TopRows } from '../../scripts/replay/top-row.ts';
import type { PricedTop, TopOfBook } from '../../src/exchange/api/top-views.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { fileOf } from './message-files.ts';

const side = (price: number, quantity: number): PricedTop => ({
  price,
  quantity,
  orders: 1,
  contingentQuantity: 0,
  contingentOrders: 0,
  firm: null,
});
const top = (bid: TopOfBook['bid'], offer: TopOfBook['offer']): TopOfBook => ({
  securityId: 1 as SecurityId,
  seq: 1,
  time: 1,
  bid,
  offer,
});
const ROW = { askPrice: 5859100, askSize: 18, bidPrice: 5853300, bidSize: 20 };

describe('a file of tops', () => {
  test('gives its rows one by one, whatever more levels it has', async () => {
    const rows = new TopRows(
      fileOf('tops.csv.gz', ['5859100,18,5853300,20', '5859100,18,5853300,21,5859200,1,5853200,2']),
    );
    expect([await rows.next(), await rows.next(), await rows.next()]).toEqual([
      ROW,
      { ...ROW, bidSize: 21 },
      undefined,
    ]);
  });

  test('is refused by name and line', async () => {
    const path = fileOf('tops.csv', ['5859100,18,5853300,20', '5859100,18,5853300']);
    const rows = new TopRows(path);
    await rows.next();
    await expect(rows.next()).rejects.toThrow(`${path}, line 2: not ask price, ask size, bid price, bid size`);
  });
});

describe('a top is equal', () => {
  const bid = side(585_330_000, 20);
  const offer = side(585_910_000, 18);

  test('when prices and shares of both sides are', () => {
    expect(equalsTop(ROW, top(bid, offer))).toBe(true);
  });

  test.each([
    ['the price of the bid', top(side(585_340_000, 20), offer)],
    ['the shares of the bid', top(side(585_330_000, 21), offer)],
    ['the price of the offer', top(bid, side(585_900_000, 18))],
    ['the shares of the offer', top(bid, side(585_910_000, 17))],
    ['a bid that is missing', top(null, offer)],
    ['an offer that is missing', top(bid, null)],
  ])('not when it differs in %s', (_name, other) => {
    expect(equalsTop(ROW, other)).toBe(false);
  });

  test('when an empty side has no shares in the file, whatever price is there', () => {
    const row = { ...ROW, askPrice: 9_999_999_999, askSize: 0 };
    expect(equalsTop(row, top(bid, null))).toBe(true);
    expect(equalsTop(row, top(bid, offer))).toBe(false);
  });
});
