/** The methods of auctions (Q7, Q13), and what other methods show of a call. */
import { describe, expect, test } from 'vitest';
import { turn } from '../../support/manual-time.ts';
import {
  type Caller,
  type Fields,
  faulty,
  OPERATOR,
  ORDER,
  OTHER_TRADER,
  OWNER,
  refused,
  SECURITY,
  TRADER,
} from './fixtures.ts';
import { FIRST, newOrder, offer, openForEachTest, venue } from './venue-for-each-test.ts';

openForEachTest();

const call = async (method: string, fields: Fields = {}, caller: Caller = TRADER) =>
  (await venue.post(caller, method, { securityId: SECURITY, ...fields }, { encoding: 'json' })).body as Fields;
const set = (plan: Fields, over: Fields = {}, caller: Caller = OWNER) =>
  call('setAuctionPlan', { plan, ...over }, caller);

const NOON = { at: '12:00', callSeconds: 300, noCancelSeconds: 60, randomEndSeconds: 0 };
const PLAN = {
  auctions: [
    { ...NOON, at: 'Open' },
    { ...NOON, weekdays: ['Monday', 'Tuesday'], datesOfMonth: [2, 3] },
    { ...NOON, at: 'Close', randomEndSeconds: 30 },
  ],
  afterHalt: { callSeconds: 120, noCancelSeconds: 0, randomEndSeconds: 10 },
  continuous: 'No',
  collar: '12.50',
};

async function moveTo(instant: string): Promise<void> {
  venue.clock.moveTo(instant);
  await venue.post(TRADER, 'cancelOrder', { orderid: '1' });
}

describe('the plan (Q7)', () => {
  test('is shown as it can be sent again, with its version', async () => {
    const none = { version: 0, plan: { auctions: [], continuous: 'Yes' } };
    expect(await call('getAuctionPlan')).toMatchObject({ auctionPlan: none });
    expect(await set(PLAN)).toMatchObject({ statusCode: '101', auctionPlan: { version: 1, plan: PLAN } });
    expect(await set(PLAN, { expectedVersion: 1 }, OPERATOR)).toMatchObject({ auctionPlan: { version: 2 } });
    expect(await call('getAuctionPlan')).toMatchObject({ auctionPlan: { version: 2, plan: PLAN } });
    expect(await set({})).toMatchObject({ auctionPlan: { version: 3, plan: none.plan } });
    expect(await set(PLAN, { expectedVersion: 2 })).toMatchObject({
      ...refused(190, 'the plan of auctions has another version by now'),
      reasonCode: 'auction-plan-has-another-version',
    });
  });

  test('is that of the client that owns the offering, or the operator', async () => {
    expect(await set(PLAN, {}, TRADER)).toMatchObject({ statusCode: '162' });
    expect(await set(PLAN, { securityId: 1 })).toMatchObject({ statusCode: '138' });
    expect(await call('getAuctionPlan', { securityId: 1 })).toMatchObject({ statusCode: '138' });
  });

  const of = (...auctions: Fields[]) => ({ auctions });
  test.each([
    ['eleven auctions', of(...Array.from({ length: 11 }, () => NOON)), /"auctions".* must not have more than 10 items/],
    ['no moment', of({ ...NOON, at: 'noon' }), /item 0 .*must be Open, Close or a time, HH:MM/],
    ['no minute of a day', of({ ...NOON, at: '24:00' }), /must be Open, Close or a time/],
    ['an unknown weekday', of({ ...NOON, weekdays: ['Someday'] }), /must be one of Monday/],
    ['the 32nd of a month', of({ ...NOON, datesOfMonth: [32] }), /must be from 1 to 31/],
    ['no length', of({ at: 'Open' }), /callSeconds/],
    ['more binding seconds than the call has', of({ ...NOON, noCancelSeconds: 301 }), /at most callSeconds/],
    ['the same after a halt', { afterHalt: { callSeconds: 5, noCancelSeconds: 6 } }, /at most callSeconds/],
    ['a collar of thousandths', { collar: '1.001' }, /must not have more than 2 decimals/],
    ['an unknown field', { open: 'Yes' }, /unknown field/],
    [
      'a call longer than the session',
      of({ ...NOON, at: 'Open', callSeconds: 40_000 }),
      /item 0 has a call that no session/,
    ],
    ['a time before the session', of({ ...NOON, at: '09:30' }), /item 0 has a call that no session/],
    ['a call that begins with the session', of({ ...NOON, at: '09:35' }), /item 0 has a call that no session/],
    ['days without a session', of({ ...NOON, weekdays: ['Sunday'] }), /item 0 has a call that no session/],
    ['no date at all', of({ ...NOON, datesOfMonth: [] }), /item 0 has a call that no session/],
    ['two at one time', of(NOON, { ...NOON, at: '12:04' }), /item 1 overlaps item 0/],
    [
      'one that another one may reach',
      of({ ...NOON, randomEndSeconds: 60 }, { ...NOON, at: '12:05' }),
      /item 1 overlaps item 0/,
    ],
    ['one at the close over another', of({ ...NOON, at: '15:58' }, { ...NOON, at: 'Close' }), /item 1 overlaps item 0/],
  ])('refuses %s by name', async (_, plan, said) => {
    expect(await set(plan)).toMatchObject({ statusCode: '106', 'Error(s)': expect.stringMatching(said) });
    expect(await call('getAuctionPlan')).toMatchObject({ auctionPlan: { version: 0 } });
  });

  test('takes auctions that never meet', async () => {
    const plan = of(
      NOON,
      { ...NOON, at: '12:05' },
      { ...NOON, at: '13:00', weekdays: ['Monday'] },
      { ...NOON, at: '13:02', weekdays: ['Friday'] },
      { ...NOON, at: '14:00', datesOfMonth: [1] },
      { ...NOON, at: '14:02', datesOfMonth: [2] },
    );
    expect(await set(plan)).toMatchObject({ statusCode: '101' });
  });
});

