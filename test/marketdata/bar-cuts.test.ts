import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TradeItem } from '../../src/marketdata/channels/history.ts';
import { checkFrame } from '../support/frame-check.ts';
import { runs } from '../support/thorough.ts';
import { aStage, barStep, beginOf, INTERVAL_MS, play, Returning, SECURITIES } from './support/returning.ts';
import type { Message } from './support/stream-client.ts';

/** What somebody who adds up what is received of one security has, as docs/api/stream.md says (S36). */
class Sum {
  readonly from: number;
  #seq: number;
  trades = 0;
  volume = 0;
  high = 0;
  readonly amendments: unknown[] = [];
  bars = 0;

  constructor(from: number) {
    this.from = from;
    this.#seq = from;
  }

  take(message: Message): void {
    const { type, seq, prevSeq } = message as { type: string; seq: number; prevSeq: number };
    if (type === 'subscribed') this.#seq = Math.max(this.#seq, seq);
    if (type === 'snapshot') this.#seq = seq;
    if (type === 'day' || type === 'snapshot' || type === 'subscribed') return;
    checkFrame(message);
    // Sent again after a cut: never a part of it.
    if (seq <= this.#seq) return;
    expect(prevSeq, JSON.stringify(message)).toBe(this.#seq);
    this.#seq = seq;
    if (type === 'trade') this.#add(1, Number(message.quantity), Number(message.price));
    else if (type === 'bar') this.#add(Number(message.trades), Number(message.volume), Number(message.high));
    else this.amendments.push(message.tradeId);
    if (type === 'bar') this.bars += 1;
  }

  #add(trades: number, volume: number, high: number): void {
    this.trades += trades;
    this.volume += volume;
    this.high = Math.max(this.high, high);
  }
}

function sumOf(received: readonly Message[], securityId: number): Sum {
  const own = received.filter((message) => message.type === 'subscribed' || message.securityId === String(securityId));
  const sum = new Sum(beginOf(received));
  for (const message of own) sum.take(message);
  return sum;
}

function expectSums(
  received: readonly Message[],
  securityIds: readonly number[],
  happened: readonly TradeItem[],
): number {
  let bars = 0;
  for (const id of securityIds) {
    const sum = sumOf(received, id);
    const items = happened.filter(({ seq, securityId }) => seq > sum.from && securityId === id);
    const trades = items.filter(({ type }) => type === 'trade');
    const amendments = items.filter(({ type }) => type !== 'trade').map(({ tradeId }) => String(tradeId));
    const volume = trades.reduce((shares, { quantity }) => shares + quantity, 0);
    const high = trades.reduce((most, { price }) => Math.max(most, price / 1_000_000), 0);
    expect(sum).toMatchObject({ trades: trades.length, volume, amendments, high });
    bars += sum.bars;
  }
  return bars;
}

test('bars add up to the trades, whatever is cut, sticks, or is busted or corrected (S36)', async () => {
  let bars = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(barStep, { minLength: 5, maxLength: 60 }), async (steps) => {
      const stage = aStage();
      const { channel, history, timers } = stage;
      const conflated = { mode: 'conflated', intervalMs: INTERVAL_MS };
      const all = new Returning(channel, { securityIds: ['*'], ...conflated });
      const some = new Returning(channel, { securityIds: ['1', '3'], ...conflated, intervalMs: 3 * INTERVAL_MS });
      await play(stage, [all, some], steps);

      bars += expectSums(all.received, SECURITIES, history.items) + expectSums(some.received, [1, 3], history.items);
      expect(channel.subscriptionCount).toBe(0);
      expect(timers.intervals).toBe(0);
    }),
    { numRuns: runs(150, 3000), seed: 1 },
  );
  // Chance has it at 380, and hardly ever below 250.
  expect(bars).toBeGreaterThan(100);
});
