import { describe, expect, test } from 'vitest';
import { IDS_COUNTED_SINCE } from '../../src/exchange/api/rules.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { journalStart } from '../../src/exchange/journal/reader.ts';
import { loadSnapshot, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { DOLLAR, type OrderFields, order, security } from './venue.ts';

const START = 1_800_000_000_000_000;
const SLICE = 10;
const ORDERS = 2000;
/** Steps of a slice: what it performs looks at an order some times. */
const STEPS_MAX = 60 * SLICE;

/** A venue with two securities and these orders, that counts how often a command looks at one of them. */
class Counted {
  readonly state = new VenueState(0, undefined, SLICE);
  steps = 0;

  constructor(orderApproval: boolean, fields: OrderFields) {
    this.state.sink = () => {};
    this.apply({ type: 'rules', version: 2 });
    for (const securityId of [7, 8]) this.apply(security({ securityId, orderApproval }));
    this.apply({ type: 'session', action: 'open', securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 });
    for (let i = 0; i < ORDERS; i++) {
      const side = i % 2 === 0 ? 'buy' : 'sell';
      this.apply(order({ side, price: (side === 'buy' ? 5 : 15) * DOLLAR, quantity: 1, ...fields }));
    }
    for (const one of this.state.orders.values()) this.#count(one);
  }

  #count(one: { ticket: object }): void {
    const { ticket } = one;
    const get = () => {
      this.steps++;
      return ticket;
    };
    Object.defineProperty(one, 'ticket', { get });
  }

  apply(command: UntimedCommand) {
    return this.state.apply({ ...command, time: START } as JournaledCommand);
  }

  /** The steps of the command, and of the longest of those that continue it. */
  stepsOf(command: UntimedCommand): number {
    this.steps = 0;
    this.apply(command);
    let longest = this.steps;
    while (this.state.pending.isPending) {
      this.steps = 0;
      this.apply({ type: 'continue' });
      longest = Math.max(longest, this.steps);
    }
    return longest;
  }
}

const RULES = { holdingDays: null, allowed: null, holdersMax: null, windows: null, firstRefusal: null };
const byOwner = { clientId: 'owner', byOperator: false, securityId: 7 as SecurityId } as const;
const close = { type: 'session', action: 'close', securityId: null, dayOver: true, scheduled: 2 } as const;
const cancelOrders = { type: 'cancelOrders', clientId: 'a', byOperator: false } as const;

describe('a command that concerns many orders takes no longer, however many they are (M17)', () => {
  const left = { none: 0, all: ORDERS };
  const cases: readonly [string, UntimedCommand, keyof typeof left, OrderFields?][] = [
    ['mass cancel', { ...cancelOrders, filter: {} }, 'none'],
    ['mass cancel in a security', { ...cancelOrders, filter: { securityId: 7 as SecurityId } }, 'none'],
    ['mass cancel that means no order', { ...cancelOrders, filter: { accountId: 'x' } }, 'all'],
    ['mass cancel in another security', { ...cancelOrders, filter: { securityId: 8 as SecurityId } }, 'all'],
    ['mass cancel of all clients', { ...cancelOrders, clientId: '', filter: {}, byOperator: true }, 'none'],
    ['kill switch', { type: 'throwSwitch', scope: { clientId: 'a' }, by: 'operator', reason: 'a reason' }, 'none'],
    ['cancel timer', { type: 'cancelTimer', clientId: 'a' }, 'none'],
    ['close', { ...close, date: '2026-11-20' }, 'none', { expiration: 'Day' }],
    ['close before the date', { ...close, date: '2026-11-20' }, 'all', { expirationDate: '2026-11-23' }],
    ['close without orders that expire', { ...close, date: '2026-11-20' }, 'all'],
    ['end of a date', { type: 'dateEnd', date: '2026-11-20', scheduled: 3 }, 'none', { expirationDate: '2026-11-20' }],
    ['end of an offering', { type: 'security', securityId: 7 as SecurityId, status: 'ended' }, 'none'],
    ['new transfer rules', { type: 'transferRules', ...byOwner, rules: RULES, version: null }, 'all'],
    [
      'new transfer rules that hold all',
      { type: 'transferRules', ...byOwner, rules: { ...RULES, allowed: { clients: [], accounts: [] } }, version: null },
      'all',
    ],
    [
      'first limits of a client',
      { type: 'setLimits', clientId: 'a', accountId: null, expected: null, tightens: false, policy: {} },
      'all',
    ],
    ['report of holdings', { type: 'holdings', ...byOwner, holdings: [] }, 'all'],
  ];

  test.each(cases)('%s', (_, command, rest, fields = {}) => {
    const venue = new Counted(false, fields);
    expect(venue.stepsOf(command)).toBeLessThan(STEPS_MAX);
    expect(venue.state.orders.size).toBe(left[rest]);
  });

  test('approval of all that waits', () => {
    const venue = new Counted(true, {});
    expect(venue.stepsOf({ type: 'security', securityId: 7 as SecurityId, orderApproval: false })).toBeLessThan(
      STEPS_MAX,
    );
    expect(venue.state.engine.orderCount).toBe(ORDERS);
  });

  test('release of all that are held', () => {
    const venue = new Counted(false, {});
    const rules = { ...RULES, allowed: { clients: [], accounts: [] } };
    for (const one of [rules, RULES]) venue.stepsOf({ type: 'transferRules', ...byOwner, rules: one, version: null });
    expect(venue.stepsOf({ type: 'transferDue', securityId: 7 as SecurityId })).toBeLessThan(STEPS_MAX);
    expect(venue.state.engine.orderCount).toBe(ORDERS);
  });
});

