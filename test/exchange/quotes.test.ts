import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/exchange/api/outcomes.ts';
import type { NewQuote, QuoteStatus } from '../../src/exchange/api/quotes.ts';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { journalStart } from '../../src/exchange/journal/reader.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { loadSnapshot, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { venue } from './order-life.ts';
import { DOLLAR, idOfOrder, openVenue, order, security, type TestVenue } from './venue.ts';

const rfq = (over: Parameters<typeof order>[0] = {}) => order({ orderType: 'RFQ', price: 0, ...over });

function quoteOn(orderId: OrderId, over: Partial<NewQuote> & { readonly clientId?: string } = {}) {
  const terms = { price: 11 * DOLLAR, quantity: 40, memberId: '5', accountId: null, token: null };
  return { type: 'quote', clientId: 'q', ip: '', orderId, ...terms, ...over } as const;
}

const quoteIdOf = (outcome: Outcome) => (outcome.ok ? (outcome.quote?.quoteId ?? 0) : 0);
const statusesIn = ({ events }: TestVenue) =>
  events.flatMap((event) =>
    event.type === 'notice' && event.notice.quote !== undefined
      ? [`${event.notice.quote.quoteId} ${event.notice.quote.version} ${event.notice.quote.status}`]
      : [],
  );

test('a quote expires by the clock of the venue, and cannot be accepted from that moment on', async () => {
  const opened = await venue();
  const { exchange, time } = opened;
  const asked = idOfOrder(await exchange.submit(rfq()));
  const first = quoteIdOf(await exchange.submit(quoteOn(asked, { seconds: 5 })));
  const at = exchange.nowUs() + 10_000_000;
  const second = quoteIdOf(await exchange.submit(quoteOn(asked, { expiresAt: at })));
  expect(await exchange.submit(quoteOn(asked, { expiresAt: exchange.nowUs() }))).toMatchObject({
    refusal: 'quote expires in the past',
  });
  time.advanceMs(5000);
  expect(await exchange.submit({ type: 'acceptQuote', clientId: 'a', quoteId: first })).toMatchObject({
    refusal: 'unknown quote',
  });
  await exchange.submit({ type: 'replaceQuote', clientId: 'q', quoteId: second, seconds: 60 });
  time.advanceMs(30_000);
  expect(await exchange.submit({ type: 'acceptQuote', clientId: 'a', quoteId: second })).toMatchObject({ ok: true });
  expect(statusesIn(opened)).toEqual([
    `${first} 1 Open`,
    `${second} 1 Open`,
    `${first} 1 Expired`,
    `${second} 2 Open`,
    `${second} 2 Accepted`,
  ]);
});

test('a quote whose time passed while the venue was down expires before anything else', async () => {
  const folder = temporaryFolder();
  const { exchange, time } = openVenue({ folder });
  await exchange.submit(security());
  const asked = idOfOrder(await exchange.submit(rfq()));
  const quoteId = quoteIdOf(await exchange.submit(quoteOn(asked, { seconds: 5 })));
  await exchange.stop();
  time.advanceMs(6000);
  const next = openVenue({ folder, time });
  expect(next.exchange.quotes.open(quoteId)).toMatchObject({ status: 'Open' });
  expect(await next.exchange.submit({ type: 'acceptQuote', clientId: 'a', quoteId })).toMatchObject({ ok: false });
  expect(statusesIn(next)).toEqual([`${quoteId} 1 Expired`]);
  await next.exchange.stop();
});

