/** The rules of a security (V68) on the program itself: every way of an order, and what a kill and a restart leave. */

import { expect, test } from 'vitest';
import { describeMostlyOnSqlite } from '../support/database.ts';
import { databaseSetting } from './support/database-setting.ts';
import { type Demo, demoOf, orderBody } from './support/demo-orders.ts';
import { call, mustCall } from './support/requests.ts';
import { type Credentials, ServerProcess } from './support/server-process.ts';
import { StreamLine } from './support/stream-line.ts';

interface Terms {
  readonly quantity?: number;
  readonly price?: string;
}

/** By the rule: the document that sets it, and terms that do not meet it. The terms of orderBody meet all of them. */
const RULES: Readonly<Record<string, { readonly reference: object; readonly odd: Terms }>> = {
  tickSize: { reference: { tickSizes: [{ from: '0', tick: '0.5' }] }, odd: { price: '9.2' } },
  lotSize: { reference: { lotSize: 5 }, odd: { quantity: 11 } },
  minimumQuantity: { reference: { minimumQuantity: 10 }, odd: { quantity: 9 } },
  maximumQuantity: { reference: { maximumQuantity: 10 }, odd: { quantity: 11 } },
  priceCollar: { reference: { priceCollar: '5' }, odd: { price: '9.460000' } },
};

const idIn = (body: object) => (body as { orderDetails: { orderId: string } }).orderDetails.orderId;

async function secondClient(server: ServerProcess): Promise<Credentials> {
  const asOperator = { credentials: server.operator };
  const { client } = await mustCall(server, 'admin/createClient', { name: 'Second client' }, asOperator);
  const clientId = (client as { clientId: string }).clientId;
  const { developerAPIKey } = await mustCall(server, 'admin/createApiKey', { clientId }, asOperator);
  return { clientID: clientId, developerAPIKey: developerAPIKey as string };
}

/** A way on which terms come to the venue. */
type Way = (terms: Terms) => Promise<Readonly<Record<string, unknown>>>;

/** Every way, after what each of them needs was made while the security had no rules. */
async function waysOf(server: ServerProcess, demo: Demo, other: Credentials): Promise<Readonly<Record<string, Way>>> {
  const line = await StreamLine.open(server, server.client);
  let lastId = 0;
  const onStream = async (op: string, fields: object) => {
    line.send({ op, id: ++lastId, fields });
    return line.next();
  };
  const overHttp = async (name: string, body: object, credentials = server.client) =>
    (await call(server, name, body, { credentials })).body;
  const asOther = { credentials: other };
  const rfq = async () =>
    idIn(await mustCall(server, 'createOrder', orderBody(demo, { type: 'RFQ', price: '0', quantity: 100 })));
  const quote = { memberid: '2', price: '9', quantity: 10 };
  const { securityId: securityid } = demo;
  const block = { securityid, action: 'Buy', memberid: '1', counterpartyId: other.clientID, price: '9', quantity: 10 };
  const plain = { quantity: 10, price: '9' };
  const quoted = await rfq();
  return {
    createOrder: (terms) => overHttp('createOrder', orderBody(demo, terms)),
    validateOrder: (terms) => overHttp('validateOrder', orderBody(demo, terms)),
    'createOrder over the stream': (terms) => onStream('createOrder', orderBody(demo, terms)),
    replaceOrder: async (terms) => {
      const orderid = idIn(await mustCall(server, 'createOrder', orderBody(demo)));
      return overHttp('replaceOrder', { orderid, ...plain, ...terms });
    },
    'replaceOrder over the stream': async (terms) => {
      const orderid = idIn(await mustCall(server, 'createOrder', orderBody(demo)));
      return onStream('replaceOrder', { orderid, ...plain, ...terms });
    },
    createQuote: (terms) => overHttp('createQuote', { orderid: quoted, ...quote, ...terms }, other),
    reportBlock: (terms) => overHttp('reportBlock', { ...block, ...terms }),
    acceptQuote: async (terms) => {
      const clear = { securityId: securityid, reference: {} };
      const set = (reference: unknown) =>
        mustCall(server, 'updateSecurityReference', { ...clear, reference }, { credentials: server.operator });
      const { securityReference } = await mustCall(server, 'getSecurityReference', { securityId: securityid });
      await set({});
      const sent = { orderid: await rfq(), ...quote, ...terms };
      const { quoteDetails } = await mustCall(server, 'createQuote', sent, asOther);
      await set((securityReference as { reference: object }).reference);
      return overHttp('acceptQuote', { quoteId: (quoteDetails as { quoteId: string }).quoteId });
    },
  };
}

