import { describe, expect, test } from 'vitest';
import { type Fields, ORDER, TRADER } from './fixtures.ts';
import { openForEachTest, venue } from './venue-for-each-test.ts';

openForEachTest();

const FINAL = { prefer: 'respond-async, return=final' };

const place = (fields: Fields, options: { prefer?: string; idempotencyKey?: string } = FINAL) =>
  venue.post(TRADER, 'createOrder', { ...ORDER, ...fields }, options);

async function outcomeOf(fields: Fields, options = FINAL): Promise<unknown> {
  return ((await place(fields, options)).body as Fields).outcome;
}

const NOTHING = { filledShares: '0.000000', filledAmount: '0.000000', averagePrice: null, fills: [], moreFills: 'No' };

describe('createOrder with Prefer: return=final (H15)', () => {
  test('answers the fills and the end of an IOC order', async () => {
    await place({ action: 'Sell', quantity: '30', price: '10.1' });
    await place({ action: 'Sell', quantity: '50' });
    const eventTime = '2026-03-02T15:00:00.000000Z';
    expect(await outcomeOf({ expiration: 'IOC' })).toEqual({
      orderStatus: 'Partially Executed & Cancelled',
      isFinal: 'Yes',
      number_shares: '100.000000',
      shares_remaining: '20.000000',
      filledShares: '80.000000',
      filledAmount: '815.500000',
      averagePrice: '10.193750',
      reasonCode: 'immediate-remainder-cancelled',
      fills: [
        { matchId: '100100', fillPrice: '10.100000', fillShares: '30.000000', eventTime },
        { matchId: '100200', fillPrice: '10.250000', fillShares: '50.000000', eventTime },
      ],
      moreFills: 'No',
    });
  });

  test('answers that an order rests, without waiting for it', async () => {
    const rests = { ...NOTHING, orderStatus: 'Live', isFinal: 'No', reasonCode: null };
    expect(await outcomeOf({})).toMatchObject(rests);
  });

  test('answers an IOC order that trades in several slices once it has ended', async () => {
    for (let i = 0; i < 150; i++) await place({ action: 'Sell', quantity: '1' }, {});
    const outcome = (await outcomeOf({ expiration: 'IOC', quantity: '150' })) as { fills: unknown[] };
    expect(outcome).toMatchObject({ orderStatus: 'Executed', isFinal: 'Yes', filledShares: '150.000000' });
    expect(outcome.fills).toHaveLength(150);
  });

  test('adds nothing without the header, or with another preference', async () => {
    expect(await outcomeOf({}, { prefer: 'return=minimal' })).toBeUndefined();
    expect((await place({}, {})).body).not.toHaveProperty('outcome');
  });

  test('repeats the outcome as it then is for the same idempotency key', async () => {
    const options = { ...FINAL, idempotencyKey: 'k1' };
    const first = await place({ quantity: '10' }, options);
    await place({ action: 'Sell', quantity: '4' });
    const again = await place({ quantity: '10' }, options);
    expect(again).toMatchObject({ replayed: 'true', body: { outcome: { filledShares: '4.000000' } } });
    expect((again.body as Fields).orderDetails).toEqual((first.body as Fields).orderDetails);
  });

  test('is refused as without it', async () => {
    expect((await place({ quantity: '0' })).body).toMatchObject({ statusCode: '106' });
  });
});
