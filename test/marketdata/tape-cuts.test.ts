import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TradeItem } from '../../src/marketdata/channels/history.ts';
import { runs } from '../support/thorough.ts';
import { aStage, beginOf, play, Returning, SECURITIES, step } from './support/returning.ts';
import type { Message } from './support/stream-client.ts';

test('whatever is cut, each trade, bust and correction of the venue is received once, in its order (S23)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      const stage = aStage();
      const { channel, history } = stage;
      const all = new Returning(channel, { securityIds: ['*'] });
      const some = new Returning(channel, { securityIds: ['1', '3'] });
      await play(stage, [all, some], steps);

      expectAll(all.received, SECURITIES, history.items);
      expectAll(some.received, [1, 3], history.items);
      expect(channel.subscriptionCount).toBe(0);
    }),
    { numRuns: runs(150, 3000) },
  );
});

/** All of each security that happened after the first answer, in one order. */
function expectAll(received: readonly Message[], securityIds: readonly number[], happened: readonly TradeItem[]): void {
  for (const id of securityIds) {
    const own = received.filter(({ securityId }) => securityId === String(id));
    const from = beginOf(received);
    const expected = happened.filter(({ seq, securityId }) => seq > from && securityId === id);
    expect(own.filter(isNews).map(({ type, seq, tradeId }) => `${type} ${seq} ${tradeId}`)).toEqual(
      expected.map(({ type, seq, tradeId }) => `${type} ${seq} ${tradeId}`),
    );
  }
  const seqs = received.filter(isNews).map(({ seq }) => seq as number);
  expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
  expectChains(received);
}

const isNews = ({ type }: Message): boolean => ['trade', 'bust', 'adjust'].includes(type);

/** The first message of a security after an answer has the seq of the cursor, any other that of the one before. */
function expectChains(received: readonly Message[]): void {
  let [begin, last] = [0, new Map<unknown, unknown>()];
  for (const { type, seq, prevSeq, securityId } of received) {
    if (type === 'subscribed') [begin, last] = [seq as number, new Map()];
    else {
      if (type !== 'snapshot' && type !== 'day') expect(prevSeq).toBe(last.get(securityId) ?? begin);
      last.set(securityId, seq);
    }
  }
}
