import { afterAll, expect, test } from 'vitest';
import { SettlementDays } from '../../src/application/settlement-days.ts';
import { TAG } from '../../src/application/tags.ts';
import { NoAnswer, type OpenAts } from '../../src/client.ts';
import { Trader } from '../support/orders.ts';
import { has, named, Peer } from '../support/peer.ts';
import { closeAll, Venue } from '../support/venue.ts';

afterAll(closeAll);

const HOLIDAYS = [
  { date: '2026-07-03', closed: 'Yes' },
  { date: '2026-11-26', closed: 'Yes' },
  { date: '2026-11-27', closed: 'No' },
  { date: '2027-01-01', closed: 'Yes' },
];

/** A calendar that refuses its first answers. */
function calendar(days: number | undefined, failures = 0) {
  const years: number[] = [];
  let [nowMs, left] = [10_000_000, failures];
  const getMarketCalendar = async ({ year }: { readonly year: number }) => {
    if (left-- > 0)
      throw new NoAnswer('gone', { mayBeDone: false, attempts: 1, idempotencyKey: undefined, cause: 'gone' });
    years.push(year);
    return { marketCalendar: HOLIDAYS.filter(({ date }) => date.startsWith(String(year))) };
  };
  const ats = { methods: { getMarketCalendar } } as unknown as OpenAts;
  const settlement = new SettlementDays({ ats, days, nowMs: () => nowMs, isClosed: () => false });
  return { settlement, years, pass: (ms: number) => (nowMs += ms) };
}

test.each([
  ['2026-07-01T15:00:00Z', 0, '20260701'],
  ['2026-07-01T15:00:00Z', 1, '20260702'],
  ['2026-07-02T15:00:00Z', 1, '20260706'],
  // The evening in New York is the next day in UTC.
  ['2026-07-03T01:00:00Z', 1, '20260706'],
  ['2026-11-24T15:00:00Z', 2, '20261127'],
  ['2026-12-31T20:00:00Z', 1, '20270104'],
  ['2026-12-30T20:00:00Z', 3, '20270105'],
])('a trade of %s is settled %i business days later on %s', async (time, days, date) => {
  const { settlement } = calendar(days, 2);
  await settlement.prepared([time]);
  expect(settlement.of(time)).toBe(date);
});

test('without the setting nothing is read and said, and before a read nothing is said', () => {
  const { settlement, years } = calendar(undefined);
  expect([settlement.prepared(['2026-07-01T15:00:00Z']), settlement.of('2026-07-01T15:00:00Z'), years]).toEqual([
    ...[undefined, undefined, []],
  ]);
  expect(calendar(1).settlement.of('2026-07-01T15:00:00Z')).toBeUndefined();
});

test('where the key may not read the days nothing is said, and each report does not ask again', async () => {
  let asked = 0;
  const getMarketCalendar = async () => {
    asked += 1;
    throw new Error('refused');
  };
  const ats = { methods: { getMarketCalendar } } as unknown as OpenAts;
  const settlement = new SettlementDays({ ats, days: 1, nowMs: () => 10_000_000, isClosed: () => false });
  await settlement.prepared(['2026-07-01T15:00:00Z']);
  expect(settlement.of('2026-07-01T15:00:00Z')).toBeUndefined();
  expect(settlement.prepared(['2026-07-01T15:00:00Z'])).toBeUndefined();
  expect(asked).toBe(2);
});

test('the days of a year are read again after an hour, because the operator may change them', async () => {
  const { settlement, years, pass } = calendar(1);
  const prepare = () => settlement.prepared(['2026-07-01T15:00:00Z', '2026-08-01T15:00:00Z']);
  await prepare();
  expect(prepare()).toBeUndefined();
  expect(years).toEqual([2026, 2027]);
  pass(3_600_001);
  await prepare();
  expect(years).toEqual([2026, 2027, 2026, 2027]);
});

test('a fill, its correction, its bust and the trade reports are booked alike', async () => {
  const venue = await Venue.start();
  const { issuerId: issuerid, securityId: securityid } = venue;
  await venue.api().methods.cancelOrders({});
  const key = await venue.newClient('trading');
  const peer = await Peer.open({ baseUrls: venue.url, key, options: { tradeReports: true }, settlementDays: 1 });
  const trader = new Trader(peer, securityid);
  const other = (action: 'Buy' | 'Sell', price: string) =>
    venue.api().methods.createOrder({
      ...{ memberid: 'M1', issuerid, securityid, type: 'Limit', action, quantity: 10, price },
      ...{ expiration: 'GTC', disclosePrice: 'Yes', solicited: 'Unsolicited' },
    });
  const report = async (clOrdId: string, execType: string) =>
    named(await peer.next(has('8', [TAG.ClOrdID, clOrdId], [TAG.ExecType, execType])));
  trader.enter('there', 'Buy', { quantity: 10, price: '20' });
  await report('there', '0');
  await other('Sell', '20');
  await other('Sell', '21');
  await report('there', 'F');
  trader.enter('comes', 'Buy', { quantity: 10, price: '21' });
  const { methods } = venue.operator;
  for (const [clOrdId, liquidity] of [
    ['there', '1'],
    ['comes', '2'],
  ] as const) {
    const fill = await report(clOrdId, 'F');
    const [tradeID = ''] = (fill.ExecID as string).split('-');
    await methods.adjustTrade({ tradeID, price: '19', quantity: 10, reason: 'a wrong price' });
    await methods.bustTrade({ tradeID, reason: 'an example' });
    const booked = { TradeDate: fill.TradeDate, SettlDate: fill.SettlDate };
    expect(fill).toMatchObject({ SettlDate: expect.stringMatching(/^20\d{6}$/), LastLiquidityInd: liquidity });
    expect(Number(fill.SettlDate)).toBeGreaterThan(Number(fill.TradeDate));
    for (const type of ['G', 'H']) {
      expect(await report(clOrdId, type)).toMatchObject({ ...booked, LastLiquidityInd: liquidity });
    }
    for (const transType of ['0', '1', '2']) {
      const trade = await peer.next(has('AE', [880, tradeID], [487, transType]));
      expect(named(trade)).toMatchObject(booked);
    }
  }
  await peer.kill();
});
