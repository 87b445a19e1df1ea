/** The client library in a page of another origin: HTTP by CORS_ORIGINS, stream by STREAM_ORIGINS. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser } from '../../support/browser.ts';
import { BrowserVenue } from '../support/venue.ts';

const SOURCES = new URL('../../../src/', import.meta.url);

/** An empty page, and the modules of the library without their types. */
async function pageServer(): Promise<{ readonly server: Server; readonly origin: string }> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (!path.startsWith('/client/')) {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Desk</title>');
      return;
    }
    const source = readFileSync(new URL(`.${path}`, SOURCES), 'utf8');
    response.setHeader('content-type', 'text/javascript').end(stripTypeScriptTypes(source));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** What the page does; it is sent to the browser as text. */
const PROGRAM = `async ({ url, clientID, developerAPIKey, order }) => {
  const { ApiRefusal, OpenAts } = await import('/client/index.ts');
  const ats = new OpenAts({ baseUrls: url, clientID, developerAPIKey });
  const stream = ats.stream();
  const top = stream.topOfBook(order.securityid);
  await top.ready;
  const { orderDetails } = await ats.methods.createOrder(order);
  const refusal = await ats.methods.createOrder({ ...order, quantity: 0 }).catch((error) => error);
  const { bids } = await ats.fetchOrderBook(order.securityid);
  const bid = await new Promise((resolve) => {
    const look = () => {
      const { bid } = top.get(order.securityid);
      if (bid?.price === '9.870000') resolve(bid);
    };
    top.on(look);
    look();
  });
  stream.close();
  return { status: orderDetails.orderStatus, refused: refusal instanceof ApiRefusal && refusal.statusCode, bids, bid };
}`;

describeInBrowser('the client library', (open) => {
  let page: Awaited<ReturnType<typeof pageServer>>;
  let venue: BrowserVenue;
  beforeAll(async () => {
    page = await pageServer();
    venue = await BrowserVenue.start({ CORS_ORIGINS: page.origin, STREAM_ORIGINS: page.origin });
  });
  afterAll(async () => {
    await venue.stop();
    page.server.close();
  });

  test('works in a page of another origin that the operator named', async () => {
    const tab = await open();
    await tab.goto(page.origin);
    const { issuerId, securityId, accountId } = venue.demo;
    const order = {
      ...{ memberid: '1', issuerid: String(issuerId), securityid: String(securityId), accountid: accountId },
      ...{ type: 'Limit', action: 'Buy', quantity: 5, price: '9.87', expiration: 'GTC' },
      ...{ disclosePrice: 'Yes', solicited: 'Unsolicited' },
    };
    const given = { url: venue.url, ...venue.credentials('client'), order };
    const found = await tab.evaluate(`(${PROGRAM})(${JSON.stringify(given)})`);
    expect(found).toMatchObject({ status: 'Live', refused: '106', bid: { price: '9.870000', quantity: 5 } });
    expect((found as { bids: unknown[] }).bids).toContainEqual({ price: '9.870000', quantity: 5, orders: 1 });
  });

  test('is refused by the browser in a page of any other', async () => {
    const { server, origin } = await pageServer();
    const tab = await open();
    await tab.goto(origin);
    const fetched = `fetch('${venue.url}/v3/getSecurities', { method: 'POST' }).then(() => 'read', () => 'refused')`;
    expect(await tab.evaluate(fetched)).toBe('refused');
    server.close();
  });
});
