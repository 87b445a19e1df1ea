import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExchangeEvent, OrderEvent } from '../../src/exchange/api/events.ts';
import { amountFrom, averagePriceText, executedText } from '../../src/exchange/api/executions.ts';
import type { Amount } from '../../src/exchange/api/units.ts';
import { withFill } from '../../src/exchange/api/units.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { journalStart } from '../../src/exchange/journal/reader.ts';
import { loadSnapshot, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { checkFlows } from '../support/flows.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { randomFlow } from './random-flow.ts';

const START = 1_800_000_000_000_000;

/** By order: what its matches come to. */
type Truth = Map<number, { amount: bigint; shares: number }>;

/** Compares each event of an order with the sum of the matches that came before it. */
function check(events: readonly ExchangeEvent[], truth: Truth): number {
  let fills = 0;
  for (const [index, event] of events.entries()) {
    if (event.type === 'match') {
      const { buyOrderId, sellOrderId, price, quantity } = event.match;
      for (const orderId of [buyOrderId, sellOrderId]) {
        const { amount, shares } = truth.get(orderId) ?? { amount: 0n, shares: 0 };
        truth.set(orderId, { amount: amount + BigInt(price) * BigInt(quantity), shares: shares + quantity });
      }
    }
    if (event.type !== 'order') continue;
    const { amount, shares } = truth.get(event.order.orderId) ?? { amount: 0n, shares: 0 };
    const { quantity, remaining, executed } = event.order;
    expect({ shares: quantity - remaining, executed: BigInt(executed) }).toEqual({ shares, executed: amount });
    if (event.fill === undefined) expect(event.change).not.toBe('filled');
    else fills += Number(isFillOf(event, events.slice(index - 2, index)));
  }
  return fills;
}

/** Throws unless the match is one of the two events before. */
function isFillOf({ change, order, fill }: OrderEvent, before: readonly ExchangeEvent[]): boolean {
  const match = before.findLast((event) => event.type === 'match')!.match;
  const { matchId, price, quantity } = match;
  expect({ change, fill }).toEqual({ change: 'filled', fill: { matchId, price, quantity } });
  expect([match.buyOrderId, match.sellOrderId]).toContain(order.orderId);
  return true;
}

function play(state: VenueState, commands: readonly UntimedCommand[], truth: Truth): number {
  const events: ExchangeEvent[] = [];
  state.sink = (event) => events.push(event);
  for (const command of commands) state.apply({ ...command, time: START } as JournaledCommand);
  while (state.pending.isPending) state.apply({ type: 'continue', time: START } as JournaledCommand);
  return check(events, truth);
}

test('each event of an order has the sum of its fills, over replacements, slices and snapshots (H14)', async () => {
  let fills = 0;
  await checkFlows(
    [randomFlow(300), fc.constantFrom(1, 3, 100)],
    async (commands, effectsMax) => {
      const truth: Truth = new Map();
      const half = Math.floor(commands.length / 2);
      const state = new VenueState(0, undefined, effectsMax);
      state.apply({ type: 'rules', version: 2, time: START } as JournaledCommand);
      fills += play(state, commands.slice(0, half), truth);
      const path = await writeSnapshot(files, temporaryFolder(), state, journalStart(0));
      fills += play(loadSnapshot(files, path, 0).state, commands.slice(half), truth);
    },
    { numRuns: 30, seed: 1 },
  );
  expect(fills).toBeGreaterThan(100);
});

const fill = fc.record({ price: fc.integer({ min: 0, max: 1e15 }), quantity: fc.integer({ min: 1, max: 1e9 }) });

test('the amount and the average of any fills are exact', () => {
  fc.assert(
    fc.property(fc.array(fill, { minLength: 1, maxLength: 20 }), (fills) => {
      let [amount, shares, sum]: [Amount, number, bigint] = [0, 0, 0n];
      for (const { price, quantity } of fills) {
        amount = withFill(amount, price, quantity);
        sum += BigInt(price) * BigInt(quantity);
        shares += quantity;
        expect(BigInt(amount)).toBe(sum);
        expect(amountFrom(String(amount))).toBe(amount);
      }
      expect(BigInt(executedText(amount).replace('.', ''))).toBe(sum);
      // Half a millionth at most, and up where it is exactly that.
      const off = 2n * BigInt(averagePriceText(amount, shares)!.replace('.', '')) * BigInt(shares) - 2n * sum;
      expect(off > -BigInt(shares) && off <= BigInt(shares)).toBe(true);
    }),
  );
});

test.each<[Amount, number, string | null]>([
  [0, 0, null],
  [20_500_000, 2, '10.250000'],
  [1, 2, '0.000001'],
  [1, 3, '0.000000'],
  [10_000_001, 3, '3.333334'],
])('an amount of %d over %d shares is %s a share', (amount, shares, text) => {
  expect(averagePriceText(amount, shares)).toBe(text);
});
