import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { Contingency } from '../../src/exchange/api/orders.ts';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import { idOf } from '../../src/exchange/api/units.ts';
import { commandsIn } from '../../src/exchange/commands/command-text.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { journalStart, readJournal } from '../../src/exchange/journal/reader.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { loadSnapshot, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { ManualTime, microsOf, turn } from '../support/manual-time.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { idOfOrder, openVenue, order, security, type TestVenue } from './venue.ts';

const START = 1_800_000_000_000_000;

/**
 * Large orders, and offers with many different sizes: a retry does not fit the work of a client's command
 * (M9).
 */
const SIZES = [999_983, 750_019, 500_009, 333_337, 250_007, 1];
const size = fc.oneof(fc.constantFrom(...SIZES), fc.integer({ min: 100_000, max: 1_000_000 }));
const enter = fc
  .record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    quantity: size,
    contingency: fc.constantFrom<Contingency>('None', 'All or None', 'All or None', 'All or None', 'Minimum Quantity'),
    share: fc.integer({ min: 2, max: 9 }),
    token: fc.constant(null),
  })
  .map(({ share, ...over }): UntimedCommand => {
    const minimum = over.contingency === 'Minimum Quantity' ? Math.ceil((over.quantity * share) / 9) : 0;
    return order({ ...over, minimum });
  });
const session = fc.constantFrom('open' as const, 'close' as const).map((action): UntimedCommand => {
  return { type: 'session', action, securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 };
});
const step = fc.oneof(
  { weight: 20, arbitrary: enter },
  {
    weight: 3,
    arbitrary: fc.nat(60).map((n): UntimedCommand => ({ type: 'cancel', clientId: 'a', orderId: idAt(n) })),
  },
  { weight: 3, arbitrary: fc.constant<UntimedCommand>({ type: 'continue' }) },
  { weight: 1, arbitrary: session },
);

/** The id of the order that was entered as number n of shard 0. */
function idAt(n: number): OrderId {
  return idOf(n + 1, 0);
}

function timed(commands: readonly UntimedCommand[]): JournaledCommand[] {
  return commands.map((command, index) => ({ ...command, time: START + index }) as JournaledCommand);
}

function listen(state: VenueState): ExchangeEvent[] {
  const events: ExchangeEvent[] = [];
  state.sink = (event) => events.push(event);
  return events;
}

test('a state from a snapshot stops where the live one stops, whatever is due (M9, M11)', async () => {
  let due = 0;
  const flow = fc.array(step, { minLength: 90, maxLength: 90 });
  await fc.assert(
    fc.asyncProperty(flow, fc.integer({ min: 1, max: 60 }), async (steps, from) => {
      const open: UntimedCommand = {
        type: 'session',
        action: 'open',
        securityId: null,
        date: 'd',
        dayOver: false,
        scheduled: 1,
      };
      const commands = timed([security(), open, ...steps]);
      const live = new VenueState(0);
      let at = 0;
      for (const [index, command] of commands.entries()) {
        live.apply(command);
        at = index + 1;
        if (at > from && live.engine.hasPendingWork) break;
      }
      if (live.engine.hasPendingWork) due++;
      const path = await writeSnapshot(files, temporaryFolder(), live, journalStart(0));
      const { state: loaded } = loadSnapshot(files, path, 0);
      expect(digestOf(loaded)).toBe(digestOf(live));
      const [expected, got] = [listen(live), listen(loaded)];
      for (const command of commands.slice(at)) {
        live.apply(command);
        loaded.apply(command);
      }
      expect(got).toEqual(expected);
      expect(digestOf(loaded)).toBe(digestOf(live));
    }),
    { numRuns: 60, seed: 7 },
  );
  expect(due).toBeGreaterThan(10);
});

