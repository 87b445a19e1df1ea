import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TakeQuoteCommand } from '../../src/exchange/api/commands.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { SetLimitsCommand } from '../../src/exchange/api/limit-commands.ts';
import type { Contingency } from '../../src/exchange/api/orders.ts';
import type { Refusal } from '../../src/exchange/api/reasons.ts';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { recordedEvents } from '../../src/history/recorded-events.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { changes, venue } from './order-life.ts';
import { DOLLAR, idOfOrder, openVenue, order, replace, security } from './venue.ts';

function take(orderId: OrderId, over: Partial<TakeQuoteCommand> = {}): TakeQuoteCommand {
  const { ticket } = order({ side: 'sell', clientId: 'q', expiration: 'IOC', disclosed: false });
  return { type: 'takeQuote', clientId: 'a', orderId, ticket, quantity: 40, price: 11 * DOLLAR, filled: 0, ...over };
}

const rfq = (over: Parameters<typeof order>[0] = {}) => order({ orderType: 'RFQ', price: 0, ...over });
const refusalOf = (refusal: Refusal) => ({ ok: false, refusal, replayed: false });

test('a quote that is taken executes an order made for it, at its price, the RFQ order being the older', async () => {
  const { exchange, events } = await venue();
  const asked = idOfOrder(await exchange.submit(rfq()));
  const made = idOfOrder(await exchange.submit(take(asked)));
  expect(changes(events, made)).toEqual(['entered: Live 40', 'filled: Executed 0']);
  expect(changes(events, asked)).toEqual(['entered: Live 100', 'filled: Partially Executed 60']);
  const matches = events.flatMap((event) => (event.type === 'match' ? [event.match] : []));
  expect(matches).toMatchObject([
    { buyOrderId: asked, sellOrderId: made, price: 11 * DOLLAR, quantity: 40, initiatorOrderId: made },
  ]);
  expect(recordedEvents(events).executions).toMatchObject([{ buy: { remaining: 60 }, sell: { remaining: 0 } }]);
});

test('the book has no part in it, and the marker of the top goes with the last share', async () => {
  const { exchange } = await venue();
  await exchange.submit(order({ side: 'sell', price: 9 * DOLLAR }));
  const asked = idOfOrder(await exchange.submit(rfq()));
  await exchange.submit(take(asked));
  expect(exchange.topOfBook(7 as SecurityId)).toMatchObject({
    bid: 'RFQ',
    offer: { price: 9 * DOLLAR, quantity: 100 },
  });
  await exchange.submit(take(asked, { quantity: 60, filled: 40 }));
  expect(exchange.topOfBook(7 as SecurityId)).toMatchObject({ bid: null, offer: { price: 9 * DOLLAR, quantity: 100 } });
});

test('what is not as it was when the quote was accepted is refused and changes nothing', async () => {
  const { exchange, events } = await venue();
  const asked = idOfOrder(await exchange.submit(rfq()));
  const limit = idOfOrder(await exchange.submit(order({ price: 8 * DOLLAR })));
  const same = order({ side: 'buy', clientId: 'q' }).ticket;
  const before = events.length;
  const refusals = [
    [take(999 as OrderId), 'unknown order'],
    [take(asked, { clientId: 'q' }), 'unknown order'],
    [take(limit), 'order takes no quotes'],
    [take(asked, { ticket: same }), 'order takes no quotes'],
    [take(asked, { filled: 1 }), 'order has other terms'],
    [take(asked, { quantity: 101 }), 'order has other terms'],
  ] as const;
  for (const [command, refusal] of refusals) expect(await exchange.submit(command)).toEqual(refusalOf(refusal));
  expect(events.length).toBe(before);
  await exchange.submit({ type: 'halt', securityId: 7 as SecurityId, reason: 'news' });
  expect(await exchange.submit(take(asked))).toEqual(refusalOf('market is not open'));
  await exchange.submit(security({ orderApproval: true }));
  expect(await exchange.submit(take(asked))).toEqual(refusalOf('security wants approval'));
});

test('M3 holds for the contingency of the RFQ order', async () => {
  const { exchange } = await venue();
  const asked = idOfOrder(await exchange.submit(rfq({ contingency: 'Minimum Quantity', minimum: 50 })));
  expect(await exchange.submit(take(asked))).toEqual(refusalOf('contingency not met'));
  expect(await exchange.submit(take(asked, { quantity: 60 }))).toMatchObject({ ok: true });
  expect(await exchange.submit(take(asked, { quantity: 39, filled: 60 }))).toEqual(refusalOf('contingency not met'));
  await exchange.submit(replace(asked, { contingency: 'All or None' }));
  expect(await exchange.submit(take(asked, { quantity: 39, filled: 60 }))).toEqual(refusalOf('contingency not met'));
  expect(await exchange.submit(take(asked, { quantity: 40, filled: 60 }))).toMatchObject({ ok: true });
});

/** What an RFQ order of 100 is left with, as the rules say it. */
class SlowRfq {
  remaining = 100;
  readonly contingency: Contingency;