test('who accepts another version than the current one trades nothing', async () => {
  const { exchange } = await venue();
  const asked = idOfOrder(await exchange.submit(rfq()));
  const quoteId = quoteIdOf(await exchange.submit(quoteOn(asked)));
  const accept = (version?: number) =>
    exchange.submit({ type: 'acceptQuote', clientId: 'a', quoteId, ...(version !== undefined && { version }) });
  const replaced = await exchange.submit({
    type: 'replaceQuote',
    clientId: 'q',
    quoteId,
    version: 1,
    price: 12 * DOLLAR,
  });
  expect(replaced).toMatchObject({ ok: true, quote: { quoteId, version: 2, price: 12 * DOLLAR, quantity: 40 } });
  expect(await accept(1)).toMatchObject({ refusal: 'quote has another version' });
  const again = { type: 'replaceQuote', clientId: 'q', quoteId, version: 1, price: 13 * DOLLAR } as const;
  expect(await exchange.submit(again)).toMatchObject({ refusal: 'quote has another version' });
  expect(await accept(2)).toMatchObject({ ok: true, quote: { status: 'Accepted', price: 12 * DOLLAR } });
});

/** V41: each command on a quote in each state; the docs have the same table. */
const ENDS: Readonly<Record<Exclude<QuoteStatus, 'Open'>, UntimedCommand>> = {
  Accepted: { type: 'acceptQuote', clientId: 'a', quoteId: 0 },
  Declined: { type: 'endQuote', clientId: 'a', quoteId: 0, status: 'Declined', reason: null },
  Cancelled: { type: 'endQuote', clientId: 'q', quoteId: 0, status: 'Cancelled', reason: null },
  Expired: { type: 'quoteTimer', quoteIds: [] },
  Ended: { type: 'cancel', clientId: 'a', orderId: 0 as OrderId },
};
const ON_QUOTES: readonly UntimedCommand[] = [
  ENDS.Accepted,
  ENDS.Declined,
  ENDS.Cancelled,
  { type: 'replaceQuote', clientId: 'q', quoteId: 0, price: 9 * DOLLAR },
];
const START = 1_800_000_000_000_000;

class Opened {
  readonly state: VenueState;
  readonly statuses: string[] = [];
  time = START;

  constructor(slice?: number) {
    this.state = new VenueState(0, undefined, slice);
    this.state.sink = (event) => {
      const quote = event.type === 'notice' ? event.notice.quote : undefined;
      if (quote !== undefined) this.statuses.push(quote.status);
    };
    this.apply({ type: 'rules', version: 13 });
    this.apply(security());
    this.apply({ type: 'session', action: 'open', securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 });
  }

  apply(command: UntimedCommand) {
    return this.state.apply({ ...command, time: this.time } as JournaledCommand);
  }

  finish(): void {
    while (this.state.pending.isPending) this.apply({ type: 'continue' });
  }
}

describe.each(Object.entries(ENDS))('a quote that is %s', (status, ending) => {
  test.each(ON_QUOTES)('takes no $type', (command) => {
    const opened = new Opened();
    const orderId = idOfOrder(opened.apply(rfq()));
    const quoteId = quoteIdOf(opened.apply(quoteOn(orderId, { seconds: 1 })));
    opened.time += 1_000_000;
    const named = { quoteId, orderId, quoteIds: [quoteId] };
    if (status !== 'Expired') opened.time -= 1;
    opened.apply({ ...ending, ...named } as UntimedCommand);
    expect(opened.statuses).toEqual(['Open', status]);
    expect(opened.apply({ ...command, quoteId } as UntimedCommand)).toMatchObject({ refusal: 'unknown quote' });
    expect(opened.apply({ type: 'quoteTimer', quoteIds: [quoteId] })).toMatchObject({ ok: true });
    expect(opened.statuses).toHaveLength(2);
  });
});

