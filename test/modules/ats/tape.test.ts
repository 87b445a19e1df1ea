import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type Caller,
  type Fields,
  faulty,
  OPERATOR,
  ORDER,
  OTHER_SECURITY,
  OTHER_TRADER,
  refused,
  SECURITY,
  TRADER,
} from './fixtures.ts';
import { openVenue, type Venue } from './venue.ts';

let venue: Venue;
beforeEach(async () => {
  venue = await openVenue();
});
afterEach(() => venue.close());

const tape = async (fields: Fields = {}, caller: Caller = TRADER) =>
  (await venue.post(caller, 'getTape', { securityId: SECURITY, ...fields })).body as { tape: Fields[] };

async function trade(quantity: string, comes: 'Buy' | 'Sell' = 'Buy'): Promise<void> {
  const [first, second] = comes === 'Buy' ? ['Sell', 'Buy'] : ['Buy', 'Sell'];
  await venue.post(OTHER_TRADER, 'createOrder', { ...ORDER, action: first, quantity });
  await venue.post(TRADER, 'createOrder', { ...ORDER, action: second, quantity });
}

describe('getTape (N12)', () => {
  test("lists today's trades of a security to everybody, newest first, with the side that came", async () => {
    await trade('30', 'Buy');
    await trade('40', 'Sell');
    const told = await tape();
    expect(told.tape).toEqual([
      {
        ...{ tradeId: '100200', time: '2026-03-02T15:00:00.000000Z', price: '10.250000', quantity: '40.000000' },
        ...{ side: 'Sell', block: 'No', busted: 'No' },
      },
      expect.objectContaining({ tradeId: '100100', quantity: '30.000000', side: 'Buy' }),
    ]);
    expect(await tape({}, OPERATOR)).toEqual(told);
    expect((await tape({ limit: 1 })).tape).toEqual(told.tape.slice(0, 1));
    expect((await tape({ securityId: OTHER_SECURITY })).tape).toEqual([]);
  });

  test('begins with the trading day (US Eastern)', async () => {
    await trade('30');
    venue.clock.moveTo('2026-03-03T15:00:00Z');
    expect((await tape()).tape).toEqual([]);
    await trade('40');
    expect((await tape()).tape).toHaveLength(1);
  });

  test('says which trade was busted', async () => {
    await trade('30');
    await trade('40');
    const fields = { tradeID: '100100', price: '10.250000', quantity: '30' };
    const to = [{ clientId: TRADER, fields }];
    await venue.exchange.submit({ type: 'notice', kind: 'bust', noticeId: 'N1', securityId: SECURITY, to });
    expect((await tape()).tape.map(({ busted }) => busted)).toEqual(['No', 'Yes']);
  });

  test('refuses a security that is none, and names what is wrong', async () => {
    expect(await tape({ securityId: '1' })).toEqual(refused(138, 'there is no such security'));
    expect(await tape({ securityId: undefined })).toEqual(faulty('securityId', 'Missing'));
    expect(await tape({ limit: 1001 })).toMatchObject({ statusCode: '106' });
  });
});
