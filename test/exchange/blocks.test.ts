/** Negotiated blocks (V59 to V63). */
import { describe, expect, test } from 'vitest';
import type {
  ConfirmBlockCommand,
  EndBlockCommand,
  ReportBlockCommand,
} from '../../src/exchange/api/block-commands.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { SetLimitsCommand } from '../../src/exchange/api/limit-commands.ts';
import type { Outcome } from '../../src/exchange/api/outcomes.ts';
import { NO_TRANSFER_RULES, type TransferRules } from '../../src/exchange/api/transfer-commands.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { loadSnapshot, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { recordedEvents } from '../../src/history/recorded-events.ts';
import { ManualTime } from '../support/manual-time.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { changes } from './order-life.ts';
import { DOLLAR, OPEN_FRIDAY, openVenue, order, security, type TestVenue } from './venue.ts';

const LIMITS = { ordersPerClient: 1000, contingentPerSecurity: 1000, ordersPerToken: 1000, blockSeconds: 60 };

/** Client a buys 500 at 10 of client b. */
function report(over: Partial<ReportBlockCommand> = {}): ReportBlockCommand {
  const { ticket } = order({ orderType: 'Block', expiration: 'IOC', disclosed: false });
  const counterparty = { clientId: 'b', accountId: null };
  return { type: 'reportBlock', ticket, quantity: 500, price: 10 * DOLLAR, counterparty, seconds: null, ...over };
}

function confirm(blockId: number, over: Partial<ConfirmBlockCommand> = {}): ConfirmBlockCommand {
  const own = { memberId: '2', accountId: null, token: null, ip: '127.0.0.1' };
  return { type: 'confirmBlock', clientId: 'b', blockId, ...own, ...over };
}

function end(status: EndBlockCommand['status'], clientId: string, blockId: number): EndBlockCommand {
  return { type: 'endBlock', clientId, blockId, status, reason: null };
}

/** Two strangers trade at these prices, in dollars. */
async function matched({ exchange }: TestVenue, ...prices: number[]): Promise<void> {
  for (const price of prices) {
    for (const side of ['buy', 'sell'] as const) {
      await exchange.submit(order({ clientId: `${side}er`, side, price: price * DOLLAR }));
    }
  }
}

async function opened(folder = temporaryFolder()): Promise<TestVenue> {
  const venue = openVenue({ folder, limits: LIMITS });
  await venue.exchange.submit(security());
  return venue;
}

async function traded(): Promise<TestVenue> {
  const venue = await opened();
  await matched(venue, 10);
  venue.events.length = 0;
  return venue;
}

function blockOf(outcome: Outcome): number {
  if (!outcome.ok || outcome.block === undefined) throw new Error(`not accepted: ${JSON.stringify(outcome)}`);
  return outcome.block.blockId;
}

const said = (outcome: Outcome) => (outcome.ok ? (outcome.block?.status ?? 'ok') : outcome.refusal);

function publishedOf(events: readonly ExchangeEvent[]): unknown[] {
  return events.flatMap((event) =>
    event.type === 'notice'
      ? event.notice.to.map(({ clientId, fields }) => [clientId, fields.party, fields.blockStatus])
      : [],
  );
}

test('a confirmed block is two orders and a match, and both sides get the events', async () => {
  const { exchange, events } = await traded();
  const blockId = blockOf(await exchange.submit(report()));
  expect(exchange.blocksOf('b', 0, 10)).toMatchObject([{ blockId, status: 'Reported', quantity: 500 }]);
  expect(events.map(({ type }) => type)).toEqual(['notice']);
  const confirmed = await exchange.submit(confirm(blockId));
  const match = events.flatMap((event) => (event.type === 'match' ? [event.match] : []))[0]!;
  expect(confirmed).toMatchObject({ ok: true, block: { status: 'Confirmed', matchId: match.matchId } });
  expect(match).toMatchObject({ block: true, quantity: 500, price: 10 * DOLLAR, buyClientId: 'a', sellClientId: 'b' });
  for (const orderId of [match.buyOrderId, match.sellOrderId]) {
    expect(changes(events, orderId)).toEqual(['entered: Live 500', 'filled: Executed 0']);
  }
  expect(recordedEvents(events).executions).toMatchObject([{ buy: { remaining: 0 }, sell: { remaining: 0 } }]);
  const expected = ['Reported', 'Confirmed'].flatMap((status) => [
    ['a', 'Reporter', status],
    ['b', 'Counterparty', status],
  ]);
  expect(publishedOf(events)).toEqual(expected);
  expect(exchange.blocksOf('b', 0, 10)).toEqual([]);
  expect(said(await exchange.submit(confirm(blockId)))).toBe('unknown block');
});

