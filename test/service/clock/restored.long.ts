/**
 * A snapshot of a sandbox in the middle of everything that waits (Z14): after a restore it is what it was, and what
 * happens then is what happened before. Nothing of what was undone is left to happen.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { digestOf } from '../../../src/exchange/storage/snapshot-lines.ts';
import { changeFolder, FolderSnapshots, readSandboxCredentials } from '../../../src/service/sandbox/index.ts';
import { DOLLAR, type OrderFields, order } from '../../exchange/venue.ts';
import { closeAfterTest } from '../../support/cleanup.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type Investor, Sandbox } from './sandbox.ts';

const DATA_DIR = temporaryFolder();
/** More than a slice cancels. */
const ORDERS = 2500;

async function receiverOf(now: () => string) {
  const attempts: string[] = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      attempts.push(now());
      response.writeHead(500).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAfterTest(() => server.close());
  return { attempts, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

/** Due bills, parts of shares, limits, a call, a timer, an RFQ order, a script, a webhook and a mass cancel. */
async function waitForEverything(sandbox: Sandbox, url: string): Promise<Investor> {
  const investor = await sandbox.invest();
  const { securityId, accountId } = investor;
  const { clientID: clientId } = readSandboxCredentials(DATA_DIR, 'client');
  const { clientID: otherId } = readSandboxCredentials(DATA_DIR, 'counterparty');
  const { exchange } = sandbox.service;
  const other = (fields: OrderFields) =>
    exchange.submit(
      order({ clientId: otherId, securityId: Number(securityId) as never, expiration: 'GTC', ...fields }),
    );
  await sandbox.freeze();
  await sandbox.call('setHoldings', {
    securityId,
    holdings: [{ clientId, accountId, lots: [{ date: '2026-10-01', quantity: '200.25' }] }],
  });
  await sandbox.call('tightenLimits', { limits: { noShortSale: 'Yes' } });
  await sandbox.call('setAuctionPlan', { securityId, plan: { auctions: [{ at: 'Close', callSeconds: 600 }] } });
  await sandbox.advance({ to: '2026-11-02T15:00:00Z' });
  // Not settled by the ex date: its sides owe each other the dividend.
  await sandbox.order(investor, { quantity: 40 });
  await other({ side: 'sell', quantity: 40 });
  const exDate = '2026-11-03';
  await sandbox.call('createCorporateAction', { securityId, kind: 'Cash Dividend', amount: '0.25', exDate });
  const split = { securityId, kind: 'Split', ratio: '2:1', fractions: 'Kept', exDate };
  await sandbox.call('createCorporateAction', split);
  await sandbox.call('createCorporateAction', { ...split, exDate: '2026-11-05' });
  await sandbox.advance({ to: '2026-11-03T20:52:00Z' });
  await sandbox.order(investor, { price: '6', quantity: 30 });
  await other({ side: 'sell', quantity: 20, price: 6 * DOLLAR });
  const rfq = await sandbox.order(investor, { type: 'RFQ', price: '0', quantity: 20 });
  await sandbox.call('scriptCounterparty', {
    action: 'quote',
    orderId: rfq,
    quantity: 10,
    price: '5.40',
    after: '20m',
  });
  await sandbox.call('registerWebhook', { method: 'updateOrder', url, retries: 'Yes' });
  await sandbox.call('cancelOrder', { orderid: await sandbox.order(investor, { price: '5' }) });
  await sandbox.call('cancelAllAfter', { seconds: 1800 });
  await sandbox.advance({ by: '10s' });
  for (let count = 0; count < ORDERS; count++) await other({ quantity: 1, price: DOLLAR });
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  exchange.subscribe((event) => event.type === 'order' && event.order.status === 'Cancelled' && resolve());
  exchange
    .submit({ type: 'cancelOrders', clientId: otherId, byOperator: false, filter: { side: 'buy' } })
    .catch(() => {});
  await begun;
  await sandbox.service.stop();
  // The end of the service waits for all slices: a snapshot never has half of a mass cancel.
  const { pending, orders } = exchange.state;
  const left = [...orders.ofClient(otherId)].map(({ ticket }) => ticket.side);
  expect([[...pending.entries()], left]).toEqual([[], ['sell']]);
  return investor;
}

async function factsOf(sandbox: Sandbox, { securityId }: Investor) {
  const read = (method: string, fields = {}) => sandbox.call(method, { securityId, ...fields });
  return {
    state: digestOf(sandbox.service.exchange.state),
    clock: await sandbox.call('getClock'),
    payments: await read('getActionPayments', { actionId: 1 }),
    actions: await read('getCorporateActions'),
    register: await read('getRegister'),
    auction: await read('getAuction'),
    limits: await sandbox.call('getLimits'),
    scripts: await sandbox.call('getScripts'),
  };
}

/** What happens in the days after, each at its time. */
async function futureOf(sandbox: Sandbox) {
  const { events } = await sandbox.advance({ by: '4d' });
  const own = sandbox.events.map((event) => {
    const what =
      event.type === 'order' ? [event.order.orderId, event.change] : event.type === 'match' ? event.match : [];
    return [event.time, event.type, what];
  });
  const { scripts } = await sandbox.call('getScripts');
  return { events, own, scripts };
}

test('a restore in the middle of everything that waits', async () => {
  const settings = { DATA_DIR };
  let sandbox = await Sandbox.open(settings);
  const { attempts, url } = await receiverOf(() => sandbox.now);
  const investor = await waitForEverything(sandbox, url);
  const change = async (action: 'save' | 'restore') => {
    await sandbox.service.stop();
    new FolderSnapshots(sandbox.config, () => {}).ask(action, 'all');
    expect(await changeFolder(DATA_DIR)).toMatchObject({ state: 'Done' });
    sandbox = await Sandbox.open(settings);
    attempts.length = 0;
  };
  await change('save');
  const facts = await factsOf(sandbox, investor);
  const future = await futureOf(sandbox);
  const tried = [...attempts];
  // The script quotes, the call ends with a match, the timer cancels, and the split has effect; the webhook of before
  // the save is tried again.
  expect(future.scripts).toMatchObject([{ state: 'Done' }]);
  const named = new Set(future.own.map(([, type, what]) => (type === 'order' ? (what as unknown[])[1] : type)));
  const all = ['auction', 'market', 'match', 'filled', 'cancel timer ran out', 'register', 'notice', 'top'];
  expect(named).toEqual(new Set(all));
  expect(tried[0]).toBe('2026-11-03T20:52:35.000Z');
  for (let times = 0; times < 2; times++) {
    await change('restore');
    expect(await factsOf(sandbox, investor)).toEqual(facts);
    expect(await futureOf(sandbox)).toEqual(future);
    expect(attempts).toEqual(tried);
  }
});