describe('a call (Q8, Q13)', () => {
  test('is shown with its bounds, and the auction when it is over', async () => {
    await set({ auctions: [NOON] });
    const next = { kind: 'Time', begins: '2026-03-02T16:55:00.000000Z', ends: '2026-03-02T17:00:00.000000Z' };
    expect(await call('getAuction')).toMatchObject({ auction: { market: 'open', call: null, next } });
    await moveTo('2026-03-02T16:55:00Z');
    expect(await call('getAuction')).toMatchObject({
      auction: {
        market: 'call',
        next: null,
        call: {
          ...{ auctionId: '1', kind: 'Time', extended: 'No', calledAt: next.begins },
          ...{ endsAt: next.ends, latestEnd: next.ends, noCancelFrom: '2026-03-02T16:59:00.000000Z' },
        },
      },
    });
    expect(await call('getMarketStatus')).toMatchObject({
      market: 'call',
      reasonCode: 'auction',
      nextChange: { market: 'open', time: '2026-03-02 17:00:00' },
    });
    const id = await newOrder();
    await offer({ quantity: '60' });
    expect((await venue.post(TRADER, 'explainOrder', { orderid: id })).body).toMatchObject({
      explanation: { market: 'call', waitsFor: [{ reasonCode: 'call-of-the-auction', rule: 'Q8' }] },
    });
    await moveTo('2026-03-02T16:59:00Z');
    expect((await venue.post(TRADER, 'cancelOrder', { orderid: id })).body).toMatchObject({
      statusCode: '190',
      reasonCode: 'order-is-binding',
    });
    await moveTo('2026-03-02T17:00:00Z');
    expect(await call('getAuctions')).toMatchObject({
      more: 'No',
      auctions: [
        {
          ...{ auctionId: '1', kind: 'Time', uncrossed: 'Yes', extended: 'No', price: '10.250000' },
          ...{ volume: '60.000000', surplus: '40.000000', surplusSide: 'Buy' },
        },
      ],
    });
    expect(await call('getAuctions', { before: 1 })).toMatchObject({ auctions: [], more: 'No' });
    expect(await call('getAuctions', { limit: 1001 })).toMatchObject({ statusCode: '106' });
  });

  test('without continuous trading the market is closed between auctions, by the plan', async () => {
    await set({ auctions: [NOON], continuous: 'No' });
    expect(await call('getMarketStatus')).toMatchObject({
      market: 'closed',
      reasonCode: 'auction-plan',
      nextChange: { market: 'call', time: '2026-03-02 16:55:00' },
    });
  });
});

test('an order for an auction needs a security with auctions (Q9)', async () => {
  const enter = async () => (await venue.post(TRADER, 'createOrder', { ...ORDER, expiration: 'Auction' })).body;
  expect(await enter()).toMatchObject({
    ...faulty('expiration', 'needs a Limit order that is not post-only, and a security with auctions'),
    reasonCode: 'no-auctions',
  });
  await set({ auctions: [NOON] });
  expect(await enter()).toMatchObject({ statusCode: '101', orderDetails: { orderStatus: 'Live' } });
  const waiting = (await venue.post(TRADER, 'explainOrder', { orderid: FIRST })).body;
  expect(waiting).toMatchObject({ explanation: { waitsFor: [{ reasonCode: 'next-auction', rule: 'Q9' }] } });
  const hidden = await venue.post(OTHER_TRADER, 'getDepth', { securityId: SECURITY });
  expect(hidden.body).toMatchObject({ depth: { bids: [] } });
});

test('getAuction shows what the disclosed orders of a call would trade (Q15)', async () => {
  await set({ auctions: [NOON], continuous: 'No' });
  await newOrder({ price: '12' });
  await offer({ quantity: '60', price: '10' });
  await offer({ quantity: '500', price: '9', disclosePrice: 'No' });
  await moveTo('2026-03-02T16:55:00Z');
  await turn();
  const indication = { price: '12.000000', volume: '60.000000', surplus: '40.000000', surplusSide: 'Buy' };
  expect(await call('getAuction')).toMatchObject({ auction: { call: { indication } } });
  await moveTo('2026-03-02T17:00:00Z');
  expect(await call('getAuction')).toMatchObject({ auction: { call: null } });
});