test('each side ends it in its own way, and for all others there is no such block', async () => {
  const { exchange, events } = await traded();
  const one = blockOf(await exchange.submit(report()));
  const other = blockOf(await exchange.submit(report()));
  for (const clientId of ['a', 'c']) {
    expect(said(await exchange.submit(confirm(one, { clientId })))).toBe('unknown block');
    expect(said(await exchange.submit(end('Declined', clientId, one)))).toBe('unknown block');
  }
  expect(said(await exchange.submit(end('Cancelled', 'b', one)))).toBe('unknown block');
  expect(exchange.blocksOf('c', 0, 10)).toEqual([]);
  expect(said(await exchange.submit(end('Declined', 'b', one)))).toBe('Declined');
  expect(said(await exchange.submit(end('Cancelled', 'a', other)))).toBe('Cancelled');
  expect(said(await exchange.submit(confirm(one)))).toBe('unknown block');
  expect(events.some(({ type }) => type === 'match')).toBe(false);
  expect(publishedOf(events).slice(-2)).toEqual([
    ['a', 'Reporter', 'Cancelled'],
    ['b', 'Counterparty', 'Cancelled'],
  ]);
});

describe('the price (V60)', () => {
  const at = async ({ exchange }: TestVenue, price: number) =>
    said(await exchange.submit(report({ price: price * DOLLAR })));
  const outside = 'price outside the range of the day';

  test('is one from the lowest to the highest match of the day', async () => {
    const venue = await opened();
    await matched(venue, 10, 12, 11);
    expect(await at(venue, 9.99)).toBe(outside);
    expect(await at(venue, 10)).toBe('Reported');
    expect(await at(venue, 12)).toBe('Reported');
    expect(await at(venue, 12.01)).toBe(outside);
  });

  test('is from bid to offer where nothing was matched today, or else that of the last match', async () => {
    const time = new ManualTime(OPEN_FRIDAY);
    const venue = openVenue({ folder: temporaryFolder(), limits: LIMITS, time, alwaysOpen: true });
    await venue.exchange.submit(security());
    expect(await at(venue, 10)).toBe(outside);
    await matched(venue, 10, 12);
    time.advanceMs(24 * 3_600_000);
    expect(await at(venue, 10)).toBe(outside);
    expect(await at(venue, 12)).toBe('Reported');
    await venue.exchange.submit(order({ price: 8 * DOLLAR }));
    expect(await at(venue, 8)).toBe(outside);
    await venue.exchange.submit(order({ side: 'sell', price: 9 * DOLLAR }));
    expect(await at(venue, 12)).toBe(outside);
    expect(await at(venue, 8)).toBe('Reported');
    expect(await at(venue, 9)).toBe('Reported');
  });

  test('is asked again when it is confirmed', async () => {
    const venue = await opened();
    await venue.exchange.submit(order({ clientId: 'c', price: 9 * DOLLAR }));
    await venue.exchange.submit(order({ clientId: 'c', side: 'sell', price: 11 * DOLLAR }));
    const blockId = blockOf(await venue.exchange.submit(report()));
    await matched(venue, 11);
    expect(said(await venue.exchange.submit(confirm(blockId)))).toBe(outside);
    expect(venue.exchange.blocksOf('a', 0, 10)).toHaveLength(1);
  });
});