test('the list of a mass cancel is whole, by its idempotency key too, and after a restart in the middle', async () => {
  const { state } = new Counted(false, {});
  state.apply({ type: 'rules', version: IDS_COUNTED_SINCE, time: START });
  state.apply({ ...order({ securityId: 8 }), time: START } as JournaledCommand);
  const idempotency = { key: 'k1', bodyHash: 'h1' };
  const command = { ...cancelOrders, filter: {}, idempotency, time: START } as JournaledCommand;
  const outcome = state.apply(command);
  const path = await writeSnapshot(files, temporaryFolder(), state, journalStart(0));
  const restarted = loadSnapshot(files, path, 0).state;
  expect(restarted.pending.isPending).toBe(true);
  const lists = [state, restarted].map((one) => {
    while (one.pending.isPending) one.apply({ type: 'continue', time: START });
    one.idempotency.check();
    const again = one.apply(command);
    expect(again).toMatchObject({ ok: true, replayed: true });
    return (again as { cancelled: readonly number[] }).cancelled.toSorted((a, b) => a - b);
  });
  expect(lists[0]).toEqual(lists[1]);
  expect(new Set(lists[0]).size).toBe(ORDERS + 1);
  expect(outcome).toMatchObject({ cancelled: { length: ORDERS + 1 } });
});

test('a slice goes on with further books where one has little left (M17)', () => {
  const venue = new Counted(false, {});
  const books = Array.from({ length: 300 }, (_, i) => 100 + i);
  for (const securityId of books) {
    venue.apply(security({ securityId }));
    venue.apply(order({ securityId }));
  }
  venue.apply({ ...cancelOrders, filter: {} });
  let continues = 0;
  for (; venue.state.pending.isPending; continues++) venue.apply({ type: 'continue' });
  expect(venue.state.orders.size).toBe(0);
  // One effect for each order, and one for what leaves of a book.
  expect(continues).toBeLessThanOrEqual((ORDERS + 1 + 2 * books.length) / SLICE);
});

test('orders that are judged again set shares aside in their turn, after a restart too (F6, M17)', async () => {
  const state = new VenueState(0, undefined, SLICE);
  const apply = (command: UntimedCommand) => state.apply({ ...command, time: START } as JournaledCommand);
  apply({ type: 'rules', version: 2 });
  apply(security());
  const owners = Array.from({ length: 50 }, (_, i) => `c${i}`);
  for (const clientId of owners) {
    for (const quantity of [60, 50]) apply(order({ clientId, side: 'sell', quantity }));
  }
  const lots = [{ date: '2026-11-20', quantity: 60 }];
  const holdings = owners.map((clientId) => ({ clientId, accountId: null, lots }));
  apply({ type: 'holdings', ...byOwner, holdings });
  apply({ type: 'transferRules', ...byOwner, rules: { ...RULES, holdingDays: 1 }, version: null });
  for (let i = 0; i < 14; i++) apply({ type: 'continue' });
  expect(state.pending.isPending).toBe(true);
  const path = await writeSnapshot(files, temporaryFolder(), state, journalStart(0));
  const restarted = loadSnapshot(files, path, 0).state;
  for (const one of [state, restarted]) {
    while (one.pending.isPending) one.apply({ type: 'continue', time: START });
    // The older order of each owner may be sold, and nothing is left for the other.
    for (const { quantity, held } of one.orders.values()) expect(held).toBe(quantity === 60 ? null : 'holding period');
  }
});

test('the digest of a venue that goes on after a restart is that of one without it', async () => {
  const { state } = new Counted(false, {});
  const rules = { ...RULES, holdersMax: 0 };
  state.apply({ type: 'transferRules', ...byOwner, rules, version: null, time: START });
  while (state.pending.isPending) {
    const path = await writeSnapshot(files, temporaryFolder(), state, journalStart(0));
    const restarted = loadSnapshot(files, path, 0).state;
    expect(digestOf(restarted)).toBe(digestOf(state));
    for (let i = 0; i < 40; i++) state.apply({ type: 'continue', time: START });
  }
});