describeMostlyOnSqlite('the rules of a security', (databases) => {
  test('hold on every way into the venue, and after a kill', async () => {
    const { url } = await databases.location();
    const settings = {
      MARKET_ALWAYS_OPEN: 'true',
      VENUE_MIC: 'XOAT',
      ...databaseSetting(url),
    };
    const server = await ServerProcess.start({ settings });
    await server.welcome();
    const demo = demoOf(server);
    const operator = { credentials: server.operator };
    const refer = (on: ServerProcess, reference: object) =>
      mustCall(on, 'updateSecurityReference', { securityId: demo.securityId, reference }, operator);
    const other = await secondClient(server);
    await mustCall(server, 'cancelOrders', {});
    await mustCall(server, 'setReferencePrice', { securityid: demo.securityId, price: '9' }, operator);
    // A block has a price between those of the day.
    for (const price of ['9.5', '9']) {
      await mustCall(server, 'createOrder', orderBody(demo, { price }));
      await mustCall(server, 'createOrder', orderBody(demo, { action: 'Sell', price }), { credentials: other });
    }
    const ways = await waysOf(server, demo, other);
    for (const [name, { reference, odd }] of Object.entries(RULES)) {
      await refer(server, reference);
      for (const [way, send] of Object.entries(ways)) {
        expect(await send(odd), `${way}, ${name}`).toMatchObject({
          statusCode: '190',
          limit: { name, of: 'security' },
        });
        expect(await send({}), `${way}, ${name}`).toMatchObject({ statusCode: '101' });
      }
    }
    const far = orderBody(demo, { price: '9.46' });
    expect((await call(server, 'createOrder', { ...far, beyondCollar: 'Yes' })).body.statusCode).toBe('101');

    await refer(server, { symbol: 'DEMO', priceCollar: '5' });
    const named = { securityId: demo.securityId, mic: 'XOAT', reference: { symbol: 'DEMO', priceCollar: '5.000000' } };
    await server.kill();
    const again = await ServerProcess.start({ settings, dataDir: server.dataDir });
    expect(await mustCall(again, 'getSecurityReference', { symbol: 'demo' })).toMatchObject({
      securityReference: named,
    });
    const line = await StreamLine.open(again, again.client);
    line.send({ op: 'subscribe', channel: 'market', securityIds: [demo.securityId] });
    await line.next();
    expect(await line.next()).toMatchObject({ securityId: null, mic: 'XOAT' });
    expect(await line.next()).toMatchObject({ reference: named.reference });
    const { issuerid: _, securityid: __, ...unnamed } = orderBody(demo) as Record<string, unknown>;
    const bySymbol = (fields: object) => call(again, 'createOrder', { ...unnamed, symbol: 'DEMO', ...fields });
    expect((await bySymbol({ price: '9.46' })).body).toMatchObject({ reasonCode: 'price-outside-collar' });
    expect((await bySymbol({})).body).toMatchObject({ orderDetails: { securityId: demo.securityId } });
    const block = { symbol: 'DEMO', action: 'Buy', memberid: '1', counterpartyId: other.clientID, quantity: 10 };
    const reported = async (terms: object) => (await call(again, 'reportBlock', { ...block, ...terms })).body;
    expect(await reported({ price: '9' })).toMatchObject({ blockDetails: { securityId: demo.securityId } });
    expect(await reported({ price: '9.46' })).toMatchObject({ reasonCode: 'price-outside-collar' });
    expect(await reported({ price: '9.46', beyondCollar: 'Yes' })).toMatchObject({ statusCode: '101' });
    expect(await again.stop()).toBe(0);
  });
});