  constructor(contingency: Contingency) {
    this.contingency = contingency;
  }

  take(quantity: number, filled: number): Refusal | undefined {
    if (this.remaining === 0) return 'unknown order';
    if (filled !== 100 - this.remaining || quantity > this.remaining) return 'order has other terms';
    const least = { None: 1, 'All or None': this.remaining, 'Minimum Quantity': Math.min(30, this.remaining) };
    if (quantity < least[this.contingency]) return 'contingency not met';
    this.remaining -= quantity;
    return undefined;
  }
}

const takes = fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 110 }), stale: fc.boolean() }), {
  maxLength: 8,
});
const contingencies = fc.constantFrom<Contingency>('None', 'All or None', 'Minimum Quantity');

test('any sequence of quotes does what the slow model does, and a restart has the same state', async () => {
  await fc.assert(
    fc.asyncProperty(contingencies, takes, async (contingency, sequence) => {
      const folder = temporaryFolder();
      const { exchange, events } = openVenue({ folder });
      await exchange.submit(security());
      const asked = idOfOrder(await exchange.submit(rfq({ contingency, minimum: 30 })));
      const model = new SlowRfq(contingency);
      for (const { quantity, stale } of sequence) {
        const filled = 100 - model.remaining + (stale ? 1 : 0);
        const expected = model.take(quantity, filled);
        const outcome = await exchange.submit(take(asked, { quantity, filled }));
        expect(outcome.ok ? undefined : outcome.refusal).toBe(expected);
      }
      expect(tradedOf(events)).toBe(100 - model.remaining);
      await exchange.stop();
      const recovered = recover(files, folder, 0).state;
      expect(recovered.orders.get(asked)?.remaining ?? 0).toBe(model.remaining);
      expect(digestOf(recovered)).toBe(digestOf(recover(files, folder, 0).state));
      expect(recovered.counters.eventSeq).toBe(events.at(-1)!.seq);
    }),
    { numRuns: 25 },
  );
});

function tradedOf(events: readonly ExchangeEvent[]): number {
  return events.reduce((sum, event) => sum + (event.type === 'match' ? event.match.quantity : 0), 0);
}

test('both sides are held against limits: the order that is made as any, the RFQ order by value and band', async () => {
  const { exchange } = await venue();
  const asked = idOfOrder(await exchange.submit(rfq()));
  const limit = (clientId: string, policy: SetLimitsCommand['policy']) =>
    exchange.submit({ type: 'setLimits', clientId, accountId: null, policy, tightens: false, expected: null });
  const taken = async () => {
    const outcome = await exchange.submit(take(asked, { massCancels: exchange.state.massCancels.count }));
    return outcome.ok ? 'taken' : [outcome.refusal, outcome.breach?.of, outcome.breach?.order];
  };
  await exchange.submit({ type: 'referencePrice', securityId: 7 as SecurityId, price: 10 * DOLLAR });
  await limit('q', { maxOrderQuantity: 39 });
  expect(await taken()).toEqual(['order quantity above limit', 'client', 40]);
  await limit('q', { noShortSale: true });
  expect(await taken()).toEqual(['short sale', 'client', 40]);
  await limit('q', {});
  await limit('a', { maxOrderValue: BigInt(439 * DOLLAR) });
  expect(await taken()).toEqual(['order value above limit', 'client', BigInt(440 * DOLLAR)]);
  await limit('a', { priceBand: 9_999_999 });
  expect(await taken()).toEqual(['price outside band', 'client', 11 * DOLLAR]);
  await limit('a', { priceBand: 10_000_000, maxOrderQuantity: 1, maxOpenOrders: 0, sides: 'Sell' });
  await exchange.submit({ type: 'throwSwitch', scope: { clientId: 'q' }, by: 'operator', reason: 'stop' });
  expect(await taken()).toEqual(['trading stopped', undefined, undefined]);
  await exchange.submit({ type: 'releaseSwitch', scope: { clientId: 'q' }, by: 'operator' });
  expect(await taken()).toBe('taken');
  expect(exchange.risk.positionsOf('a')).toMatchObject([{ securityId: 7, quantity: 40 }]);
});

test('a quote that is taken counts for the rate of the client that made it, and of no other', async () => {
  const { exchange, time } = await venue();
  const asked = idOfOrder(await exchange.submit(rfq()));
  for (const clientId of ['a', 'q']) {
    const policy = { maxOrdersPerSecond: clientId === 'q' ? 1 : 0 };
    await exchange.submit({ type: 'setLimits', clientId, accountId: null, policy, tightens: false, expected: null });
  }
  const taken = async (filled: number) => {
    const outcome = await exchange.submit(take(asked, { filled, quantity: 10 }));
    return outcome.ok ? 'taken' : [outcome.refusal, outcome.breach?.used];
  };
  expect(await taken(0)).toBe('taken');
  expect(await taken(10)).toEqual(['order rate above limit', 1]);
  time.advanceMs(1000);
  expect(await taken(10)).toBe('taken');
});