describe('the sequencer resumes pending work (M9)', () => {
  /** Twenty all-or-none offers, and an all-or-none bid for five of them and some shares more. */
  async function crafted(folder: string, smallest = 150_000, more = 1) {
    const venue = openVenue({ folder });
    const { exchange } = venue;
    await exchange.submit(security());
    const offers = Array.from({ length: 20 }, (_, i) => smallest + 2 * 37 * i * i);
    for (const quantity of offers) await exchange.submit(order({ side: 'sell', quantity, contingency: 'All or None' }));
    const wanted = offers.slice(5, 10).reduce((a, b) => a + b) + more;
    const bid = idOfOrder(await exchange.submit(order({ quantity: wanted, contingency: 'All or None' })));
    return { ...venue, bid };
  }

  test('by itself, after the command that caused it, and journals it', async () => {
    const folder = temporaryFolder();
    const { exchange, bid, events } = await crafted(folder);
    const executed = new Promise<ExchangeEvent>((resolve) => {
      exchange.subscribe((event) => {
        if (event.type === 'order' && event.order.orderId === bid) resolve(event);
      });
    });
    await exchange.submit(order({ side: 'sell', quantity: 1 }));
    expect(exchange.order(bid)?.status).toBe('Live');
    expect(await executed).toMatchObject({ change: 'filled' });
    expect(exchange.order(bid)).toMatchObject({ status: expect.stringContaining('Executed') });
    const { sequence } = exchange;
    await exchange.stop();
    const recovered = recover(files, folder, 0);
    expect(recovered.end.sequence).toBe(sequence);
    expect(recovered.state.counters.eventSeq).toBe(events.at(-1)?.seq);
  });

  test('after a restart, when the venue stopped before', async () => {
    const folder = temporaryFolder();
    const { exchange, bid } = await crafted(folder);
    const entered = exchange.submit(order({ side: 'sell', quantity: 1 }));
    await exchange.stop();
    expect(await entered).toMatchObject({ ok: true });
    expect(exchange.order(bid)?.status).toBe('Live');
    const { exchange: again, events } = openVenue({ folder });
    await again.submit(order({ side: 'buy', quantity: 1, price: 1 }));
    expect(events.filter(({ type }) => type === 'match').length).toBeGreaterThan(4);
    await again.stop();
  });

  test('not outside the hours: what was due at a close that was missed trades at the next opening', async () => {
    const folder = temporaryFolder();
    const { exchange, bid } = await crafted(folder);
    const entered = exchange.submit(order({ side: 'sell', quantity: 1 }));
    await exchange.stop();
    await entered;
    const { exchange: again, events, time } = openVenue({ folder, time: new ManualTime('2026-11-20T23:00:00Z') });
    await again.submit(order({ side: 'buy', quantity: 1, price: 1 }));
    expect(again.order(bid)?.status).toBe('Live');
    expect(events.some(({ type }) => type === 'match')).toBe(false);
    time.moveTo('2026-11-23T14:30:00Z');
    await again.submit(order({ side: 'buy', quantity: 1, price: 1 }));
    await again.submit(order({ side: 'buy', quantity: 1, price: 1 }));
    expect(events.find(({ type }) => type === 'match')?.time).toBe(microsOf('2026-11-23T14:30:00Z'));
    await again.stop();
  });

  test('in turn with the costly commands of clients, which do not wait until nothing is due', async () => {
    const folder = temporaryFolder();
    const { exchange } = await crafted(folder);
    await exchange.submit(security({ securityId: 8 }));
    await exchange.submit({ type: 'halt', securityId: 8 as SecurityId, reason: 'news' });
    await Promise.all(
      Array.from({ length: 1000 }, (_, i) =>
        exchange.submit(order({ securityId: 8, side: i % 2 === 0 ? 'sell' : 'buy', quantity: 1 })),
      ),
    );
    const { sequence } = exchange;
    // What is due begins to be done before they come, and is not done when they have.
    const resumed = exchange.submit({ type: 'resume', securityId: 8 as SecurityId, reason: 'news published' });
    const costly = { quantity: 1_000_003, contingency: 'All or None' } as const;
    await Promise.all([0, 1, 2].map((i) => exchange.submit(order({ clientId: `c${i}`, ...costly }))));
    await resumed;
    await exchange.stop();
    const journaled: string[] = [];
    readJournal(files, folder, journalStart(0), (group) => {
      for (const command of commandsIn(group.payload)) journaled.push(command.type);
    });
    const sinceThen = journaled.slice(sequence);
    expect(sinceThen.filter((type) => type === 'enter')).toHaveLength(3);
    expect(sinceThen.join(' ')).toMatch(/continue enter/);
    expect(sinceThen.join(' ')).not.toMatch(/continue continue.* enter/);
  });

  /** How many commands each of the next turns of the event loop applies, where each look at the clock takes 1 ms. */
  async function commandsOfTurns({ exchange, time }: Pick<TestVenue, 'exchange' | 'time'>): Promise<number[]> {
    let ms = 0;
    time.nowMs = () => ms++;
    const offers = Array.from({ length: 100 }, () => exchange.submit(order({ side: 'sell', quantity: 1 })));
    const applied: number[] = [];
    const end = exchange.sequence + offers.length;
    for (let before = exchange.sequence; before < end; ) {
      await turn();
      applied.push(exchange.sequence - before);
      before = exchange.sequence;
    }
    await Promise.all(offers);
    return applied;
  }

  test('and begins few commands in a turn of the event loop in which it searches', async () => {
    // Each offer of one share has the bid searched for, which needs 500 of them.
    const venue = await crafted(temporaryFolder(), 1000, 500);
    await venue.exchange.submit(order({ side: 'sell', quantity: 1 }));
    expect(Math.max(...(await commandsOfTurns(venue)))).toBeLessThan(20);
    await venue.exchange.stop();
  });

  test('lets a whole turn of the event loop pass between two parts of a group', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    await venue.exchange.submit(security());
    const applied = await commandsOfTurns(venue);
    expect(applied.filter((count) => count > 0).length).toBeGreaterThan(1);
    expect(applied.some((count, i) => count > 0 && (applied[i + 1] ?? 0) > 0)).toBe(false);
    await venue.exchange.stop();
  });
});
