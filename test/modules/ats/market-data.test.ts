import { expect, test } from 'vitest';
import { methodNamed } from '../../../src/http/methods/inner-call.ts';
import { atsModule } from '../../../src/modules/ats/index.ts';
import { testClient } from '../../support/served-api.ts';
import { ORDER, OTHER_SECURITY, refused, SECURITY, TRADER } from './fixtures.ts';
import { openForEachTest, venue } from './venue-for-each-test.ts';

openForEachTest();

const call = async (method: string, fields: object) => (await venue.post(TRADER, method, fields as never)).body;

test('getDepth answers with the best levels, as the stream shows them, and with their seq (S40)', async () => {
  for (const price of ['10.25', '10.25', '10.00', '9.00']) {
    await call('createOrder', { ...ORDER, action: 'Buy', type: 'Limit', quantity: '5', price });
  }
  let seq = 0;
  const unsubscribe = venue.exchange.subscribe((event) => {
    seq = event.seq;
  });
  // The last that changes what is asked for: the offers begin to show a request for quote.
  await call('createOrder', { ...ORDER, action: 'Sell', type: 'RFQ', price: '11.00' });
  unsubscribe();
  await call('createOrder', { ...ORDER, action: 'Buy', type: 'Limit', quantity: '5', price: '8.00' });
  // Neither a lower level nor a hidden order counts.
  await call('createOrder', { ...ORDER, action: 'Buy', price: '7.00', disclosePrice: 'No' });
  const { depth } = (await call('getDepth', { securityId: SECURITY, levels: 2 })) as { depth: object };
  expect(depth).toEqual({
    securityId: String(SECURITY),
    seq,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    market: 'open',
    bids: [
      { price: '10.250000', quantity: 10, orders: 2 },
      { price: '10.000000', quantity: 5, orders: 1 },
    ],
    offers: [],
    bidRfq: false,
    offerRfq: true,
  });
  expect(await call('getDepth', { securityId: 1 })).toEqual(refused(138, 'there is no such security'));
  expect(await call('getDepth', { securityId: SECURITY, levels: 101 })).toMatchObject({ statusCode: '106' });
});

test('getTops reads the tops of all securities in pages (S41)', async () => {
  await call('createOrder', { ...ORDER, action: 'Buy', type: 'Limit', quantity: '5', price: '10.25' });
  const all = (await call('getTops', {})) as { tops: { securityId: string }[]; moreTops: string };
  expect(all.moreTops).toBe('No');
  const traded = all.tops.find(({ securityId }) => securityId === String(SECURITY));
  expect(traded).toMatchObject({ seq: 1, market: 'open', bid: { price: '10.250000', quantity: 5 }, offer: null });
  expect(all.tops.find(({ securityId }) => securityId === String(OTHER_SECURITY))).toMatchObject({ seq: 0, bid: null });
  const pages = [];
  for (let after = '0', more = 'Yes'; more === 'Yes'; ) {
    const page = (await call('getTops', { after, limit: 1 })) as typeof all;
    pages.push(...page.tops);
    more = page.moreTops;
    after = page.tops[0]?.securityId ?? '';
  }
  expect(pages.map(({ securityId }) => securityId)).toEqual(all.tops.map(({ securityId }) => securityId));
});

test('a key that may not call getClob may call neither (S3)', async () => {
  const call = {
    client: testClient(TRADER, { deniedMethods: new Set(['getClob']) }),
    values: { securityId: SECURITY },
  };
  const methods = atsModule({ exchange: venue.exchange } as never);
  for (const name of ['getDepth', 'getTops']) {
    const refusal = async () => methodNamed(methods, name).handler(call as never);
    await expect(refusal()).rejects.toMatchObject({ statusCode: 111 });
  }
});