test('a block that cannot be reported is refused and publishes nothing', async () => {
  const { exchange, events } = await traded();
  const oneself = { clientId: 'a', accountId: null };
  expect(said(await exchange.submit(report({ counterparty: oneself })))).toBe('block with oneself');
  const { ticket } = order({ orderType: 'Block', securityId: 99 });
  expect(said(await exchange.submit(report({ ticket })))).toBe('unknown security');
  for (let count = 0; count < 100; count++) await exchange.submit(report());
  events.length = 0;
  expect(said(await exchange.submit(report()))).toBe('too many blocks');
  const reversed = { ...report(), ticket: order({ clientId: 'b', orderType: 'Block' }).ticket };
  expect(said(await exchange.submit({ ...reversed, counterparty: oneself }))).toBe('Reported');
  expect(publishedOf(events)).toHaveLength(2);
});

test('nothing is reported or confirmed in a market that is not open, or that approves orders', async () => {
  const { exchange } = await traded();
  const blockId = blockOf(await exchange.submit(report()));
  await exchange.submit({ type: 'halt', securityId: 7 as SecurityId, reason: 'news' });
  expect(said(await exchange.submit(report()))).toBe('security takes no blocks');
  expect(said(await exchange.submit(confirm(blockId)))).toBe('security takes no blocks');
  await exchange.submit({ type: 'resume', securityId: 7 as SecurityId, reason: 'news published' });
  await exchange.submit(security({ orderApproval: true }));
  expect(said(await exchange.submit(confirm(blockId)))).toBe('security takes no blocks');
  await exchange.submit(security({ orderApproval: false }));
  expect(said(await exchange.submit(confirm(blockId)))).toBe('Confirmed');
});

test('limits and kill switches hold for both sides when it is confirmed, and positions move', async () => {
  const { exchange } = await traded();
  const limit = (clientId: string, policy: SetLimitsCommand['policy']) =>
    exchange.submit({ type: 'setLimits', clientId, accountId: null, policy, tightens: false, expected: null });
  let blockId = blockOf(await exchange.submit(report()));
  const refusal = async () => said(await exchange.submit(confirm(blockId)));
  await limit('a', { maxOrderQuantity: 499 });
  expect(await refusal()).toBe('order quantity above limit');
  await limit('a', { priceBand: 1_000_000 });
  await exchange.submit({ type: 'referencePrice', securityId: 7 as SecurityId, price: 20 * DOLLAR });
  expect(await refusal()).toBe('price outside band');
  for (const clientId of ['a', 'b']) await limit(clientId, { noShortSale: clientId === 'b' });
  expect(await refusal()).toBe('short sale');
  await limit('b', {});
  for (const clientId of ['a', 'b']) {
    await exchange.submit({ type: 'throwSwitch', scope: { clientId }, by: 'operator', reason: 'stop' });
    expect(await refusal()).toBe(clientId === 'a' ? 'unknown block' : 'trading stopped');
    await exchange.submit({ type: 'releaseSwitch', scope: { clientId }, by: 'operator' });
    blockId = blockOf(await exchange.submit(report()));
  }
  expect(await refusal()).toBe('Confirmed');
  const positions = ['a', 'b'].map((clientId) => exchange.risk.positionsOf(clientId));
  expect(positions).toMatchObject([[{ quantity: 500 }], [{ quantity: -500 }]]);
});

test.each(['a', 'b'])('a confirmed block counts for the rate of side %s', async (clientId) => {
  const { exchange, time } = await traded();
  time.advanceMs(1000);
  const first = blockOf(await exchange.submit(report()));
  const second = blockOf(await exchange.submit(report()));
  const policy = { maxOrdersPerSecond: 1 };
  await exchange.submit({ type: 'setLimits', clientId, accountId: null, policy, tightens: false, expected: null });
  expect(said(await exchange.submit(confirm(first)))).toBe('Confirmed');
  expect(said(await exchange.submit(confirm(second)))).toBe('order rate above limit');
  time.advanceMs(1000);
  expect(said(await exchange.submit(confirm(second)))).toBe('Confirmed');
});

