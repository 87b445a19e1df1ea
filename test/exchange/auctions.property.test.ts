/** Auctions among all that else happens to a market (Q7 to Q14): slices, snapshots and replays change nothing. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { OrderTicket } from '../../src/exchange/api/orders.ts';
import { RULES } from '../../src/exchange/api/rules.ts';
import type { OrderId } from '../../src/exchange/api/units.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { checkState, VenueState } from '../../src/exchange/desks/index.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { checkFlows } from '../support/flows.ts';
import { THOROUGH } from '../support/thorough.ts';
import { auctionFlow, START, timeOf } from './auction-flow.ts';
import { auctionEvents, matchesOf } from './auctions.ts';
import { restartedState } from './restarted-state.ts';

const SEED = 20_261_130;
const NUM_RUNS = THOROUGH ? 400 : 50;
const LENGTH = 120;

interface How {
  readonly effectsMax: number;
  /** Whether the state restarts from a snapshot before the command or continue whose turn is in the list. */
  readonly restarts: readonly boolean[];
  readonly isHeard?: boolean;
}

function run(commands: readonly UntimedCommand[], { effectsMax, restarts, isHeard = true }: How) {
  const events: ExchangeEvent[] = [];
  let state = new VenueState(0, undefined, effectsMax);
  let turns = 0;
  const listen = () => {
    state.sink = isHeard ? (event) => events.push(event) : null;
  };
  const apply = (command: UntimedCommand, time: number) => {
    if (restarts[turns++ % restarts.length]) {
      state = restartedState(state, effectsMax);
      listen();
    }
    state.apply({ ...command, time } as JournaledCommand);
    if (isHeard) checkState(state);
  };
  listen();
  apply({ type: 'rules', version: RULES }, START);
  for (const [index, command] of commands.entries()) {
    apply(command, timeOf(index));
    while (state.pending.isPending || state.engine.hasPendingWork) apply({ type: 'continue' }, timeOf(index));
  }
  return { events, digest: digestOf(state) };
}

const NEVER = [false];

test('a replay from nothing and restarts from snapshots come to the same events and state', async () => {
  let [uncrossed, matches, ended, extended] = [0, 0, 0, 0];
  await checkFlows(
    [auctionFlow(LENGTH), fc.array(fc.boolean(), { minLength: 11, maxLength: 11 }), fc.constantFrom(1, 3, 100)],
    (commands, restarts, effectsMax) => {
      const live = run(commands, { effectsMax, restarts: NEVER });
      expect(run(commands, { effectsMax, restarts })).toEqual(live);
      expect(run(commands, { effectsMax, restarts: NEVER, isHeard: false }).digest).toBe(live.digest);
      checkEvents(live.events);
      const phases = auctionEvents(live.events).map(({ phase }) => phase);
      uncrossed += phases.filter((phase) => phase === 'uncrossed').length;
      ended += phases.filter((phase) => phase === 'ended').length;
      extended += phases.filter((phase) => phase === 'extended').length;
      matches += matchesOf(live.events).filter(({ auction }) => auction !== undefined).length;
    },
    { numRuns: NUM_RUNS, seed: SEED },
  );
  expect(uncrossed).toBeGreaterThan(NUM_RUNS);
  expect(matches).toBeGreaterThan(NUM_RUNS);
  expect(ended).toBeGreaterThan(NUM_RUNS / 2);
  expect(extended).toBeGreaterThan(0);
});

/** What holds of every auction, whatever else happens. */
function checkEvents(events: readonly ExchangeEvent[]): void {
  const tickets = new Map<OrderId, OrderTicket>();
  const markets = new Map<number, string>();
  const prices = new Map<string, number>();
  for (const event of events) {
    if (event.type === 'order') tickets.set(event.order.orderId, event.order.ticket);
    if (event.type === 'market') markets.set(event.securityId, event.market);
    if (event.type === 'auction' && event.phase === 'uncrossed' && event.result.price !== null)
      prices.set(`${event.securityId} ${event.call.auctionId}`, event.result.price);
    if (event.type !== 'match') continue;
    const { auction, buyOrderId, price, securityId, sellOrderId } = event.match;
    const both = [buyOrderId, sellOrderId].map((id) => tickets.get(id) as OrderTicket);
    if (auction === undefined) {
      expect(markets.get(securityId)).not.toBe('call');
      expect(both.map(({ expiration }) => expiration)).not.toContain('Auction');
    } else {
      expect(markets.get(securityId)).toBe('call');
      expect(price).toBe(prices.get(`${securityId} ${auction}`));
      expect(both.some(({ optional }) => optional?.postOnly)).toBe(false);
    }
  }
}

test('slices change nothing of what happens in a book (M17)', async () => {
  await checkFlows(
    [auctionFlow(LENGTH)],
    (commands) => {
      const plain = commands.filter(({ type }) => type !== 'setLimits');
      const whole = run(plain, { effectsMax: Infinity, restarts: NEVER });
      const sliced = run(plain, { effectsMax: 1, restarts: NEVER });
      for (const securityId of [7, 8, 9])
        expect(sliced.events.flatMap((event) => saidOf(event, securityId))).toEqual(
          whole.events.flatMap((event) => saidOf(event, securityId)),
        );
    },
    { numRuns: NUM_RUNS / 2, seed: SEED },
  );
});

/** What an event says of a security, but for the numbers that all books share. */
function saidOf(event: ExchangeEvent, securityId: number): unknown[] {
  if (event.type === 'match' && event.match.securityId === securityId) {
    const { matchId: _, ...match } = event.match;
    return [match];
  }
  if (event.type === 'order' && event.order.ticket.securityId === securityId) return [[event.change, event.order]];
  if (event.type === 'market' && event.securityId === securityId) return [[event.market, event.cause]];
  return event.type === 'auction' && event.securityId === securityId ? [[event.phase, event.call, event.result]] : [];
}
