import { expect, test } from 'vitest';
import { VenueUnavailable } from '../../../src/exchange/api/outcomes.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { ACCOUNT, ORDER, SECURITY } from '../ats/fixtures.ts';
import { errorOf } from '../shared/api.ts';
import { type Desk, QUOTE, startDesk } from './desk.ts';

const securityId = String(SECURITY);
type Item = Record<string, unknown>;
const quotesOf = async (desk: Desk, as: string, orderid: string) =>
  (await desk.ask(as, 'getQuotes', { orderid })).quotes as Item[];
const refusal = async (desk: Desk, as: string, method: string, body: Item, code: string) =>
  errorOf(await desk.call('POST', method, body, { as }), code);

/** Quotes of a client that quotes all day (Y2 to Y7). */
describeOnEachDatabase('standing quotes', (open) => {
  const start = () => startDesk(open);

  test('a replaced quote keeps its id, and who accepts names the version that it saw (Y2)', async () => {
    const desk = await start();
    const orderid = await desk.order('C1');
    const quoteId = await desk.quote(orderid);
    desk.fired.length = 0;
    const { quoteDetails } = await desk.ask('C2', 'replaceQuote', { quoteId, version: 1, price: '10.6', quantity: 30 });
    const replaced = { quoteId, version: 2, price: '10.600000', quantity: '30.000000', quoteStatus: 'Open' };
    expect(quoteDetails).toMatchObject({ ...replaced, accountId: null });
    expect(desk.fired).toEqual([{ clientId: 'C1', method: 'updateQuote', fields: expect.objectContaining(replaced) }]);
    const other = await desk.call('POST', 'acceptQuote', { quoteId, version: 1 }, { as: 'C1' });
    expect(other.body).toMatchObject({ statusCode: '190', reasonCode: 'quote-has-another-version' });
    for (const [changes, code] of [
      [{ price: 0 }, '106'],
      [{}, '106'],
      [{ quantity: 101 }, '106'],
      [{ seconds: 5, expiresAt: '2026-03-02T16:00:00Z' }, '106'],
      [{ expiresAt: '2026-03-02T14:00:00Z' }, '106'],
      [{ version: 1, price: 9 }, '190'],
    ] as const) {
      await refusal(desk, 'C2', 'replaceQuote', { quoteId, ...changes }, code);
    }
    await refusal(desk, 'C3', 'replaceQuote', { quoteId, price: 9 }, '404');
    expect(await quotesOf(desk, 'C1', orderid)).toMatchObject([replaced]);
    expect((await desk.ask('C1', 'acceptQuote', { quoteId, version: 2 })).quoteDetails).toMatchObject({
      ...{ price: '10.600000', quoteStatus: 'Accepted' },
    });
    await refusal(desk, 'C2', 'replaceQuote', { quoteId, price: 9 }, '190');
  });

  test('a quote with an end expires, and both its clients get it (Y3)', async () => {
    const desk = await start();
    const orderid = await desk.order('C1');
    const quoteId = await desk.quote(orderid, { seconds: 10 });
    expect(await quotesOf(desk, 'C1', orderid)).toMatchObject([{ expiresDate: '2026-03-02 15:00:10' }]);
    desk.fired.length = 0;
    desk.time.advanceMs(10_000);
    expect(await refusal(desk, 'C1', 'acceptQuote', { quoteId }, '190')).toContain('Expired');
    const expired = { quoteId, quoteStatus: 'Expired', reasonCode: 'quote-expired' };
    expect(desk.fired).toMatchObject([
      { clientId: 'C2', method: 'updateQuote', fields: expired },
      { clientId: 'C1', method: 'updateQuote', fields: expired },
    ]);
    expect(await quotesOf(desk, 'C2', orderid)).toMatchObject([expired]);
    await refusal(desk, 'C2', 'createQuote', { ...QUOTE, orderid, expiresAt: '2026-03-02T15:00:10Z' }, '106');
  });

  test('many quotes are made, replaced and cancelled by one call, each with its result (Y4)', async () => {
    const desk = await start();
    const [first, second] = [await desk.order('C1'), await desk.order('C1', { action: 'Sell' })];
    const [one, two] = [await desk.quote(first), await desk.quote(first)];
    const quotes = [
      { orderid: first, price: '10.1', quantity: 10, token: 'mine' },
      { orderid: second, price: '10.2', quantity: 200 },
      { quoteId: one, price: '10.4', seconds: 60 },
      { quoteId: two, cancel: 'Yes' },
      { quoteId: '999100', cancel: 'Yes' },
      { quoteId: one, version: 1, quantity: 1 },
      { orderid: '999100', price: '1', quantity: 1 },
    ];
    const body = { memberid: '5002', accountid: ACCOUNT, quotes };
    const { quoteResults } = await desk.ask('C2', 'massQuote', body);
    const refused = (reasonCode: string) => ({ quoteId: null, version: null, reasonCode, reason: expect.any(String) });
    expect(quoteResults).toEqual([
      { quoteId: expect.any(String), version: 1, reasonCode: null, reason: null },
      refused('quantity-above-remaining'),
      { quoteId: one, version: 2, reasonCode: null, reason: null },
      { quoteId: two, version: 1, reasonCode: null, reason: null },
      refused('unknown-quote'),
      refused('quote-has-another-version'),
      refused('unknown-order'),
    ]);
    const made = (quoteResults as Item[])[0]!.quoteId as string;
    // What has ended is named as the single calls name it, and other clients know of none of it.
    const [past, other] = [await desk.order('C1'), await desk.order('C1', { rfqClients: 'C3' })];
    for (const orderid of [past, other]) await desk.ask('C1', 'cancelOrder', { orderid });
    const ended = [
      ...[
        { quoteId: two, cancel: 'Yes' },
        { quoteId: two, version: 9, price: '1' },
      ],
      ...[past, other].map((orderid) => ({ orderid, price: '1', quantity: 1 })),
    ];
    const hasEnded = [
      ...Array(2).fill({ ...refused('quote-has-another-state'), reason: 'the quote is Cancelled' }),
      ...[refused('order-takes-no-quotes'), refused('unknown-order')],
    ];
    const answered = async (as: string) => {
      const sent = { memberid: '5002', quotes: ended };
      return (await desk.ask(as, 'massQuote', sent)).quoteResults;
    };
    expect(await answered('C2')).toEqual(hasEnded);
    // What was refused for another reason keeps it, though the same quote ends in the same call.
    const third = await desk.quote(first);
    const thrice = [
      { quoteId: third, version: 9, price: '1' },
      { quoteId: third, cancel: 'Yes' },
      { quoteId: third, cancel: 'Yes' },
    ];
    const { quoteResults: ofThird } = await desk.ask('C2', 'massQuote', { memberid: '5002', quotes: thrice });
    expect((ofThird as Item[]).map(({ reasonCode }) => reasonCode)).toEqual([
      ...['quote-has-another-version', null, 'quote-has-another-state'],
    ]);
    expect(await answered('C3')).toEqual([
      ...['unknown-quote', 'unknown-quote', 'order-takes-no-quotes', 'order-takes-no-quotes'].map(refused),
    ]);
    // The history is waited for once, for a second; where it does not answer, what was done is answered.
    const { reached } = desk.records;
    const waits: unknown[] = [];
    desk.records.reached = (...[, withinMs]: readonly unknown[]) => {
      waits.push(withinMs);
      return reached.call(desk.records);
    };
    expect(await answered('C2')).toEqual(hasEnded);
    expect(waits).toEqual([1000]);
    desk.records.reached = () => Promise.reject(new VenueUnavailable('the order history is catching up'));
    const some = [
      { quoteId: two, cancel: 'Yes' },
      { quoteId: one, price: '10.4', seconds: 60 },
    ];
    expect((await desk.ask('C2', 'massQuote', { memberid: '5002', quotes: some })).quoteResults).toMatchObject([
      refused('unknown-quote'),
      { quoteId: one, reasonCode: null },
    ]);
    desk.records.reached = reached;
    expect((await desk.ask('C2', 'getQuotes', {})).quotes).toMatchObject([
      { quoteId: one, version: 3, price: '10.400000', expiresDate: '2026-03-02 15:01:00' },
      { quoteId: made, accountId: ACCOUNT, token: 'mine' },
    ]);
    for (const [wrong, said] of [
      [[], 'quotes'],
      [[{ price: 1, quantity: 1 }], 'item 0 lacks the field "orderid" or "quoteId"'],
      [[{ orderid: first, quantity: 1 }], 'item 0 lacks the field "price"'],
      [
        [
          { orderid: first, price: 1, quantity: 1 },
          { quoteId: one, orderid: first },
        ],
        'item 1 field "orderid"',
      ],
      [[{ quoteId: one, cancel: 'Yes', price: 1 }], 'item 0 field "price"'],
      [[{ quoteId: one }], 'item 0 lacks the field "price"'],
      [[{ orderid: first, price: 1, quantity: 1, side: 'Buy' }], 'side'],
    ] as const) {
      const answer = await refusal(desk, 'C2', 'massQuote', { memberid: '5002', quotes: wrong }, '106');
      expect(answer).toContain(said);
    }
    expect(await refusal(desk, 'C2', 'massQuote', { quotes: [quotes[0]] }, '106')).toContain('memberid');
    await refusal(desk, 'C3', 'massQuote', { ...body, quotes: [quotes[0]] }, '148');
    expect(await desk.ask('C2', 'cancelQuotes', { orderid: second })).toEqual({ cancelledQuotes: [] });
    expect(await desk.ask('C2', 'cancelQuotes', { action: 'Sell' })).toEqual({ cancelledQuotes: [one, made] });
    await refusal(desk, 'C2', 'cancelQuotes', { securityid: '1' }, '138');
  });

  test('a protection withdraws the other quotes of the client (Y5)', async () => {
    const desk = await start();
    const orderid = await desk.order('C1');
    const protection = { fills: 2, shares: '70.000000', seconds: 60 };
    const { quoteProtection } = await desk.ask('C2', 'setQuoteProtection', { fills: 2, shares: 70, seconds: 60 });
    expect(quoteProtection).toEqual({ ...protection, usedFills: 0, usedShares: '0.000000', withdrawnDate: null });
    const quotes = [await desk.quote(orderid), await desk.quote(orderid, { quantity: 10 }), await desk.quote(orderid)];
    const other = await desk.quote(orderid, { quantity: 1 }, 'C3');
    await desk.ask('C1', 'acceptQuote', { quoteId: quotes[0]! });
    expect((await desk.ask('C2', 'getQuoteProtection', {})).quoteProtection).toMatchObject({ usedFills: 1 });
    expect(await desk.ask('C3', 'getQuoteProtection', {})).toEqual({ quoteProtection: null });
    await desk.ask('C1', 'acceptQuote', { quoteId: quotes[1]! });
    expect(await desk.statusOf(quotes[2]!)).toBe('Cancelled');
    expect(await desk.statusOf(other)).toBe('Open');
    expect(await quotesOf(desk, 'C2', orderid)).toMatchObject([{}, {}, { reasonCode: 'quote-protection' }]);
    const now = await desk.ask('C2', 'getQuoteProtection', {});
    expect(now.quoteProtection).toMatchObject({ usedFills: 0, withdrawnDate: '2026-03-02 15:00:00' });
    for (const [wrong, field] of [
      [{ fills: 0, seconds: 1 }, 'fills'],
      [{ fills: 1 }, 'seconds'],
      [{ seconds: 1 }, 'fills'],
      [{ fills: 1001, seconds: 1 }, 'fills'],
      [{ shares: 1, seconds: 3601 }, 'seconds'],
    ] as const) {
      expect(await refusal(desk, 'C2', 'setQuoteProtection', wrong, '106')).toContain(field);
    }
    expect(await desk.ask('C2', 'setQuoteProtection', {})).toEqual({ quoteProtection: null });
  });

  test('a directed RFQ order does not exist for clients that it does not ask (Y6)', async () => {
    const desk = await start();
    const orderid = await desk.order('C1', { rfqClients: 'C2  C2', quotesShown: 'Yes' });
    const listed = async (as: string) => (await desk.ask(as, 'getRfqOrders', { securityId })).rfqOrders as Item[];
    expect(await listed('C2')).toMatchObject([{ orderId: orderid, shares_remaining: '100.000000' }]);
    for (const as of ['C3', 'C1']) expect(await listed(as)).toEqual([]);
    expect(desk.exchange.topOfBook(SECURITY)?.bid ?? null).toBeNull();
    const quoteId = await desk.quote(orderid);
    await refusal(desk, 'C3', 'createQuote', { ...QUOTE, orderid }, '404');
    await refusal(desk, 'C3', 'getQuotes', { orderid }, '404');
    await refusal(desk, 'C3', 'createQuote', { ...QUOTE, orderid: '999100' }, '404');
    const mass = await desk.ask('C3', 'massQuote', { memberid: '5002', quotes: [{ orderid, price: 1, quantity: 1 }] });
    expect(mass.quoteResults).toMatchObject([{ reasonCode: 'unknown-order' }]);
    const notices = desk.events.flatMap((event) => (event.type === 'notice' ? [event.notice] : []));
    const rfqs = () => notices.filter(({ kind }) => kind === 'rfq').map(({ to }) => to);
    expect(rfqs()).toEqual([[{ clientId: 'C2', fields: expect.objectContaining({ rfqStatus: 'Open' }) }]]);
    await desk.ask('C1', 'acceptQuote', { quoteId });
    await desk.ask('C1', 'cancelOrder', { orderid });
    expect(await listed('C2')).toEqual([]);
    expect(await refusal(desk, 'C2', 'createQuote', { ...QUOTE, orderid }, '190')).toContain('not a live RFQ order');
    await refusal(desk, 'C3', 'createQuote', { ...QUOTE, orderid }, '404');
    const events = (await desk.get('events?limit=1000', { as: 'C2' })).body.events as Item[];
    const seen = events.flatMap(({ eventType, rfq }) => (eventType === 'rfq' ? [(rfq as Item).rfqStatus] : []));
    expect(seen).toEqual(['Open', 'Closed']);
    const webhooks = desk.fired.filter(({ method }) => method.startsWith('rfq'));
    expect(webhooks.map(({ clientId, method }) => `${clientId} ${method}`)).toEqual(['C2 rfqReceived', 'C2 rfqClosed']);
    for (const [changes, field] of [
      [{ type: 'Limit', price: 9, rfqClients: 'C2' }, 'rfqClients'],
      [{ type: 'Limit', price: 9, quotesShown: 'Yes' }, 'quotesShown'],
      [{ rfqClients: 'C2 nobody' }, 'rfqClients'],
    ] as const) {
      const body = { ...ORDER, type: 'RFQ', price: 0, ...changes };
      expect(await refusal(desk, 'C1', 'createOrder', body, '106')).toContain(field);
    }
  });

  test('quotes are private, or shown to all clients that the order asks (Y7)', async () => {
    const desk = await start();
    const [hidden, shown] = [await desk.order('C1'), await desk.order('C1', { quotesShown: 'Yes' })];
    for (const orderid of [hidden, shown]) await desk.quote(orderid, { token: 'mine' });
    await refusal(desk, 'C3', 'getQuotes', { orderid: hidden }, '404');
    await desk.quote(hidden, {}, 'C3');
    expect(await quotesOf(desk, 'C3', hidden)).toHaveLength(1);
    const [quote] = await quotesOf(desk, 'C3', shown);
    expect(quote).toMatchObject({ price: '10.500000', quoteStatus: 'Open' });
    expect(quote).not.toHaveProperty('token');
    expect(await quotesOf(desk, 'C2', shown)).toMatchObject([{ token: 'mine' }]);
  });
});
