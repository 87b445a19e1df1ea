import { expect, test } from 'vitest';
import {
  type Caller,
  type Fields,
  ISSUER,
  OPERATOR,
  ORDER,
  OTHER_TRADER,
  OWNER,
  SECURITY,
  TRADER,
} from './fixtures.ts';
import { openVenue, type Venue } from './venue.ts';

/** A day of a venue: what is recent and what only the history has, read by all who may, repeated and refused. */
async function repliesOf(venue: Venue): Promise<readonly object[]> {
  const replies: object[] = [];
  const call = async (caller: Caller, method: string, fields: Fields, idempotencyKey?: string) => {
    replies.push(await venue.post(caller, method, fields, idempotencyKey === undefined ? {} : { idempotencyKey }));
  };
  const readAll = async () => {
    for (const orderid of ['100100', '100200', '100300', '100900']) await call(TRADER, 'getOrder', { orderid });
    for (const caller of [TRADER, OTHER_TRADER, OPERATOR] as const) await call(caller, 'getOrder', { token: 't' });
    await call(TRADER, 'getOrder', { token: 't', before: '100400', limit: 1 });
    for (const matchId of ['100100', '100900']) await call(TRADER, 'getMatchedTrade', { matchId });
    await call(TRADER, 'cancelOrder', { orderid: '100100' });
    await call(OWNER, 'updateOrder', { orderid: '100100', issuerid: ISSUER, orderStatus: 'Live' });
  };
  await call(TRADER, 'createOrder', { ...ORDER, token: 't' }, 'k');
  await call(OTHER_TRADER, 'createOrder', { ...ORDER, action: 'Sell', token: 't', quantity: '150' });
  await call(TRADER, 'createOrder', { ...ORDER, token: 't' }, 'k');
  await call(TRADER, 'createOrder', { ...ORDER, token: 'other' }, 'k');
  await readAll();
  venue.project();
  await readAll();
  await venue.post(OWNER, 'updateSecuritySettings', { securityId: SECURITY, orderApproval: 'Yes' });
  for (let count = 0; count < 3; count++) await call(TRADER, 'createOrder', { ...ORDER, token: 't' });
  await call(OWNER, 'getOrdersForApproval', { securityId: SECURITY });
  await call(OWNER, 'getOrdersForApproval', { securityId: SECURITY, limit: 1, after: '100300' });
  await call(OWNER, 'getOrder', { orderid: '100300' });
  await call(OWNER, 'updateOrder', { orderid: '100300', issuerid: ISSUER, orderStatus: 'Live' });
  await readAll();
  return replies;
}

test('an exchange that answers reads of orders later is answered from as one that answers at once', async () => {
  const [atOnce, later] = [await openVenue(), await openVenue(undefined, 'later')];
  try {
    const replies = await repliesOf(atOnce);
    expect(await repliesOf(later)).toEqual(replies);
    // Of an order that is recent, one that only the history has, one that waits for approval, and one that is unknown.
    const codes = replies.map((reply) => (reply as { body: Fields }).body.statusCode);
    expect(new Set(codes)).toEqual(new Set(['101', '190', '404', '409']));
    expect(JSON.stringify(replies)).toContain('"replayed":"true"');
  } finally {
    await atOnce.close();
    await later.close();
  }
});