test('transfer rules hold for both sides, and the account that the report names', async () => {
  const { exchange } = await traded();
  const blockId = blockOf(await exchange.submit(report({ counterparty: { clientId: 'b', accountId: 'x' } })));
  const rules = (changed: Partial<TransferRules>) =>
    exchange.submit({
      ...{ type: 'transferRules', clientId: 'owner', byOperator: false, securityId: 7 as SecurityId, version: null },
      rules: { ...NO_TRANSFER_RULES, ...changed },
    });
  const refusal = async (accountId: string | null) => said(await exchange.submit(confirm(blockId, { accountId })));
  expect(await refusal(null)).toBe('block names another account');
  for (const clients of [['a'], ['b']]) {
    await rules({ allowed: { clients, accounts: [] } });
    expect(await refusal('x')).toBe('account may not trade the security');
  }
  await rules({ firstRefusal: { hours: 1, unanswered: 'Waive' } });
  expect(await refusal('x')).toBe('first refusal is not waived');
  await rules({ holdingDays: 30 });
  expect(await refusal('x')).toBe('shares may not be sold yet');
  await rules({ allowed: { clients: ['a'], accounts: ['x'] } });
  expect(await refusal('x')).toBe('Confirmed');
});

test('the same key gives the same block, and trades once', async () => {
  const { exchange, events } = await traded();
  const reported = report({ idempotency: { key: 'k', bodyHash: 'h' } });
  const blockId = blockOf(await exchange.submit(reported));
  expect(blockOf(await exchange.submit(reported))).toBe(blockId);
  const confirmed = confirm(blockId, { idempotency: { key: 'k', bodyHash: 'h' } });
  expect(said(await exchange.submit(confirmed))).toBe('Confirmed');
  expect(await exchange.submit(confirmed)).toMatchObject({ ok: true, replayed: true, block: { status: 'Confirmed' } });
  expect(events.filter(({ type }) => type === 'match')).toHaveLength(1);
});

describe.each(['from the journal', 'from a snapshot'])('after a restart %s', (from) => {
  async function restarted() {
    const folder = temporaryFolder();
    const venue = await opened(folder);
    await matched(venue, 10);
    const [first, second] = [
      blockOf(await venue.exchange.submit(report())),
      blockOf(await venue.exchange.submit(report({ seconds: 90 }))),
    ];
    await venue.exchange.stop();
    const { state, end: at } = recover(files, folder, 0);
    if (from === 'from a snapshot') {
      const path = await writeSnapshot(files, folder, state, at);
      expect(digestOf(loadSnapshot(files, path, 0).state)).toBe(digestOf(state));
    }
    const time = new ManualTime(OPEN_FRIDAY);
    time.advanceMs(59_999);
    return { first, second, time, again: openVenue({ folder, time, limits: LIMITS }) };
  }

  test('it can be confirmed in its time, at the prices of the day', async () => {
    const { first, again } = await restarted();
    expect(said(await again.exchange.submit(report({ price: 11 * DOLLAR })))).toBe(
      'price outside the range of the day',
    );
    expect(said(await again.exchange.submit(confirm(first)))).toBe('Confirmed');
    const next = blockOf(await again.exchange.submit(report()));
    expect(next).toBeGreaterThan(first);
  });

  test('it ends when its time is over, before anything else of that instant', async () => {
    const { first, second, time, again } = await restarted();
    time.advanceMs(1);
    expect(said(await again.exchange.submit(confirm(first)))).toBe('unknown block');
    expect(publishedOf(again.events)).toEqual([
      ['a', 'Reporter', 'Expired'],
      ['b', 'Counterparty', 'Expired'],
    ]);
    expect(said(await again.exchange.submit(confirm(second)))).toBe('Confirmed');
  });
});
