import { expect, test } from 'vitest';
import {
  type Caller,
  type Fields,
  OPERATOR,
  ORDER,
  OTHER_ISSUER,
  OTHER_SECURITY,
  OTHER_TRADER,
  SECURITY,
  TRADER,
} from './fixtures.ts';
import { openForEachTest, venue } from './venue-for-each-test.ts';

openForEachTest();

const call = async (method: string, fields: Fields, caller: Caller = TRADER) =>
  (await venue.post(caller, method, fields, { encoding: 'json' })).body as Fields;
const update = (reference: Fields, over: Fields = {}) =>
  call('updateSecurityReference', { securityId: SECURITY, reference, ...over }, OPERATOR);

test('orders and trades are filtered by the symbol of this moment (V67)', async () => {
  for (const named of [ORDER, { ...ORDER, issuerid: OTHER_ISSUER, securityid: OTHER_SECURITY }]) {
    expect(await call('createOrder', named)).toMatchObject({ statusCode: '101' });
    expect(await call('createOrder', { ...named, action: 'Sell' }, OTHER_TRADER)).toMatchObject({ statusCode: '101' });
  }
  const found = async (path: string, query: string, caller: Caller = TRADER) => {
    const { body } = await venue.get(caller, `${path}?${query}`);
    const { ats_orders, ats_trades, statusCode } = body as Record<string, Fields[]>;
    const items = (ats_orders ?? ats_trades)!;
    return items.length === 0 ? statusCode : items.map(({ securityId, offeringId }) => securityId ?? offeringId);
  };
  await update({ symbol: 'ABC' });
  const [one, other] = [String(SECURITY), String(OTHER_SECURITY)];
  for (const path of ['ats/orders', 'ats/trades']) {
    expect(await found(path, 'filter[symbol]=abc')).toEqual([one]);
    expect(await found(path, 'filter[symbol]=ABCD')).toBe('101');
    expect(await found(path, 'filter[symbol]=A%20B')).toBe('1400');
    // By an index, and with other conditions.
    expect(await found(path, `filter[symbol]=ABC&filter[shares]=${ORDER.quantity}`)).toEqual([one]);
    expect(await found(path, `filter[symbol]=ABC&filter[securityId]=${other}`)).toBe('101');
    expect(await found(path, 'filter[symbol]=ABC', OPERATOR)).toEqual([one, one]);
  }
  await update({});
  await update({ symbol: 'ABC' }, { securityId: OTHER_SECURITY });
  await update({ symbol: 'XYZ' });
  for (const path of ['ats/orders', 'ats/trades']) {
    expect(await found(path, 'filter[symbol]=ABC')).toEqual([other]);
    expect(await found(path, 'filter[symbol]=ABC&filter[symbol]=XYZ')).toEqual([other, one]);
  }
});
