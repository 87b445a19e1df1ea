/** Quotes that a mass cancel concerns (V47). */
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../support/database.ts';
import { SECURITY } from '../ats/fixtures.ts';
import { errorOf } from '../shared/api.ts';
import { type Desk, startDesk } from './desk.ts';

type Item = Record<string, unknown>;
const quotesOf = async (desk: Desk, as: string, orderid: string) =>
  (await desk.ask(as, 'getQuotes', { orderid })).quotes as Item[];
const refusal = async (desk: Desk, as: string, method: string, body: Item, code: string) =>
  errorOf(await desk.call('POST', method, body, { as }), code);

describeOnEachDatabase('quotes and mass cancels', (open) => {
  const start = () => startDesk(open);

  test('a mass cancel of the client that quotes cancels its quotes, and no other (V47)', async () => {
    const desk = await start();
    const orderid = await desk.order('C1');
    const [quoteId, other] = [await desk.quote(orderid), await desk.quote(orderid, {}, 'C3')];
    const { events } = desk;
    desk.fired.length = 0;
    await desk.ask('C2', 'cancelOrders', {});
    expect(await refusal(desk, 'C1', 'acceptQuote', { quoteId }, '190')).toContain('Cancelled');
    const reason = 'its client, or the operator, cancelled many at once';
    const cancelled = { quoteId, quoteStatus: 'Cancelled', reason, reasonCode: 'mass-cancelled' };
    expect(await quotesOf(desk, 'C1', orderid)).toMatchObject([cancelled, { quoteId: other, quoteStatus: 'Open' }]);
    expect(desk.fired).toMatchObject([
      { clientId: 'C2', method: 'updateQuote', fields: cancelled },
      { clientId: 'C1', method: 'updateQuote', fields: cancelled },
    ]);
    const notices = events.flatMap((event) => (event.type === 'notice' ? [event.notice] : []));
    const cancels = notices.filter(({ to }) => to[0]!.fields.quoteStatus === 'Cancelled');
    expect(cancels.map(({ to }) => to.map(({ clientId }) => clientId))).toEqual([['C2', 'C1']]);
    await desk.ask('C1', 'acceptQuote', { quoteId: other });
    const later = await desk.quote(orderid, { quantity: '10' });
    await desk.ask('C1', 'acceptQuote', { quoteId: later });
  });

  test.each([
    [
      'an expired timer',
      async ({ exchange, time }: Desk) => {
        await exchange.submit({ type: 'cancelAllAfter', clientId: 'C2', seconds: 5 });
        time.advanceMs(6000);
        await exchange.submit({ type: 'cancelAllAfter', clientId: 'C3', seconds: 0 });
      },
    ],
    [
      'a kill switch of the venue that is released',
      async ({ exchange }: Desk) => {
        const scope = { securityId: SECURITY };
        for (const type of ['throwSwitch', 'releaseSwitch'] as const) {
          await exchange.submit({ type, scope: { ...scope, clientId: 'C2' }, by: 'operator', reason: 'stop' });
        }
      },
    ],
    [
      'the operator',
      async ({ exchange }: Desk) => {
        await exchange.submit({ type: 'cancelOrders', clientId: 'C2', filter: { side: 'sell' }, byOperator: true });
      },
    ],
  ])('%s cancels quotes', async (_, cancel) => {
    const desk = await start();
    const orderid = await desk.order('C1');
    const quoteId = await desk.quote(orderid);
    await cancel(desk);
    expect(await desk.statusOf(quoteId)).toBe('Cancelled');
    const again = await desk.quote(orderid);
    expect(await refusal(desk, 'C1', 'acceptQuote', { quoteId }, '190')).toContain('Cancelled');
    await desk.ask('C1', 'acceptQuote', { quoteId: again });
  });
});
