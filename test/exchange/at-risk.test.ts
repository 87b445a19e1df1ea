/** Every mass cancel concerns all that a client has at risk: orders, quotes and blocks that it reported (V47). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OrderEnd } from '../../src/exchange/api/reasons.ts';
import type { OrderFilter } from '../../src/exchange/api/risk-commands.ts';
import { FIRST_OF_TURN_SINCE } from '../../src/exchange/api/rules.ts';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import { decodeCommand, encodeCommand } from '../../src/exchange/commands/command-codecs.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { journalStart } from '../../src/exchange/journal/reader.ts';
import { MassCancels } from '../../src/exchange/records/mass-cancels.ts';
import { loadSnapshot, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { DOLLAR, idOfOrder, type OrderFields, order, security } from './venue.ts';

const START = 1_800_000_000_000_000;
const BLOCK_SECURITY = 8 as SecurityId;

class Venue {
  state: VenueState;
  readonly ends: string[] = [];

  constructor(rules = 4, slice?: number) {
    this.state = new VenueState(0, undefined, slice);
    this.state.sink = (event) => {
      for (const { clientId, fields } of event.type === 'notice' ? event.notice.to : []) {
        const { party, blockStatus, reason } = fields;
        if (party === 'Reporter' && blockStatus !== 'Reported') this.ends.push(`${clientId} ${blockStatus}: ${reason}`);
      }
    };
    this.apply({ type: 'rules', version: rules });
    for (const securityId of [7, 8]) this.apply(security({ securityId }));
    this.apply({ type: 'session', action: 'open', securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 });
    for (const [side, price] of [
      ['buy', 9],
      ['sell', 11],
    ] as const) {
      this.apply(order({ clientId: 'z', securityId: BLOCK_SECURITY, side, price: price * DOLLAR }));
    }
  }

  apply(command: UntimedCommand) {
    return this.state.apply({ ...command, time: START } as JournaledCommand);
  }

  finish(): void {
    while (this.state.pending.isPending) this.apply({ type: 'continue' });
  }

  /** An order, a block in another security, and a quote on the order of client z. */
  offer(fields: OrderFields = {}) {
    const own = { clientId: 'b', accountId: 'x', memberId: '5', ...fields };
    const orderId = idOfOrder(this.apply(order({ ...own, price: 5 * DOLLAR })));
    const { ticket } = order({ ...own, securityId: BLOCK_SECURITY, orderType: 'Block', expiration: 'IOC' });
    const counterparty = { clientId: 'c', accountId: null };
    this.apply({ type: 'reportBlock', ticket, quantity: 5, price: 10 * DOLLAR, counterparty, seconds: null });
    const rfq = idOfOrder(this.apply(order({ clientId: 'z', orderType: 'RFQ', price: 0, side: 'sell' })));
    return { orderId, quote: this.quoteOn(rfq, own) };
  }

  quoteOn(orderId: OrderId, own: OrderFields): Extract<UntimedCommand, { type: 'takeQuote' }> {
    const { ticket } = order({ ...own, expiration: 'IOC', disclosed: false });
    const terms = { quantity: 10, price: 10 * DOLLAR, filled: 0, massCancels: this.state.massCancels.count };
    return { type: 'takeQuote', clientId: 'z', orderId, ticket, ...terms };
  }
}

const cancelOrders = (filter: OrderFilter = {}, clientId = 'b', byOperator = false): UntimedCommand => ({
  ...{ type: 'cancelOrders', clientId, filter, byOperator },
});
const session = { session: 's', clientId: 'b', seconds: 10 } as const;
const lost: UntimedCommand = { type: 'disconnectSession', session: 's', lost: true };
const kill = (scope: object, by: 'operator' | 'client' | 'access'): UntimedCommand[] => [
  { type: 'throwSwitch', scope, by, reason: 'stop' },
  { type: 'releaseSwitch', scope, by },
];

const RAILS: readonly [string, readonly UntimedCommand[]][] = [
  ['cancelOrders of the client', [cancelOrders()]],
  ['cancelOrders of its account, side and member', [cancelOrders({ accountId: 'x', side: 'buy', memberId: '5' })]],
  ['cancelOrders of the operator', [cancelOrders({}, 'b', true)]],
  ['cancelOrders of the operator for all clients', [cancelOrders({}, '', true)]],
  ['an expired timer', [{ type: 'cancelTimer', clientId: 'b' }]],
  ['a lost session', [{ type: 'connectSession', ...session, accountId: null }, lost]],
  ['a lost session of the account', [{ type: 'connectSession', ...session, accountId: 'x' }, lost]],
  ['a kill switch of the client', kill({ clientId: 'b' }, 'client')],
  ['a kill switch of the account', kill({ clientId: 'b', accountId: 'x' }, 'operator')],
  ['a kill switch of all clients', kill({}, 'operator')],
  ['an inactive client', kill({ clientId: 'b' }, 'access')],
];

