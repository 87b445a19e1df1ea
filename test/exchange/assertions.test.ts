/**
 * Planted faults of the records and the sequencer: each is found by an assertion, at the command that it spoils, and
 * the venue stops there. What the books assert is in test/matching/assertions.test.ts.
 */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { RULES } from '../../src/exchange/api/rules.ts';
import { idOf, type Millionths } from '../../src/exchange/api/units.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { BookReports } from '../../src/exchange/desks/book-reports.ts';
import { OrderChanges } from '../../src/exchange/desks/order-changes.ts';
import { checkState } from '../../src/exchange/desks/state-checks.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { JournalWriter } from '../../src/exchange/journal/writer.ts';
import { LiveOrders } from '../../src/exchange/records/live-orders.ts';
import { Holder } from '../../src/exchange/records/register/holder.ts';
import { SecurityHolders } from '../../src/exchange/records/register/security-holders.ts';
import { Replica } from '../../src/exchange/replica/replica.ts';
import { SessionClock } from '../../src/exchange/sequencer/session-clock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { cancel, DOLLAR, openVenue, order, replace, security } from './venue.ts';

afterEach(() => vi.restoreAllMocks());

/** A match that leaves a part of the bid, a replacement of the rest, and its cancel. */
const COMMANDS: readonly UntimedCommand[] = [
  { type: 'rules', version: RULES },
  security(),
  { type: 'session', action: 'open', securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 },
  order({ quantity: 100 }),
  order({ clientId: 'b', side: 'sell', quantity: 60 }),
  replace(idOf(1, 0), { price: (9 * DOLLAR) as Millionths }),
  cancel(idOf(1, 0)),
];

/** Applies the commands, and goes through the whole state after each. */
function applyAll(state = new VenueState(0)): void {
  COMMANDS.forEach((command, index) => {
    state.apply({ ...command, time: index + 1 } as JournaledCommand);
    checkState(state);
  });
}

/** The error of a broken rule. */
const brokenRule = (rule: string) =>
  expect.objectContaining({ name: 'InvariantViolated', message: expect.stringContaining(`(${rule})`) });

const { performMatch } = BookReports.prototype;
const { end, fill, replace: replaceOrder } = OrderChanges.prototype;
const { remove } = LiveOrders.prototype;
const { add } = Holder.prototype;
const { list } = SecurityHolders.prototype;

/** What is wrong, the rule that it breaks, and the fault. */
const RECORD_FAULTS: readonly (readonly [name: string, rule: string, plant: () => void])[] = [
  [
    'a match leaves one share more of the contra order than it should',
    'M3',
    () =>
      vi.spyOn(BookReports.prototype, 'performMatch').mockImplementation(function (this: BookReports, ...args) {
        args[7] = (args[7] + 1) as (typeof args)[7];
        performMatch.apply(this, args);
      }),
  ],
  [
    'a cancelled order becomes Executed',
    'V8',
    () =>
      vi.spyOn(OrderChanges.prototype, 'end').mockImplementation(function (this: OrderChanges, one, change) {
        return end.call(this, one, change, 'Executed');
      }),
  ],
  [
    'an order ends twice',
    'V9',
    () =>
      vi.spyOn(LiveOrders.prototype, 'remove').mockImplementation(function (this: LiveOrders, ...args) {
        remove.apply(this, args);
        remove.apply(this, args);
      }),
  ],
  [
    'the position of the seller moves by half of the shares',
    'V52',
    () =>
      vi.spyOn(Holder.prototype, 'add').mockImplementation(function (this: Holder, shares, trade) {
        add.call(this, shares < 0 ? shares / 2 : shares, trade);
      }),
  ],
  [
    'who is below 0 is not in the register that is read',
    'F14',
    () =>
      vi.spyOn(SecurityHolders.prototype, 'list').mockImplementation(function (this: SecurityHolders, holder) {
        list.call(this, holder);
        if (holder.quantity < 0) holder.isOpen = false;
      }),
  ],
  [
    'a cost rests on entries that are kept no longer, where none was dropped',
    'V52',
    () =>
      vi.spyOn(SecurityHolders.prototype, 'list').mockImplementation(function (this: SecurityHolders, holder) {
        list.call(this, holder);
        holder.isFolded = true;
      }),
  ],
  [
    'pending settlements are counted for buyers alone',
    'F14',
    () =>
      vi.spyOn(SecurityHolders.prototype, 'list').mockImplementation(function (this: SecurityHolders, holder) {
        if (holder.pending < 0) holder.countedPending = holder.pending;
        list.call(this, holder);
      }),
  ],
  [
    'shares are counted of sellers alone',
    'V52',
    () =>
      vi.spyOn(SecurityHolders.prototype, 'list').mockImplementation(function (this: SecurityHolders, holder) {
        if (holder.quantity > 0) holder.countedQuantity = holder.quantity;
        list.call(this, holder);
      }),
  ],
  [
    'a replaced order has another price in its record than in its book',
    'M10',
    () =>
      vi.spyOn(OrderChanges.prototype, 'replace').mockImplementation(function (this: OrderChanges, one, ...rest) {
        const view = replaceOrder.call(this, one, ...rest);
        one.price = (one.price + DOLLAR) as typeof one.price;
        return view;
      }),
  ],
  [
    'the record of a matched order has another price than the book',
    'M1',
    () =>
      vi.spyOn(OrderChanges.prototype, 'fill').mockImplementation(function (this: OrderChanges, one, ...rest) {
        fill.call(this, one, ...rest);
        if (one.remaining > 0) one.price = (one.price + DOLLAR) as typeof one.price;
      }),
  ],
];

