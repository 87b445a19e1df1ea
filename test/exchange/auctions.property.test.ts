/** Auctions among all that else happens to a market (Q7 to Q14): slices, snapshots and replays change nothing. */
import { cpSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command } from '../../src/exchange/api/commands.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { OrderTicket } from '../../src/exchange/api/orders.ts';
import type { OrderId } from '../../src/exchange/api/units.ts';
import type { UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { checkState } from '../../src/exchange/desks/index.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { checkFlows } from '../support/flows.ts';
import { ManualTime } from '../support/manual-time.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runs } from '../support/thorough.ts';
import { anOrder, auctionFlow } from './auction-flow.ts';
import { auctionEvents, ID, matchesOf, plan, planIn, planned } from './auctions.ts';
import { aRestart, checkSlices, NEVER, run, saidOf } from './flow-run.ts';
import { cancel, openVenue } from './venue.ts';

const SEED = 20_261_133;
const NUM_RUNS = runs(30, 400);
const LENGTH = 120;

test('a replay from nothing and restarts from snapshots come to the same events and state', async () => {
  let [uncrossed, matches, ended, extended] = [0, 0, 0, 0];
  await checkFlows(
    [auctionFlow(LENGTH), fc.array(aRestart, { minLength: 23, maxLength: 23 }), fc.constantFrom(1, 3, 100)],
    (commands, restarts, effectsMax) => {
      const live = run(commands, { effectsMax, restarts: NEVER });
      expect(run(commands, { effectsMax, restarts })).toEqual(live);
      expect(run(commands, { effectsMax, restarts: NEVER, hasListener: false }).digest).toBe(live.digest);
      checkEvents(live.events);
      const phases = auctionEvents(live.events).map(({ phase }) => phase);
      uncrossed += phases.filter((phase) => phase === 'uncrossed').length;
      ended += phases.filter((phase) => phase === 'ended').length;
      extended += phases.filter((phase) => phase === 'extended').length;
      matches += matchesOf(live.events).filter(({ auction }) => auction !== undefined).length;
    },
    { numRuns: NUM_RUNS, seed: SEED },
  );
  expect(uncrossed).toBeGreaterThan(NUM_RUNS / 2);
  expect(matches).toBeGreaterThan(NUM_RUNS / 2);
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
  await checkSlices(auctionFlow(LENGTH), saidOfAuctions, { numRuns: NUM_RUNS / 2, seed: SEED });
});

function saidOfAuctions(event: ExchangeEvent, securityId: number): unknown[] {
  if (event.type !== 'auction') return saidOf(event, securityId);
  return event.securityId === securityId ? [[event.phase, event.call, event.result]] : [];
}

type Live =
  | { readonly kind: 'command'; readonly command: UntimedCommand }
  | { readonly kind: 'move' | 'restart'; readonly seconds: number }
  | { readonly kind: 'snapshot' };

const aMoment = fc.constantFrom(
  'open' as const,
  'close' as const,
  ...[600, 630, 700, 900].map((minute) => ({ minute })),
);
const aPlan = fc
  .record({
    at: fc.uniqueArray(aMoment, { maxLength: 4 }),
    callSeconds: fc.integer({ min: 60, max: 1800 }),
    randomEndSeconds: fc.constantFrom(0, 0, 120),
    isAfterHalt: fc.boolean(),
    continuous: fc.boolean(),
    collar: fc.constantFrom(null, 500),
  })
  .map(({ at, callSeconds, randomEndSeconds, isAfterHalt, ...rest }) => {
    const terms = { callSeconds, noCancelSeconds: 30, randomEndSeconds };
    const auctions = at.map((one) => planned(one, terms));
    return plan({ ...rest, auctions, afterHalt: isAfterHalt ? terms : null });
  });
const liveCommand = fc.oneof(
  { weight: 8, arbitrary: anOrder },
  {
    weight: 1,
    arbitrary: aPlan.map((one): UntimedCommand => ({ type: 'auctionPlan', securityId: ID, plan: one, expected: null })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('halt' as const, 'resume' as const, 'resume' as const, 'resume' as const)
      .map((type): UntimedCommand => ({ type, securityId: ID, reason: 'news' })),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 1, max: 600 })
      .map((seconds): UntimedCommand => ({ type: 'cancelAllAfter', clientId: 'a', seconds })),
  },
);
const aDelay = fc.oneof(
  fc.integer({ min: 1, max: 120 }),
  fc.integer({ min: 1, max: 4000 }),
  fc.constantFrom(40_000, 90_000),
);
const liveStep: fc.Arbitrary<Live> = fc.oneof(
  { weight: 8, arbitrary: liveCommand.map((command) => ({ kind: 'command' as const, command })) },
  { weight: 5, arbitrary: aDelay.map((seconds) => ({ kind: 'move' as const, seconds })) },
  { weight: 1, arbitrary: aDelay.map((seconds) => ({ kind: 'restart' as const, seconds })) },
  { weight: 1, arbitrary: fc.constant({ kind: 'snapshot' as const }) },
);

test('a venue restarted at any moment is the same from its journal and from its snapshots', async () => {
  let [auctions, missed, matches] = [0, 0, 0];
  const flow = fc.array(liveStep, { minLength: 150, maxLength: 150, size: 'max' });
  await checkFlows(
    [flow],
    async (steps) => {
      const [folder, snapshots] = [temporaryFolder(), temporaryFolder()];
      const time = new ManualTime('2026-11-20T14:00:00Z');
      const draw = (most: number) => Math.floor(most / 2);
      let venue = openVenue({ folder, time, draw });
      const events: ExchangeEvent[] = [];
      venue.exchange.subscribe((event) => events.push(event));
      await planIn(venue, { auctions: [planned('open'), planned('close')] });
      for (const step of steps) {
        if (step.kind === 'command') await venue.exchange.submit(step.command as Command);
        else if (step.kind === 'snapshot')
          await writeSnapshot(files, snapshots, venue.exchange.state, venue.exchange.position);
        else {
          if (step.kind === 'restart') await venue.exchange.stop();
          time.moveTo(time.nowUs() + step.seconds * 1_000_000);
          if (step.kind === 'restart') {
            venue = openVenue({ folder, time, draw });
            venue.exchange.subscribe((event) => events.push(event));
          }
        }
        await venue.exchange.submit(cancel(1));
        checkState(venue.exchange.state);
      }
      await venue.exchange.stop();
      const live = digestOf(venue.exchange.state);
      expect(digestOf(recover(files, folder, 0).state)).toBe(live);
      cpSync(folder, snapshots, { recursive: true });
      expect(digestOf(recover(files, snapshots, 0).state)).toBe(live);
      checkEvents(events);
      const ended = venue.exchange.endedAuctions(ID, Infinity, 1000);
      auctions += ended.filter(({ isUncrossed }) => isUncrossed).length;
      missed += ended.filter(({ isUncrossed }) => !isUncrossed).length;
      matches += matchesOf(events).filter(({ auction }) => auction !== undefined).length;
    },
    { numRuns: NUM_RUNS, seed: SEED },
  );
  expect(auctions).toBeGreaterThan(NUM_RUNS / 2);
  expect(missed).toBeGreaterThan(NUM_RUNS / 10);
  expect(matches).toBeGreaterThan(NUM_RUNS / 2);
});
