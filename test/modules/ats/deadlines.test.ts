import { expect, test } from 'vitest';
import type { OrderId } from '../../../src/exchange/api/units.ts';
import { faulty, ORDER, refused, TRADER } from './fixtures.ts';
import { enter, FIRST, newOrder, openForEachTest, statusOf, venue } from './venue-for-each-test.ts';

openForEachTest();

const TOO_LATE = {
  ...refused(190, 'the deadline of the call was over when it was applied'),
  reasonCode: 'too-late',
};

/** As a parameter has it: microseconds from now. */
function inMicroseconds(more: number): string {
  const nowUs = venue.exchange.nowUs() + more;
  const second = new Date(Math.floor(nowUs / 1_000_000) * 1000).toISOString().slice(0, 19);
  return `${second}.${String(nowUs % 1_000_000).padStart(6, '0')}Z`;
}

test('createOrder, validateOrder and replaceOrder after their deadline change nothing (V71)', async () => {
  const late = { deadline: inMicroseconds(-1) };
  expect((await enter(late)).body).toEqual(TOO_LATE);
  expect((await venue.post(TRADER, 'validateOrder', { ...ORDER, ...late })).body).toEqual(TOO_LATE);
  expect(statusOf(FIRST)).toBeUndefined();
  const id = await newOrder({ deadline: inMicroseconds(0) });
  const replace = (fields: object) => venue.post(TRADER, 'replaceOrder', { orderid: id, quantity: '60', ...fields });
  expect((await replace(late)).body).toEqual(TOO_LATE);
  expect((await replace({ deadline: inMicroseconds(0) })).body).toMatchObject({ statusCode: '101' });
  expect(venue.exchange.order(Number(id) as OrderId)).toMatchObject({ quantity: 60 });
});

test('a deadline alone changes nothing, and one that is no moment is named', async () => {
  const id = await newOrder();
  const only = await venue.post(TRADER, 'replaceOrder', { orderid: id, deadline: inMicroseconds(9) });
  expect(only.body).toEqual(
    faulty('quantity', 'Missing, as are price, contingencies, minimumThreshold, newToken, displayQuantity'),
  );
  const wrong = await enter({ deadline: 'soon' });
  expect(wrong.body).toEqual(faulty('deadline', 'must be a time in UTC, such as 2026-03-02T14:30:00.000001Z'));
});

test('a call that is repeated with its key after the deadline has the first answer', async () => {
  const call = { deadline: inMicroseconds(1000) };
  const keyed = () => venue.post(TRADER, 'createOrder', { ...ORDER, ...call }, { idempotencyKey: 'K1' });
  const { body } = await keyed();
  venue.clock.moveTo(venue.exchange.nowUs() + 5000);
  expect((await keyed()).body).toEqual(body);
});