test.each(RECORD_FAULTS)('%s: found by %s', (_, rule, plant) => {
  applyAll();
  plant();
  expect(() => applyAll()).toThrow(brokenRule(rule));
});

test('a number of a match is given again: found by M11', () => {
  const state = new VenueState(0);
  const skip = (count: number) => state.apply({ type: 'skipIds', count, time: 1 });
  skip(2);
  expect(() => skip(-1)).toThrow(brokenRule('M11'));
});

const { append } = JournalWriter.prototype;
const { apply } = Replica.prototype;

const SEQUENCER_FAULTS: readonly (readonly [name: string, rule: string, plant: () => void])[] = [
  [
    'the last command of a group is not written',
    'J2',
    () =>
      vi.spyOn(JournalWriter.prototype, 'append').mockImplementation(function (this: JournalWriter, lines) {
        return append.call(this, lines.slice(0, -1));
      }),
  ],
  [
    'an append returns before its sync',
    'J2',
    () =>
      vi.spyOn(JournalWriter.prototype, 'append').mockImplementation(async function (this: JournalWriter, lines) {
        append.call(this, lines);
        return 1;
      }),
  ],
  [
    'a command has no outcome',
    'M11',
    () =>
      vi.spyOn(Replica.prototype, 'apply').mockImplementation(function (this: Replica, group) {
        return apply.call(this, group).slice(1);
      }),
  ],
  [
    'a scheduled command has a time that is over',
    'M11',
    () => {
      vi.spyOn(SessionClock.prototype, 'isDue').mockReturnValue(true);
      vi.spyOn(SessionClock.prototype, 'due').mockReturnValue([
        { type: 'dateEnd', date: '2026-11-19', scheduled: 1, time: 1 },
      ]);
    },
  ],
];

describe('the venue stops, and the outcome of the call is unknown, when', () => {
  test.each(SEQUENCER_FAULTS)('%s: found by %s', async (_, rule, plant) => {
    const { exchange, events } = openVenue({ folder: temporaryFolder() });
    await exchange.submit(security());
    const published = events.length;
    plant();
    // One that a scheduled command comes before was not written: it is refused as one that waited.
    await expect(exchange.submit(order())).rejects.toThrow(/the journal could not be written/);
    expect(await exchange.failed).toEqual(brokenRule(rule));
    expect(exchange.unavailable).toContain('a restart recovers');
    expect(events.slice(published).filter(({ type }) => type !== 'market')).toEqual([]);
  });
});
