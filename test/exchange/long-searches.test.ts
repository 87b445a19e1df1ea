/** The search for an execution is made in slices (M17): each of them is short, and a restart between them is unseen. */
import { expect, test } from 'vitest';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import { RULES, SEARCHED_IN_SLICES_SINCE } from '../../src/exchange/api/rules.ts';
import type { UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { checkState, VenueState } from '../../src/exchange/desks/index.ts';
import { EFFECTS_MAX } from '../../src/exchange/records/pending-effects.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { restartedState } from './restarted-state.ts';
import { DOLLAR, order, security } from './venue.ts';

/** What the search of one command may take, in steps: 300 for each effect of a slice, and what is not counted so. */
const STEPS_MAX = 31_000;
const CONTINUE: UntimedCommand = { type: 'continue' };

class Venue {
  state: VenueState;
  readonly events: ExchangeEvent[] = [];
  /** The most steps that one command took. */
  longest = 0;
  readonly #effectsMax: number | undefined;

  constructor(effectsMax?: number, version = RULES) {
    this.#effectsMax = effectsMax;
    this.state = new VenueState(0, undefined, effectsMax);
    this.apply({ type: 'rules', version }, security(), {
      type: 'session',
      action: 'open',
      securityId: null,
      date: 'd',
      dayOver: false,
      scheduled: 1,
    });
    this.#listen();
  }

  apply(...commands: UntimedCommand[]): void {
    for (const command of commands) {
      const { steps } = this.state.engine;
      this.state.apply({ ...command, time: 1 });
      this.longest = Math.max(this.longest, this.state.engine.steps - steps);
    }
  }

  restart(): void {
    this.state = restartedState(this.state, this.#effectsMax);
    this.#listen();
  }

  get isPending(): boolean {
    return this.state.pending.isPending || this.state.engine.hasPendingWork;
  }

  get isSearching(): boolean {
    return [...this.state.engine.pendingWork()].some(([, { unfinished }]) => unfinished?.searched !== undefined);
  }

  /** The events but tops, which show between slices, too. */
  get said(): unknown[] {
    return this.events.flatMap(({ seq: _, ...said }) => (said.type === 'top' ? [] : [said]));
  }

  #listen(): void {
    this.state.sink = (event) => this.events.push(event);
  }
}

/** Offers that show in part; every fifth is of client c. */
const offers = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    const owned = { side: 'sell', clientId: i % 5 === 0 ? 'c' : 'b' } as const;
    return order({ ...owned, quantity: 10 + ((i * 7919) % 90), optional: { displayQuantity: 1 + (i % 7) } });
  });
const sharesOf = (orders: ReturnType<typeof offers>) => orders.reduce((sum, { quantity }) => sum + quantity, 0);

const sweeps = [
  ['a bid takes most of it', {}, 0.7],
  ['a bid takes all of it', { price: 11 * DOLLAR }, 1.1],
  ['a bid wants all or none of what it crosses', { contingency: 'All or None' }, 0.7],
  ['a bid must not meet the orders of its owner', { clientId: 'c', selfTrade: 'Cancel Newest' }, 0.7],
  [
    'without those of its owner there is too little',
    { clientId: 'c', selfTrade: 'Cancel Newest', contingency: 'All or None' },
    0.95,
  ],
] as const;

test.each(sweeps)('no command searches long where 2,000 orders show in part: %s (M17, M19)', (_, terms, share) => {
  const venue = new Venue();
  const orders = offers(2000);
  venue.apply(...orders);
  venue.apply(order({ quantity: Math.floor(sharesOf(orders) * share), ...terms }));
  while (venue.isPending) venue.apply(CONTINUE);
  expect(venue.longest).toBeLessThan(STEPS_MAX);
});

/** A bid that rests, until the last of many offers lets it trade with all of them (M7). */
function retried(orders: ReturnType<typeof offers>): UntimedCommand[] {
  const quantity = sharesOf(orders) - 3;
  return [order({ quantity, contingency: 'All or None' }), ...orders];
}

test.each([
  ...sweeps.map(([name, terms, share]) => {
    const orders = offers(40);
    const bid = order({ quantity: Math.floor(sharesOf(orders) * share), ...terms });
    return [name, [...orders, bid]] as const;
  }),
  ['a bid is retried', retried(offers(40))] as const,
])('slices of a search, and restarts between them, change nothing: %s (M17)', (_, commands) => {
  const [whole, sliced, restarted] = [new Venue(Infinity), new Venue(2), new Venue(2)];
  let searches = 0;
  for (const command of commands) {
    for (const venue of [whole, sliced, restarted]) {
      venue.apply(command);
      while (venue.isPending) {
        if (venue === restarted && venue.isSearching) {
          searches++;
          venue.restart();
        }
        venue.apply(CONTINUE);
      }
      checkState(venue.state);
    }
    expect(digestOf(restarted.state)).toBe(digestOf(sliced.state));
  }
  expect(searches).toBeGreaterThan(2);
  expect(sliced.said).toEqual(whole.said);
  expect(restarted.events).toEqual(sliced.events);
});

test('by the rules before, a search is made in one command (J14)', () => {
  const venue = new Venue(EFFECTS_MAX, SEARCHED_IN_SLICES_SINCE - 1);
  const orders = Array.from({ length: 400 }, () => order({ side: 'sell', clientId: 'b', quantity: 1 }));
  venue.apply(...orders, order({ quantity: 400, contingency: 'All or None' }));
  expect(venue.events.filter(({ type }) => type === 'match')).toHaveLength(EFFECTS_MAX);
});
