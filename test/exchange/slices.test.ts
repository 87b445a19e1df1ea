import { cpSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import { REGISTER_SINCE } from '../../src/exchange/api/rules.ts';
import { NO_TRANSFER_RULES } from '../../src/exchange/api/transfer-commands.ts';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { checkState, VenueState } from '../../src/exchange/desks/index.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { journalStart } from '../../src/exchange/journal/reader.ts';
import { EFFECTS_MAX } from '../../src/exchange/records/pending-effects.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { loadSnapshot, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { checkFlows } from '../support/flows.ts';
import { microsOf, turn } from '../support/manual-time.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { share } from '../support/thorough.ts';
import { cappedFlow } from './capped-flow.ts';
import { randomFlow, ruledFlow } from './random-flow.ts';
import { DOLLAR, idOfOrder, type OrderFields, openVenue, order, security, type TestVenue } from './venue.ts';

/** The same flows in every run. */
const SEED = 20_261_123;
/** Of the flows, how many are run. */
const SHARE = share(1 / 3, 1);
const START = 1_800_000_000_000_000;
const RULES: UntimedCommand = { type: 'rules', version: REGISTER_SINCE };
const CONTINUE: UntimedCommand = { type: 'continue' };

/** A state that performs a number of effects of a command, and the events that it publishes. */
class Run {
  readonly state: VenueState;
  readonly events: ExchangeEvent[] = [];

  constructor(state: VenueState) {
    this.state = state;
    state.sink = (event) => this.events.push(event);
  }

  static inSlices(effectsMax: number): Run {
    const run = new Run(new VenueState(0, undefined, effectsMax));
    run.apply(RULES);
    return run;
  }

  apply(command: UntimedCommand): void {
    // All at one time: how late a slice performs something must not matter.
    this.state.apply({ ...command, time: START } as JournaledCommand);
    checkState(this.state);
  }

  finish(): void {
    while (this.state.pending.isPending) this.apply(CONTINUE);
  }
}

/** Limits of a client count what was performed, in all its securities (M17): without them slices change no book. */
function withoutLimits(commands: readonly UntimedCommand[]): UntimedCommand[] {
  return commands.filter(({ type }) => type !== 'setLimits');
}

/** What an event says, but for the numbers that all books share. */
function saidBy(event: ExchangeEvent): unknown[] {
  if (event.type === 'match') {
    const { matchId: _, ...match } = event.match;
    return ['match', match];
  }
  if (event.type === 'order') return [event.change, event.order, event.reason, event.lostPriority];
  if (event.type === 'security') return ['security', event.security];
  return event.type === 'market' ? ['market', event.market, event.cause, event.reason] : [event.type];
}

function securityOf(event: ExchangeEvent): number | null {
  if (event.type === 'match') return event.match.securityId;
  if (event.type === 'order') return event.order.ticket.securityId;
  if (event.type === 'security') return event.security.securityId;
  return event.type === 'market' ? event.securityId : null;
}

/** The events of each book, in their order. A top that shows between two slices is no event of the rules. */
function byBook(events: readonly ExchangeEvent[]): Map<number | null, unknown[][]> {
  const said = events.filter(({ type }) => type !== 'top');
  return new Map([...Map.groupBy(said, securityOf)].sort().map(([id, own]) => [id, own.map(saidBy)]));
}

/** What is left at the end: live orders, what rests in the books, and the tops. */
function endOf({ state }: Run) {
  const securities = [...state.securities.values()];
  return securities.map(({ securityId, orders, markers, top }) => ({
    orders: [...orders].map(({ orderId, remaining, status, held, price }) => [orderId, remaining, status, held, price]),
    // Numbers of owners are given as they are needed, and are not part of the state.
    resting: state.engine.resting(securityId).map(({ owner: _, ...resting }) => resting),
    markers: [markers.buy, markers.sell].map((shown) =>
      shown.after(0 as OrderId, Infinity).map(({ orderId }) => orderId),
    ),
    top: [top.bid, top.offer],
  }));
}

const flows = [
  ['random orders, hours, approvals and mass cancels', randomFlow],
  ['the same under transfer rules', ruledFlow],
  ['bids for the seats of a security', cappedFlow],
] as const;

test.each(flows)('slices never change what happens in a book: %s (M17)', async (_, flow) => {
  let pending = 0;
  const pauses = fc.array(fc.nat(4), { minLength: 150, maxLength: 150 });
  await checkFlows(
    [flow(140), fc.constantFrom(0.1, 1, 2, 3, 4), pauses],
    (commands, effectsMax, counts) => {
      const whole = Run.inSlices(Infinity);
      const sliced = Run.inSlices(effectsMax);
      withoutLimits(commands).forEach((command, index) => {
        whole.apply(command);
        sliced.apply(command);
        if (sliced.state.pending.isPending) pending++;
        // What the sequencer does in turn with the commands of other books.
        for (let i = 0; i < (counts[index] ?? 0); i++) if (sliced.state.pending.isPending) sliced.apply(CONTINUE);
      });
      sliced.finish();
      expect(byBook(sliced.events)).toEqual(byBook(whole.events));
      expect(endOf(sliced)).toEqual(endOf(whole));
    },
    { numRuns: Math.ceil(150 * SHARE), seed: SEED },
  );
  expect(pending).toBeGreaterThan(SHARE * 300);
});

test.each(flows.slice(1))('a state from a snapshot goes on in the middle of a command: %s (M17)', async (_, flow) => {
  let pending = 0;
  await checkFlows(
    [flow(120), fc.integer({ min: 20, max: 100 })],
    async (commands, from) => {
      const live = Run.inSlices(1);
      let at = 0;
      while (at < commands.length && (at < from || !live.state.pending.isPending)) live.apply(commands[at++]!);
      if (live.state.pending.isPending) pending++;
      const path = await writeSnapshot(files, temporaryFolder(), live.state, journalStart(0));
      const { state } = loadSnapshot(files, path, 0, 1);
      expect(digestOf(state)).toBe(digestOf(live.state));
      const [loaded, rest] = [new Run(state), new Run(live.state)];
      for (const run of [loaded, rest]) {
        for (const command of commands.slice(at)) run.apply(command);
        run.finish();
      }
      expect(loaded.events).toEqual(rest.events);
      expect(digestOf(loaded.state)).toBe(digestOf(rest.state));
    },
    { numRuns: Math.ceil(60 * SHARE), seed: SEED },
  );
  expect(pending).toBeGreaterThan(SHARE * 30);
});

const OPEN = {
  type: 'session',
  action: 'open',
  securityId: null,
  date: '2026-11-20',
  dayOver: false,
  scheduled: 1,
} as const;
const HALT = { type: 'halt', securityId: 7 as SecurityId, reason: 'news' } as const;
const BID = order({ quantity: 3, price: 12 * DOLLAR });
const offer = (over: OrderFields) => order({ clientId: 'b', side: 'sell', quantity: 1, ...over });
const LAST_BID = order({ clientId: 'c', quantity: 4 });

interface Opening {
  readonly effectsMax: number;
  readonly continues: number;
  readonly commands: readonly UntimedCommand[];
}

test.each<[why: string, opening: Opening]>([
  [
    'a sweep takes more than a slice',
    {
      effectsMax: 1,
      continues: 0,
      commands: [OPEN, HALT, BID, offer({ quantity: 2 }), offer({}), LAST_BID, { ...HALT, type: 'resume' }],
    },
  ],
  [
    'a self-trade takes more than a slice',
    {
      effectsMax: 1,
      continues: 0,
      commands: [
        ...[OPEN, HALT, BID, offer({ quantity: 2 })],
        order({ side: 'sell', quantity: 2, contingency: 'All or None', selfTrade: 'Cancel Both' }),
        ...[LAST_BID, { ...HALT, type: 'resume' } as const],
      ],
    },
  ],
  [
    'another book takes the slice',
    {
      effectsMax: 1,
      continues: 0,
      commands: [
        ...[order({ securityId: 6 }), offer({ securityId: 6 })],
        ...[BID, offer({ quantity: 3 }), LAST_BID, OPEN],
      ],
    },
  ],
])('an opening ends before the next command of its book: %s (M13, M17)', (_, { effectsMax, continues, commands }) => {
  const [whole, sliced] = [Run.inSlices(Infinity), Run.inSlices(effectsMax)];
  for (const command of [security({ securityId: 6 }), security(), ...commands]) {
    for (const run of [whole, sliced]) run.apply(command);
  }
  for (let i = 0; i < continues; i++) sliced.apply(CONTINUE);
  // While an opening goes on it would be cancelled.
  for (const run of [whole, sliced]) run.apply(offer({ clientId: 'd', expiration: 'IOC' }));
  sliced.finish();
  expect(byBook(whole.events).get(7)?.at(-1)?.[0]).toBe('filled');
  expect(byBook(sliced.events)).toEqual(byBook(whole.events));
  expect(endOf(sliced)).toEqual(endOf(whole));
});

test('what an earlier command left of its search work is nothing to what is pending (M9, M11, M17)', async () => {
  const live = Run.inSlices(2);
  live.apply(security());
  live.apply({ type: 'session', action: 'open', securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 });
  // More offers with a condition than a search looks at: whatever changes has the bid tried again.
  for (let i = 0; i < 132; i++) {
    const clientId = i < 4 ? 'c' : 'a';
    live.apply(order({ clientId, side: 'sell', quantity: 20 + 2 * i, contingency: 'All or None' }));
  }
  live.apply(order({ clientId: 'b', quantity: 2001, contingency: 'All or None' }));
  live.apply({ type: 'cancelOrders', clientId: 'c', filter: {}, byOperator: false });
  expect(live.state.pending.isPending).toBe(true);
  const path = await writeSnapshot(files, temporaryFolder(), live.state, journalStart(0));
  const loaded = new Run(loadSnapshot(files, path, 0).state);
  const { steps } = live.state.engine;
  for (const run of [live, loaded]) run.apply(order({ clientId: 'd', quantity: 1, price: 1 }));
  expect(live.state.engine.steps).toBeGreaterThan(steps);
  expect(digestOf(loaded.state)).toBe(digestOf(live.state));
});

test.each([
  ['while more lapse', 1],
  ['while their orders are released', 2],
])('rights of first refusal that have lapsed stay so in a snapshot: %s (F8, M17)', async (_, taken) => {
  const live = Run.inSlices(EFFECTS_MAX);
  live.apply(security());
  const rules = { ...NO_TRANSFER_RULES, firstRefusal: { hours: 0, unanswered: 'Waive' } } as const;
  const byOwner = { clientId: 'owner', byOperator: false, securityId: 7 as SecurityId, version: null } as const;
  live.apply({ type: 'transferRules', ...byOwner, rules });
  for (let i = 0; i < 1.5 * EFFECTS_MAX; i++) live.apply(order({ side: 'sell' }));
  const due: UntimedCommand = { type: 'transferDue', securityId: 7 as SecurityId };
  const commands = [due, due, CONTINUE];
  for (const command of commands.slice(0, taken)) live.apply(command);
  const path = await writeSnapshot(files, temporaryFolder(), live.state, journalStart(0));
  const loaded = new Run(loadSnapshot(files, path, 0).state);
  expect(digestOf(loaded.state)).toBe(digestOf(live.state));
  for (const run of [live, loaded]) {
    for (const command of commands.slice(taken)) run.apply(command);
    expect(run.state.pending.isPending).toBe(false);
    expect(run.state.transfers.of(7 as SecurityId).held.all).toEqual([]);
  }
  expect(digestOf(loaded.state)).toBe(digestOf(live.state));
});

test('a command of another book leaves what is pending alone, from a snapshot too (M16, M17)', async () => {
  const live = Run.inSlices(EFFECTS_MAX);
  for (const securityId of [7, 8]) live.apply(security({ securityId }));
  for (let i = 0; i < 1.5 * EFFECTS_MAX; i++) live.apply(order({ side: 'sell' }));
  const byOwner = { clientId: 'owner', byOperator: false, securityId: 7 as SecurityId, version: null } as const;
  live.apply({ type: 'transferRules', ...byOwner, rules: { ...NO_TRANSFER_RULES, holdersMax: 5 } });
  const path = await writeSnapshot(files, temporaryFolder(), live.state, journalStart(0));
  const loaded = new Run(loadSnapshot(files, path, 0).state);
  for (const run of [live, loaded]) run.apply(order({ clientId: 'b', securityId: 8 }));
  expect(live.state.pending.has(7 as SecurityId)).toBe(true);
  expect(digestOf(loaded.state)).toBe(digestOf(live.state));
});

/** More than three slices of matches. */
const MANY = 3 * EFFECTS_MAX + 100;

describe('a command that has more effects than fit into its slice', () => {
  /** A venue with two securities, and many offers of one share in the first. */
  async function withOffers(folder = temporaryFolder()): Promise<TestVenue> {
    const venue = openVenue({ folder, waitingMax: 10_000 });
    const { exchange } = venue;
    for (const securityId of [7, 8]) await exchange.submit(security({ securityId }));
    const offers = Array.from({ length: MANY }, () => exchange.submit(order({ side: 'sell', quantity: 1 })));
    await Promise.all(offers);
    venue.events.length = 0;
    return venue;
  }

  const sweep = () => order({ clientId: 'b', quantity: MANY });
  const matches = (events: readonly ExchangeEvent[]) => events.filter(({ type }) => type === 'match').length;

  test('lets other books go on between its slices, and is answered after the last', async () => {
    const { exchange, events } = await withOffers();
    let matchesAtAnswer = 0;
    const swept = exchange.submit(sweep()).then((outcome) => {
      matchesAtAnswer = matches(events);
      return idOfOrder(outcome);
    });
    const other = exchange.submit(order({ securityId: 8, clientId: 'c' })).then(() => matches(events));
    // Of the same book: after all of it.
    const same = exchange.submit(order({ clientId: 'c', quantity: 1 })).then(() => matches(events));
    expect(await other).toBeLessThan(MANY);
    const orderId = await swept;
    expect(matchesAtAnswer).toBe(MANY);
    expect(exchange.order(orderId)).toMatchObject({ status: 'Executed', remaining: 0 });
    expect(await same).toBe(MANY);
    expect(exchange.topOfBook(7 as SecurityId)).toMatchObject({ offer: null });
    await exchange.stop();
  });

  test('publishes no more in a turn of the event loop than fits into it', async () => {
    const { exchange, events } = await withOffers();
    const swept = exchange.submit(sweep());
    let most = 0;
    for (let before = 0; matches(events) < MANY; before = matches(events)) {
      await turn();
      most = Math.max(most, matches(events) - before);
    }
    await swept;
    expect(most).toBeLessThanOrEqual(EFFECTS_MAX);
    await exchange.stop();
  });

  const ended = (events: readonly ExchangeEvent[]) =>
    events.filter((event) => event.type === 'order' && event.order.ended !== null).length;

  /** The most orders that end in a turn of the event loop, until all have. */
  async function mostEnded(events: readonly ExchangeEvent[], all: number): Promise<number> {
    let most = 0;
    for (let before = 0; before < all; ) {
      await turn();
      const now = ended(events);
      most = Math.max(most, now - before);
      before = now;
    }
    return most;
  }

  test('lets no command of its group finish it: cancel timers that run out together', async () => {
    const { exchange, events, time } = await withOffers();
    const bids = Array.from({ length: MANY }, () => exchange.submit(order({ clientId: 'b', securityId: 8 })));
    await Promise.all(bids);
    for (const clientId of ['a', 'b']) await exchange.submit({ type: 'cancelAllAfter', clientId, seconds: 60 });
    time.advanceMs(60_000);
    expect(await mostEnded(events, 2 * MANY)).toBeLessThanOrEqual(EFFECTS_MAX);
    await exchange.stop();
  });

  test('lets no command of its group finish it: an order for the book in which a lost session has many', async () => {
    const { exchange, events } = await withOffers();
    await exchange.submit({ type: 'connectSession', session: 's', clientId: 'a', accountId: null, seconds: 60 });
    const lost = exchange.submit({ type: 'disconnectSession', session: 's', lost: true });
    const next = exchange.submit(order({ clientId: 'b', quantity: 1 }));
    expect(await mostEnded(events, MANY)).toBeLessThanOrEqual(EFFECTS_MAX);
    await Promise.all([lost, next]);
    await exchange.stop();
  });

  test('goes on in the middle after a crash', async () => {
    const folder = temporaryFolder();
    const { exchange, events } = await withOffers(folder);
    const crashed = temporaryFolder();
    let taken = false;
    exchange.subscribe(() => {
      if (taken || matches(events) <= EFFECTS_MAX) return;
      taken = true;
      cpSync(folder, crashed, { recursive: true });
    });
    await exchange.submit(sweep());
    await exchange.stop();
    expect(recover(files, crashed, 0).state.pending.isPending).toBe(true);
    const again = openVenue({ folder: crashed });
    // Concerns the book: it is answered after the pending work.
    await again.exchange.submit(order({ side: 'sell', quantity: 1 }));
    expect(matches(again.events)).toBeGreaterThan(0);
    expect(again.exchange.topOfBook(7 as SecurityId)).toMatchObject({ offer: { quantity: 1, orders: 1 } });
    await again.exchange.stop();
  });

  test('a mass cancel ends every order that it names, and none of them trades', async () => {
    const { exchange, events } = await withOffers();
    const cancelled = exchange.submit({ type: 'cancelOrders', clientId: 'a', filter: {}, byOperator: false });
    const bid = exchange.submit(order({ clientId: 'b', quantity: 5 }));
    expect(await cancelled).toMatchObject({ ok: true, cancelled: expect.objectContaining({ length: MANY }) });
    expect(events.filter((event) => event.type === 'order' && event.change === 'mass cancelled')).toHaveLength(MANY);
    await bid;
    expect(matches(events)).toBe(0);
    await exchange.stop();
  });

  test('a repeated mass cancel is answered as the first, after its last slice, and after a crash too', async () => {
    const folder = temporaryFolder();
    const { exchange, events } = await withOffers(folder);
    const idempotency = { key: 'all', bodyHash: 'h', clientId: 'a' };
    const command = { type: 'cancelOrders', clientId: 'a', filter: {}, byOperator: false, idempotency } as const;
    const ended = () => events.filter((event) => event.type === 'order' && event.change === 'mass cancelled').length;
    const crashed = temporaryFolder();
    let atRepeat: Promise<number> | undefined;
    exchange.subscribe(() => {
      if (atRepeat !== undefined || ended() < 10) return;
      cpSync(folder, crashed, { recursive: true });
      atRepeat = exchange.submit(command).then(ended);
    });
    const first = await exchange.submit(command);
    expect(first).toMatchObject({ ok: true, cancelled: expect.objectContaining({ length: MANY }) });
    expect(await atRepeat).toBe(MANY);
    expect(await exchange.submit(command)).toMatchObject({ ...first, replayed: true });
    expect(ended()).toBe(MANY);
    await exchange.stop();
    expect(recover(files, crashed, 0).state.pending.isPending).toBe(true);
    const again = openVenue({ folder: crashed });
    expect(await again.exchange.submit(command)).toMatchObject({ ...first, replayed: true });
    await again.exchange.stop();
  });

  test('closes of one instant have effect at it, however many orders each of them ends (V28)', async () => {
    const folder = temporaryFolder();
    const venue = openVenue({ folder, waitingMax: 10_000 });
    const hours = { startMinute: 9 * 60, endMinute: 16 * 60 };
    const week = { monday: hours, tuesday: hours, wednesday: hours, thursday: hours, friday: hours };
    for (const securityId of [7, 8, 9]) {
      await venue.exchange.submit(security({ securityId, hours: securityId === 7 ? null : week }));
      const orders = Array.from({ length: EFFECTS_MAX }, () =>
        venue.exchange.submit(order({ securityId, expiration: 'Day' })),
      );
      await Promise.all(orders);
    }
    venue.time.moveTo('2026-11-20T21:00:05Z');
    await venue.exchange.submit(order({ clientId: 'b' }));
    const closes = venue.events.filter((event) => event.type === 'market' && event.market === 'closed');
    expect(closes.map(({ time }) => time)).toEqual([1, 2, 3].map(() => microsOf('2026-11-20T21:00:00Z')));
    await venue.exchange.stop();
  });

  test('a close waits for what is pending, and has effect at its own time', async () => {
    const { exchange, events, time } = await withOffers();
    const swept = exchange.submit(sweep());
    await new Promise<void>((resolve) => {
      const stop = exchange.subscribe(({ type }) => {
        if (type !== 'match') return;
        stop();
        resolve();
      });
    });
    const closed = new Promise<ExchangeEvent>((resolve) => {
      exchange.subscribe((event) => {
        if (event.type === 'market' && event.securityId === 7) resolve(event);
      });
    });
    time.moveTo('2026-11-20T21:00:05Z');
    const { time: closedAt } = await closed;
    expect(closedAt).toBe(microsOf('2026-11-20T21:00:00Z'));
    await swept;
    const times = events.map((event) => event.time);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(matches(events)).toBe(MANY);
    await exchange.stop();
  });

  test('commands of a client after a sweep stay after it, in other books too', async () => {
    const { exchange, events } = await withOffers();
    const swept = exchange.submit(sweep());
    const later = exchange.submit(order({ securityId: 8, clientId: 'b' })).then(() => matches(events));
    await swept;
    expect(await later).toBe(MANY);
    await exchange.stop();
  });
});

test('under the first rules a command has all its effects at once (J14)', () => {
  const run = new Run(new VenueState(0));
  run.apply(security());
  run.apply({ type: 'session', action: 'open', securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 });
  for (let i = 0; i < MANY; i++) run.apply(order({ side: 'sell', quantity: 1, price: 10 * DOLLAR }));
  run.apply(order({ clientId: 'b', quantity: MANY }));
  expect(run.state.pending.isPending).toBe(false);
  expect(run.events.filter(({ type }) => type === 'match')).toHaveLength(MANY);
});

test('nobody waits for the thousands of commands that another client has sent', async () => {
  const { exchange } = openVenue({ folder: temporaryFolder(), waitingMax: 10_000 });
  await exchange.submit(security());
  let answered = 0;
  const flood = Array.from({ length: 3000 }, () =>
    exchange.submit(order()).then(() => {
      answered++;
    }),
  );
  await exchange.submit(order({ clientId: 'b' }));
  expect(answered).toBeLessThanOrEqual(512);
  await Promise.all(flood);
  await exchange.stop();
});
