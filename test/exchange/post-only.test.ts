/** M18 in the venue: what is refused at once, and what the book cancels later. */
import { expect, test } from 'vitest';
import type { Outcome } from '../../src/exchange/api/outcomes.ts';
import { NO_TRANSFER_RULES } from '../../src/exchange/api/transfer-commands.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { changes } from './order-life.ts';
import { DOLLAR, idOfOrder, type OrderFields, openVenue, order, replace, security } from './venue.ts';

const POST_ONLY = { postOnly: true } as const;
const offer = (over: OrderFields = {}) => order({ side: 'sell', clientId: 'b', ...over });
const postOnly = (over: OrderFields = {}) => order({ optional: POST_ONLY, ...over });
const CROSSES = { ok: false, refusal: 'post-only would cross' };

async function venue(folder = temporaryFolder()) {
  const opened = openVenue({ folder });
  await opened.exchange.submit(security());
  return opened;
}

const statusOf = (outcome: Outcome) => (outcome.ok ? outcome.order?.status : outcome.refusal);

test('an order that would cross is refused, also by a hidden, a contingent and an own order', async () => {
  const { exchange } = await venue();
  for (const over of [
    { disclosed: false },
    { contingency: 'All or None', quantity: 900 },
    { clientId: 'a' },
  ] as const) {
    const resting = idOfOrder(await exchange.submit(offer(over)));
    expect(await exchange.submit(postOnly())).toMatchObject(CROSSES);
    // A validation shows only what is disclosed (V55).
    const { disclosed } = offer(over).ticket;
    expect(await exchange.risk.wouldEnter(postOnly())).toMatchObject(disclosed ? CROSSES : { ok: true });
    const { ticket } = offer(over);
    await exchange.submit({ type: 'cancel', clientId: ticket.clientId, orderId: resting });
  }
  expect(statusOf(await exchange.submit(postOnly()))).toBe('Live');
  await exchange.stop();
});

test('it needs a Limit order that may rest', async () => {
  const { exchange } = await venue();
  for (const over of [{ expiration: 'IOC' }, { orderType: 'RFQ' }] as const) {
    expect(await exchange.submit(postOnly(over))).toMatchObject({ ok: false, refusal: 'post-only must rest' });
  }
  await exchange.stop();
});

test('a replacement that would cross is refused and changes nothing; one that does not is a new entry', async () => {
  const { exchange } = await venue();
  await exchange.submit(offer({ price: 11 * DOLLAR }));
  const bid = idOfOrder(await exchange.submit(postOnly()));
  expect(await exchange.submit(replace(bid, { price: 11 * DOLLAR }))).toMatchObject(CROSSES);
  expect(exchange.order(bid)).toMatchObject({ price: 10 * DOLLAR, status: 'Live' });
  expect(await exchange.submit(replace(bid, { price: 10.5 * DOLLAR }))).toMatchObject({ ok: true });
  await exchange.stop();
});

test('whether it crosses is asked last: nobody learns a hidden price by orders that other checks refuse', async () => {
  const { exchange } = await venue();
  await exchange.submit(offer({ disclosed: false, price: 10.5 * DOLLAR }));
  const bid = idOfOrder(await exchange.submit(postOnly({ price: 10.4 * DOLLAR })));
  const limits = { type: 'setLimits', clientId: 'a', accountId: null, tightens: false, expected: null } as const;
  await exchange.submit({ ...limits, policy: { maxOrderQuantity: 100 } });
  for (const price of [10.4 * DOLLAR, 10.6 * DOLLAR]) {
    const refused = { ok: false, refusal: 'order quantity above limit' };
    expect(await exchange.submit(postOnly({ quantity: 200, price }))).toMatchObject(refused);
    expect(await exchange.submit(replace(bid, { quantity: 200, price }))).toMatchObject(refused);
  }
  await exchange.submit({ type: 'throwSwitch', scope: { clientId: 'a' }, by: 'client', reason: 'mine' });
  for (const price of [10.4 * DOLLAR, 10.6 * DOLLAR]) {
    expect(await exchange.submit(postOnly({ price }))).toMatchObject({ ok: false, refusal: 'trading stopped' });
  }
  await exchange.stop();
});

test('a replacement that the transfer rules refuse is refused by them, wherever it would cross', async () => {
  const { exchange } = await venue();
  const [securityId, byOperator] = [7 as SecurityId, false];
  const rules = { ...NO_TRANSFER_RULES, holdingDays: 0 };
  const ofOwner = { clientId: 'owner', byOperator, securityId } as const;
  await exchange.submit({ type: 'transferRules', ...ofOwner, rules, version: null });
  const lots = [{ date: '2026-01-02', quantity: 100 }];
  const holdings = [{ clientId: 'a', accountId: null, lots }];
  await exchange.submit({ type: 'holdings', ...ofOwner, holdings });
  await exchange.submit(order({ clientId: 'b', disclosed: false, price: 9.5 * DOLLAR }));
  const sell = idOfOrder(await exchange.submit(postOnly({ side: 'sell' })));
  for (const price of [9.4 * DOLLAR, 9.6 * DOLLAR]) {
    const refused = { ok: false, refusal: 'shares are not held' };
    expect(await exchange.submit(replace(sell, { quantity: 200, price }))).toMatchObject(refused);
  }
  await exchange.stop();
});

test('approved while it crosses, it is cancelled with its reason', async () => {
  const { exchange, events } = await venue();
  await exchange.submit(offer());
  await exchange.submit(security({ orderApproval: true }));
  const bid = idOfOrder(await exchange.submit(postOnly()));
  expect(exchange.order(bid)?.status).toBe('Pending');
  const decision = { type: 'decide', clientId: 'owner', orderId: bid, issuerId: 3, approved: true } as const;
  await exchange.submit({ ...decision, reason: null });
  expect(changes(events, bid).at(-1)).toBe('post-only crossed: Cancelled 100');
  await exchange.stop();
});

test.each(['the journal', 'a snapshot'])(
  'entered in a halt it rests until the reopening, after a restart from %s',
  async (from) => {
    const folder = temporaryFolder();
    const before = await venue(folder);
    await before.exchange.submit({ type: 'halt', securityId: 7 as SecurityId, reason: 'news' });
    const sell = idOfOrder(await before.exchange.submit(offer()));
    const bid = idOfOrder(await before.exchange.submit(postOnly()));
    const low = idOfOrder(await before.exchange.submit(postOnly({ price: 9 * DOLLAR })));
    await before.exchange.stop();
    if (from === 'a snapshot') {
      const { state, end } = recover(files, folder, 0);
      await writeSnapshot(files, folder, state, end);
    }
    const { exchange, events } = openVenue({ folder });
    await exchange.submit({ type: 'resume', securityId: 7 as SecurityId, reason: 'over' });
    expect(changes(events, bid)).toEqual(['post-only crossed: Cancelled 100']);
    expect(exchange.order(sell)).toMatchObject({ status: 'Live', remaining: 100 });
    expect(exchange.order(low)).toMatchObject({ status: 'Live', ticket: { optional: POST_ONLY } });
    await exchange.stop();
  },
);
