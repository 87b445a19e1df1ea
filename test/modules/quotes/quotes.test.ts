import { expect, test } from 'vitest';
import type { LimitPolicy } from '../../../src/exchange/api/limit-policy.ts';
import { VenueUnavailable } from '../../../src/exchange/api/outcomes.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { ACCOUNT, OWNER, SECURITY } from '../ats/fixtures.ts';
import { errorOf, fieldsOf } from '../shared/api.ts';
import { type Desk, QUOTE, startDesk } from './desk.ts';

type Item = Record<string, unknown>;
const matchesOf = (desk: Desk) => desk.events.filter(({ type }) => type === 'match');
const quotesOf = async (desk: Desk, as: string, orderid: string) =>
  (await desk.ask(as, 'getQuotes', { orderid })).quotes as Item[];
const refusal = async (desk: Desk, as: string, method: string, body: Item, code: string) =>
  errorOf(await desk.call('POST', method, body, { as }), code);

describeOnEachDatabase('quotes on RFQ orders', (open) => {
  const start = () => startDesk(open);

  test('the client of the order gets a quote and accepts it: orders and match look like any other', async () => {
    const desk = await start();
    const orderid = await desk.order('C1');
    const quoteId = await desk.quote(orderid, { accountid: ACCOUNT, token: 'mine' });
    const shown = {
      ...{ quoteId, orderId: orderid, securityId: String(SECURITY), memberId: '5002', action: 'Offer' },
      ...{ price: '10.500000', quantity: '40.000000', version: 1, quoteStatus: 'Open', matchId: null },
      ...{ reason: null, reasonCode: null, expiresDate: null },
      ...{ createdDate: '2026-03-02 15:00:00', updatedDate: null },
    };
    expect(desk.fired).toEqual([{ clientId: 'C1', method: 'createQuote', fields: shown }]);
    expect(await quotesOf(desk, 'C1', orderid)).toEqual([shown]);
    expect(await quotesOf(desk, 'C2', orderid)).toEqual([{ ...shown, accountId: ACCOUNT, token: 'mine' }]);
    desk.fired.length = 0;
    const { quoteDetails } = await desk.ask('C1', 'acceptQuote', { quoteId });
    const accepted = { ...shown, quoteStatus: 'Accepted', matchId: '100100', updatedDate: '2026-03-02 15:00:00' };
    expect(quoteDetails).toEqual(accepted);
    expect(desk.fired).toEqual([
      { clientId: 'C2', method: 'updateQuote', fields: { ...accepted, accountId: ACCOUNT, token: 'mine' } },
    ]);
    const { matchedTradeDetails } = await desk.ask('C2', 'getMatchedTrade', { matchId: '100100' });
    expect(matchedTradeDetails).toMatchObject({ numberOfShares: '40.000000', Price: '10.500000' });
    const { ordersMatched } = matchedTradeDetails as { ordersMatched: { askOrderId: string; bidOrderId: string } };
    expect(ordersMatched.bidOrderId).toBe(orderid);
    const made = (await desk.ask('C2', 'getOrder', { orderid: ordersMatched.askOrderId })).orderDetails as Item[];
    expect(made[0]).toMatchObject({ status: 'Executed', order_type: 'Offer', accountID: ACCOUNT, Solicited: 'Yes' });
    const asked = (await desk.ask('C1', 'getOrder', { orderid })).orderDetails as Item[];
    expect(asked[0]).toMatchObject({ status: 'Partially Executed', shares_remaining: '60.000000' });
  });

  test('an order that is filled by quotes ends, leaves the top, and its other quotes end with it', async () => {
    const desk = await start();
    const orderid = await desk.order('C1');
    const [first, second, other] = [
      await desk.quote(orderid),
      await desk.quote(orderid, { quantity: 60 }, 'C3'),
      await desk.quote(orderid, { quantity: 10 }),
    ];
    expect(desk.exchange.topOfBook(SECURITY)?.bid).toBe('RFQ');
    await desk.ask('C1', 'acceptQuote', { quoteId: first });
    desk.project();
    await desk.ask('C1', 'acceptQuote', { quoteId: second });
    expect(desk.exchange.topOfBook(SECURITY)?.bid).toBeNull();
    expect(await desk.statusOf(other)).toBe('Ended');
    const ended = expect.objectContaining({ quoteId: other, quoteStatus: 'Ended' });
    expect(desk.fired).toContainEqual({ clientId: 'C2', method: 'updateQuote', fields: ended });
    expect(await refusal(desk, 'C1', 'acceptQuote', { quoteId: other }, '190')).toContain('Ended');
    expect(await refusal(desk, 'C2', 'createQuote', { ...QUOTE, orderid }, '190')).toContain('not a live RFQ order');
    expect(matchesOf(desk)).toHaveLength(2);
  });

  test('quotes end when their order is cancelled', async () => {
    const desk = await start();
    const orderid = await desk.order('C1');
    const quoteId = await desk.quote(orderid);
    await desk.ask('C1', 'cancelOrder', { orderid });
    expect(await quotesOf(desk, 'C2', orderid)).toMatchObject([
      { quoteStatus: 'Ended', reason: 'the order is Cancelled' },
    ]);
    expect(await refusal(desk, 'C2', 'cancelQuote', { quoteId }, '190')).toContain('Ended');
  });

  test('declining notifies the client that quotes, cancelling the client of the order', async () => {
    const desk = await start();
    const orderid = await desk.order('C1');
    const [one, other] = [await desk.quote(orderid), await desk.quote(orderid)];
    desk.fired.length = 0;
    await desk.ask('C1', 'declineQuote', { quoteId: one, reason: 'too dear' });
    await desk.ask('C2', 'cancelQuote', { quoteId: other });
    expect(desk.fired.map(({ clientId, method, fields }) => [clientId, method, (fields as Item).quoteStatus])).toEqual([
      ['C2', 'updateQuote', 'Declined'],
      ['C1', 'updateQuote', 'Cancelled'],
    ]);
    for (const quoteId of [one, other]) {
      await refusal(desk, 'C1', 'acceptQuote', { quoteId }, '190');
      await refusal(desk, 'C1', 'declineQuote', { quoteId }, '190');
      await refusal(desk, 'C2', 'cancelQuote', { quoteId }, '190');
    }
    expect(matchesOf(desk)).toEqual([]);
  });

  test('who accepts learns nothing of the limits of who quotes (V39)', async () => {
    const desk = await start();
    const orderid = await desk.order('C1');
    const quoteId = await desk.quote(orderid);
    const limit = (clientId: string, policy: LimitPolicy) =>
      desk.exchange.submit({ type: 'setLimits', clientId, accountId: null, policy, tightens: false, expected: null });
    const said = async () => (await desk.call('POST', 'acceptQuote', { quoteId }, { as: 'C1' })).body as Item;
    await limit('C2', { maxOrderQuantity: 1 });
    expect(await said()).toEqual({
      ...{ statusCode: '190', statusDesc: 'The state of the record does not allow this' },
      ...{ 'Error(s)': 'the other side may not trade now', reasonCode: 'other-side-may-not-trade' },
    });
    await limit('C2', {});
    await limit('C1', { maxOrderValue: 1n });
    expect(await said()).toMatchObject({ reasonCode: 'order-value-above-limit', limit: { value: '0.000001' } });
    expect(await desk.statusOf(quoteId)).toBe('Open');
  });

  test('strangers have no part in it', async () => {
    const desk = await start();
    const orderid = await desk.order('C1');
    const quoteId = await desk.quote(orderid);
    for (const as of ['C2', 'C3']) {
      await refusal(desk, as, 'acceptQuote', { quoteId }, '404');
      await refusal(desk, as, 'declineQuote', { quoteId }, '404');
    }
    for (const as of ['C1', 'C3']) await refusal(desk, as, 'cancelQuote', { quoteId }, '404');
    await refusal(desk, 'C3', 'getQuotes', { orderid }, '404');
    await refusal(desk, 'C1', 'getQuotes', { orderid: '999100' }, '404');
    await refusal(desk, 'C1', 'acceptQuote', { quoteId: '999100' }, '404');
    expect(await quotesOf(desk, 'MASTER', orderid)).toHaveLength(1);
    expect(await desk.statusOf(quoteId)).toBe('Open');
  });

  test('only live RFQ orders that disclose take quotes, for what remains of them', async () => {
    const desk = await start();
    const quoteOn = (orderid: string, changes: Item, code: string) =>
      refusal(desk, 'C2', 'createQuote', { ...QUOTE, orderid, ...changes }, code);
    const orderid = await desk.order('C1');
    await quoteOn(await desk.order('C1', { type: 'Limit', price: '9' }), {}, '404');
    await quoteOn(await desk.order('C1', { disclosePrice: 'No' }), {}, '404');
    await quoteOn('999100', {}, '404');
    expect(await quoteOn(orderid, { quantity: 101 }, '106')).toContain('quantity');
    expect(await quoteOn(orderid, { price: 0 }, '106')).toContain('price');
    await quoteOn(orderid, { accountid: 'A7654321' }, '148');
    for (let count = 0; count < 20; count++) await desk.quote(orderid);
    expect(await quoteOn(orderid, {}, '190')).toContain('as many quotes');
    await desk.quote(orderid, {}, 'C3');
    const page = await desk.ask('C1', 'getQuotes', { orderid, limit: 20 });
    expect(page.moreQuotes).toBe('Yes');
    const after = (page.quotes as Item[]).at(-1)!.quoteId;
    expect(await desk.ask('C1', 'getQuotes', { orderid, after })).toMatchObject({ moreQuotes: 'No', quotes: [{}] });
  });

  test('a contingency, a closed market and approval keep a quote open and nothing is traded', async () => {
    const desk = await start();
    const orderid = await desk.order('C1', { contingencies: 'All or None' });
    const [part, whole] = [await desk.quote(orderid), await desk.quote(orderid, { quantity: 100 })];
    const refusedWith = (quoteId: string, code: string) => refusal(desk, 'C1', 'acceptQuote', { quoteId }, code);
    expect(await refusedWith(part, '190')).toContain('contingency');
    await desk.ask('MASTER', 'haltSecurity', { securityId: SECURITY, reason: 'news' });
    expect(await refusedWith(whole, '106')).toContain('while the market is not open');
    await desk.ask('MASTER', 'resumeSecurity', { securityId: SECURITY, reason: 'published' });
    await desk.ask(OWNER, 'updateSecuritySettings', { securityId: SECURITY, orderApproval: 'Yes' });
    expect(await refusedWith(whole, '190')).toContain('awaits approval');
    await desk.ask(OWNER, 'updateSecuritySettings', { securityId: SECURITY, orderApproval: 'No' });
    expect(matchesOf(desk)).toEqual([]);
    expect(await desk.statusOf(whole)).toBe('Open');
    await desk.ask('C1', 'acceptQuote', { quoteId: whole });
    expect(matchesOf(desk)).toHaveLength(1);
  });

  test('accepting twice, also at once, trades once and gives the same answer', async () => {
    const desk = await start();
    const quoteId = await desk.quote(await desk.order('C1'));
    const answers = await Promise.all([1, 2, 3].map(() => desk.ask('C1', 'acceptQuote', { quoteId })));
    answers.push(await desk.ask('C1', 'acceptQuote', { quoteId }));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(matchesOf(desk)).toHaveLength(1);
    expect(desk.fired.filter(({ method }) => method === 'updateQuote')).toHaveLength(1);
  });

  test('a call whose answer was lost is repeated: one trade, and the same answer', async () => {
    const desk = await start();
    const quoteId = await desk.quote(await desk.order('C1'));
    const { submit } = desk;
    desk.submit = async (command) => {
      await submit(command);
      throw new VenueUnavailable('as planned');
    };
    expect((await desk.call('POST', 'acceptQuote', { quoteId })).http).toBe(503);
    desk.submit = submit;
    const { quoteDetails } = await desk.ask('C1', 'acceptQuote', { quoteId, version: 1 });
    expect(quoteDetails).toMatchObject({ quoteStatus: 'Accepted', matchId: '100100' });
    await refusal(desk, 'C1', 'acceptQuote', { quoteId, version: 2 }, '190');
    expect(matchesOf(desk)).toHaveLength(1);
  });

  test('the list of orders shows the state of the negotiation of an RFQ order (H6)', async () => {
    const desk = await start();
    const orderid = await desk.order('C1');
    const state = async (id: string) => {
      const { ats_order } = fieldsOf(await desk.get(`ats/orders/${id}`)) as { ats_order: Item };
      return ats_order.negotiationStatus;
    };
    expect(await state(orderid)).toBe('Pending');
    const declined = await desk.quote(orderid);
    const open = await desk.quote(orderid, {}, 'C3');
    await desk.ask('C1', 'declineQuote', { quoteId: declined });
    expect(await state(orderid)).toBe('Pending');
    await desk.ask('C3', 'cancelQuote', { quoteId: open });
    expect(await state(orderid)).toBe('Declined');
    const accepted = await desk.quote(orderid);
    expect(await state(orderid)).toBe('Pending');
    await desk.ask('C1', 'acceptQuote', { quoteId: accepted });
    expect(await state(orderid)).toBe('Accepted');
    const unanswered = await desk.order('C1');
    const quoteId = await desk.quote(unanswered);
    await desk.ask('C1', 'cancelOrder', { orderid: unanswered });
    expect(await state(unanswered)).toBe('Ended');
    const refused = await desk.order('C1');
    await desk.ask('C1', 'declineQuote', { quoteId: await desk.quote(refused) });
    await desk.ask('C1', 'cancelOrder', { orderid: refused });
    expect(await state(refused)).toBe('Declined');
    const limit = await desk.order('C1', { type: 'Limit', price: '1' });
    const { ats_orders } = fieldsOf(await desk.get('ats/orders')) as { ats_orders: Item[] };
    expect(ats_orders.map(({ orderId, negotiationStatus }) => [orderId, negotiationStatus])).toEqual([
      [limit, null],
      [refused, 'Declined'],
      [unanswered, 'Ended'],
      [orderid, 'Accepted'],
    ]);
    expect(await desk.statusOf(quoteId)).toBe('Ended');
  });
});