test('a mass quote goes on in slices, and a snapshot between them has what is left and its results', async () => {
  const opened = new Opened(10);
  const orders = Array.from({ length: 30 }, () => idOfOrder(opened.apply(rfq())));
  const entries = orders.flatMap((orderId, at) => {
    const { type: _, clientId: __, ip: ___, ...one } = quoteOn(orderId, { quantity: at === 3 ? 101 : 1 });
    return [one, one];
  });
  const idempotency = { key: 'k', bodyHash: 'h', clientId: 'q' };
  const outcome = opened.apply({ type: 'massQuote', clientId: 'q', ip: '', entries, idempotency });
  expect(opened.state.quotes.size).toBe(8);
  const path = await writeSnapshot(files, temporaryFolder(), opened.state, journalStart(0));
  const restarted = loadSnapshot(files, path, 0).state;
  const again = { type: 'massQuote', clientId: 'q', ip: '', entries, idempotency, time: START } as JournaledCommand;
  for (const state of [opened.state, restarted])
    while (state.pending.isPending) state.apply({ type: 'continue', time: START });
  expect(digestOf(restarted)).toBe(digestOf(opened.state));
  expect(opened.state.quotes.size).toBe(58);
  const results = outcome.ok ? (outcome.quotes ?? []) : [];
  expect(results.filter(({ refusal }) => refusal !== undefined)).toEqual(
    Array(2).fill({ refusal: 'quantity above remaining' }),
  );
  expect(restarted.apply(again)).toMatchObject({ ok: true, replayed: true, quotes: results });
});

test('a protection counts exactly across a restart, and withdraws the rest with one fill too many', async () => {
  const folder = temporaryFolder();
  let opened = openVenue({ folder });
  const protection = { fills: 3, shares: null, seconds: 60 };
  await opened.exchange.submit(security());
  await opened.exchange.submit({ type: 'quoteProtection', clientId: 'q', protection });
  const asked = idOfOrder(await opened.exchange.submit(rfq({ quantity: 1000 })));
  const quotes: number[] = [];
  const accept = (quoteId: number) => opened.exchange.submit({ type: 'acceptQuote', clientId: 'a', quoteId });
  for (let at = 0; at < 10; at++) {
    quotes.push(quoteIdOf(await opened.exchange.submit(quoteOn(asked, { quantity: 1 }))));
  }
  for (const quoteId of quotes.slice(0, 2)) await accept(quoteId);
  await opened.exchange.stop();
  opened = openVenue({ folder });
  expect(opened.exchange.quotes.protectionOf('q')).toMatchObject({ usedFills: 2, usedShares: 2, trippedAt: null });
  expect(await accept(quotes[2]!)).toMatchObject({ ok: true });
  expect(opened.exchange.quotes.openOf('q', { after: 0, limit: 100 })).toEqual([]);
  expect(statusesIn(opened).slice(1)).toEqual(quotes.slice(3).map((quoteId) => `${quoteId} 1 Cancelled`));
  expect(opened.exchange.quotes.protectionOf('q')).toMatchObject({ usedFills: 0, trippedAt: expect.any(Number) });
  expect(await opened.exchange.submit(quoteOn(asked, { quantity: 1 }))).toMatchObject({ ok: true });
  await opened.exchange.stop();
  const recovered = recover(files, folder, 0).state;
  expect(digestOf(recovered)).toBe(digestOf(recover(files, folder, 0).state));
  expect(recovered.quotes.size).toBe(1);
});

test('ids go on after those that the database gave before', () => {
  const opened = new Opened();
  opened.apply({ type: 'id', kind: 'quote', id: 123_456 });
  const orderId = idOfOrder(opened.apply(rfq()));
  expect(quoteIdOf(opened.apply(quoteOn(orderId)))).toBe(123_500);
  expect(quoteIdOf(opened.apply(quoteOn(orderId)))).toBe(123_600);
});

test('a kill switch refuses quotes and new terms, and what it does not concern stays', () => {
  const opened = new Opened();
  const orderId = idOfOrder(opened.apply(rfq()));
  const other = quoteIdOf(opened.apply(quoteOn(orderId, { clientId: 'c' })));
  opened.apply(quoteOn(orderId));
  opened.apply({ type: 'throwSwitch', scope: { clientId: 'q' }, by: 'operator', reason: 'stop' });
  expect(opened.apply(quoteOn(orderId))).toMatchObject({ refusal: 'trading stopped' });
  expect(opened.state.quotes.values().map(({ quoteId }) => quoteId)).toEqual([other]);
  const whole = { scope: { securityId: 7 as SecurityId }, by: 'operator', reason: 'stop' } as const;
  opened.apply({ type: 'throwSwitch', ...whole });
  opened.finish();
  expect(opened.state.quotes.size).toBe(0);
});