const ELSEWHERE: readonly [string, readonly UntimedCommand[]][] = [
  ['cancelOrders of another client', [cancelOrders({}, 'c')]],
  ['cancelOrders of another side', [cancelOrders({ side: 'sell' })]],
  ['cancelOrders of another account', [cancelOrders({ accountId: 'y' })]],
  ['cancelOrders of another member', [cancelOrders({ memberId: '6' })]],
  [
    'a session that says so',
    [
      { type: 'connectSession', ...session, accountId: null },
      { ...lost, lost: false },
    ],
  ],
  ['a kill switch of another account', kill({ clientId: 'b', accountId: 'y' }, 'client')],
];

const CANCELLED = { ok: false, refusal: 'quote has another state' };

describe.each([1, undefined])('in slices of %s', (slice) => {
  test.each(RAILS)('%s cancels orders, quotes and blocks', (name, commands) => {
    const venue = new Venue(4, slice);
    const { orderId, quote } = venue.offer();
    for (const command of commands) venue.apply(command);
    venue.finish();
    expect(venue.state.orders.get(orderId)).toBeUndefined();
    expect(venue.ends).toEqual([
      expect.stringMatching(/^b Cancelled: (stop|its client|the client sent|the connection)/),
    ]);
    // A mass cancel of all clients ends the quoted order, too.
    expect(venue.apply(quote)).toMatchObject(name.includes('all') ? { refusal: 'unknown order' } : CANCELLED);
    // What comes afterwards is not concerned.
    const { quote: later } = venue.offer();
    expect(venue.apply(later)).toMatchObject({ ok: true });
    expect(venue.ends).toHaveLength(1);
  });

  test.each(ELSEWHERE)('%s leaves them', (_, commands) => {
    const venue = new Venue(4, slice);
    const { orderId, quote } = venue.offer();
    for (const command of commands) venue.apply(command);
    venue.finish();
    expect(venue.state.orders.get(orderId)).toBeDefined();
    expect(venue.ends).toEqual([]);
    expect(venue.apply(quote)).toMatchObject({ ok: true });
  });
});

test('by security: what is in another one stays', () => {
  const venue = new Venue();
  const { quote } = venue.offer();
  venue.apply(cancelOrders({ securityId: BLOCK_SECURITY }));
  expect(venue.ends).toHaveLength(1);
  expect(venue.apply(quote)).toMatchObject({ ok: true });
});

test('the side that is to confirm a block has nothing at risk', () => {
  const venue = new Venue();
  venue.offer();
  venue.apply(cancelOrders({}, 'c'));
  expect(venue.ends).toEqual([]);
});

test('a journal of older rules goes on by them: quotes and blocks stay', () => {
  const venue = new Venue(3);
  const { orderId, quote } = venue.offer();
  const before = venue.state.counters.eventSeq;
  venue.apply(cancelOrders());
  expect(venue.state.orders.get(orderId)).toBeUndefined();
  expect(venue.state.counters.eventSeq).toBe(before + 2); // The end of the order, and the top of the book.
  expect(venue.ends).toEqual([]);
  const { massCancels: _, ...old } = quote;
  expect(venue.apply(old)).toMatchObject({ ok: true });
});

test.each([FIRST_OF_TURN_SINCE - 1, FIRST_OF_TURN_SINCE])(
  'by rules %i orders end after the blocks of their book',
  (rules) => {
    const venue = new Venue(rules, 10);
    for (let at = 0; at < 20; at++) venue.offer();
    const first = idOfOrder(venue.apply(order({ clientId: 'b', securityId: BLOCK_SECURITY, price: 5 * DOLLAR })));
    venue.apply(cancelOrders());
    const walks = [...venue.state.pending.entries()].flatMap(([securityId, { effects }]) =>
      securityId === BLOCK_SECURITY ? effects.filter((effect) => 'type' in effect) : [],
    );
    // A snapshot of older rules names the order.
    const next = rules < FIRST_OF_TURN_SINCE ? first : 1;
    expect(walks).toMatchObject([{ type: 'block' }, { type: 'end', next }]);
    venue.finish();
    expect(venue.state.orders.get(first)).toBeUndefined();
  },
);

test('a snapshot in the middle has what is still to be cancelled, and the mass cancels', async () => {
  const venue = new Venue(4, 10);
  const { quote } = venue.offer();
  for (let at = 0; at < 60; at++) venue.offer();
  venue.apply(cancelOrders({ side: 'buy' }));
  expect(venue.state.pending.isPending).toBe(true);
  const path = await writeSnapshot(files, temporaryFolder(), venue.state, journalStart(0));
  const restarted = loadSnapshot(files, path, 0).state;
  for (const state of [venue.state, restarted]) {
    while (state.pending.isPending) state.apply({ type: 'continue', time: START });
    expect(state.apply({ ...quote, time: START })).toMatchObject(CANCELLED);
    expect([...state.blocks.values()]).toEqual([]);
  }
  expect(digestOf(restarted)).toBe(digestOf(venue.state));
});

