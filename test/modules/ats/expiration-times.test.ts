import { describe, expect, test } from 'vitest';
import type { OrderId } from '../../../src/exchange/api/units.ts';
import { type Fields, faulty, TRADER } from './fixtures.ts';
import { enter, FIRST, newOrder, openForEachTest, venue } from './venue-for-each-test.ts';

openForEachTest();

/** The venue begins on Monday, 2 March 2026, at 10:00 in New York. */
const TODAY = { expiration: 'Other', expirationDate: '2026-03-02' };

describe('expirationTime (M14)', () => {
  test('is shown with the order, and is the minute at which it ends', async () => {
    const id = await newOrder({ ...TODAY, expirationTime: '10:05' });
    const { body } = await venue.post(TRADER, 'getOrder', { orderid: id });
    const [shown] = (body as { orderDetails: Fields[] }).orderDetails;
    expect(shown).toMatchObject({ expirationTime: '10:05' });
    expect(venue.exchange.order(Number(FIRST) as OrderId)?.ticket.optional).toEqual({ expirationTime: '10:05' });
  });

  test.each([
    [{ ...TODAY, expirationTime: '10:00' }, 'must be in the future (US Eastern)'],
    [{ ...TODAY, expirationTime: '09:59' }, 'must be in the future (US Eastern)'],
    [{ ...TODAY, expirationTime: '24:00' }, 'must be a time, HH:MM'],
    [{ ...TODAY, expirationTime: '9:30' }, 'must be a time, HH:MM'],
    [{ expiration: 'GTC', expirationTime: '10:05' }, 'needs expiration Other'],
    [{ expiration: 'Day', expirationDate: '2026-03-02', expirationTime: '10:05' }, 'needs expiration Other'],
  ])('is refused by name: %o', async (fields, reason) => {
    expect((await enter(fields)).body).toEqual(faulty('expirationTime', reason));
  });
});