test('many blocks of many clients are cancelled in slices (M17)', () => {
  const venue = new Venue(4, 10);
  for (let at = 0; at < 300; at++) venue.offer({ clientId: `b${at % 10}`, side: at % 3 === 0 ? 'sell' : 'buy' });
  venue.ends.length = 0;
  let longest = 0;
  venue.apply(cancelOrders({ side: 'sell' }, '', true));
  for (let before = 0; venue.state.pending.isPending; before = venue.ends.length) {
    longest = Math.max(longest, venue.ends.length - before);
    venue.apply({ type: 'continue' });
  }
  expect(longest).toBeLessThanOrEqual(10);
  expect(venue.ends).toHaveLength(100);
  expect([...venue.state.blocks.values()]).toHaveLength(200);
});

test('the mass cancels that a quote names come after a key and a user, which older lines have', () => {
  const venue = new Venue();
  const { quote } = venue.offer();
  const { massCancels: _, ...old } = quote;
  const user = { userId: 'U1', clientId: 'z' };
  const idempotency = { key: 'k', bodyHash: 'h', clientId: 'z' };
  for (const command of [old, quote, { ...quote, massCancels: 3 }, { ...old, user }, { ...quote, user, idempotency }]) {
    const timed = { ...command, time: START } as JournaledCommand;
    expect(decodeCommand(JSON.parse(encodeCommand(timed)))).toEqual(timed);
  }
  const line = ['takeQuote', START, 'z', 1, 0, [], 10, 5, null, ['U1', 'z']];
  expect(decodeCommand(line)).toMatchObject({ price: 5, user });
  expect(decodeCommand(line)).not.toHaveProperty('massCancels');
});

describe('which mass cancels concern a quote', () => {
  const filter = fc.record(
    {
      securityId: fc.constantFrom(7, 8) as fc.Arbitrary<SecurityId>,
      side: fc.constantFrom('buy' as const, 'sell'),
      accountId: fc.constantFrom('x', 'y'),
      memberId: fc.constantFrom('5', '6'),
    },
    { requiredKeys: [] },
  );
  const clientId = fc.constantFrom('', 'b', 'c');
  const whose = fc.record({ clientId: fc.constantFrom('b', 'c'), accountId: fc.constantFrom(null, 'x', 'y') });
  const terms = fc.record({
    securityId: fc.constantFrom(7, 8),
    side: fc.constantFrom('buy', 'sell'),
    memberId: fc.constantFrom('5', '6'),
  });
  const cancels = fc.array(fc.record({ clientId, filter }), { maxLength: 30 });

  test('those that came after it, of its client or of all, that fit', () => {
    fc.assert(
      fc.property(cancels, whose, terms, fc.nat(30), (all, own, rest, massCancels) => {
        const kept = new MassCancels();
        for (const one of all) kept.add(one.clientId, one.filter, 'mass cancelled');
        const quote = { ...own, ...rest, massCancels } as Parameters<MassCancels['endOf']>[0];
        const concerns = all.some(({ clientId: of, filter: wanted }, at) => {
          const fits = Object.entries(wanted).every(([name, value]) => ({ ...quote })[name as 'side'] === value);
          return at + 1 > massCancels && (of === '' || of === own.clientId) && fits;
        });
        expect(kept.endOf(quote)).toBe(concerns ? 'mass cancelled' : undefined);
      }),
    );
  });

  test('above 1,000 different ones of a client the oldest concern all of its older quotes', () => {
    const kept = new MassCancels();
    const quote = {
      clientId: 'b',
      accountId: null,
      securityId: 7 as SecurityId,
      side: 'buy',
      memberId: 'other',
    } as const;
    for (let at = 0; at < 5000; at++) kept.add('b', { memberId: String(at) }, 'mass cancelled' satisfies OrderEnd);
    expect([...kept.entries()]).toHaveLength(1001);
    expect(kept.endOf({ ...quote, massCancels: 3999 })).toBe('mass cancelled');
    expect(kept.endOf({ ...quote, massCancels: 4000 })).toBeUndefined();
    expect(kept.endOf({ ...quote, massCancels: 4000, memberId: '4000' })).toBe('mass cancelled');
  });
});

test.each([
  [5, true],
  [6, false],
])('by rules %i, a client whose kill switch is thrown reports a block: %s (V54)', (rules, reports) => {
  const venue = new Venue(rules);
  venue.apply({ type: 'throwSwitch', scope: { clientId: 'b' }, by: 'client', reason: 'stop' });
  const { ticket } = order({ clientId: 'b', securityId: BLOCK_SECURITY, orderType: 'Block', expiration: 'IOC' });
  const counterparty = { clientId: 'c', accountId: null };
  const terms = { quantity: 5, price: 10 * DOLLAR, counterparty, seconds: null };
  const outcome = venue.apply({ type: 'reportBlock', ticket, ...terms });
  if (reports) expect(outcome).toMatchObject({ ok: true });
  else expect(outcome).toMatchObject({ refusal: 'trading stopped', stopping: { clientId: 'b', by: 'client' } });
  venue.apply({ type: 'releaseSwitch', scope: { clientId: 'b' }, by: 'client' });
  expect(venue.apply({ type: 'reportBlock', ticket, ...terms })).toMatchObject({ ok: true });
});
