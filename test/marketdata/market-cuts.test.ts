import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import type { MarketItem, NoticeItem } from '../../src/marketdata/channels/history.ts';
import { MarketChannel } from '../../src/marketdata/channels/market-channel.ts';
import { runs } from '../support/thorough.ts';
import {
  beginOf,
  type ConnectionStep,
  connectionStep,
  playOn,
  Returning,
  SECURITIES,
  stageOf,
} from './support/returning.ts';
import type { Message } from './support/stream-client.ts';

type Happening =
  | { readonly do: 'change'; readonly at: number; readonly market: 'open' | 'halted' }
  /** About no security where it is 0. */
  | { readonly do: 'notice'; readonly securityId: number };

const aMarket = fc.constantFrom('open' as const, 'halted');
const step: fc.Arbitrary<Happening | ConnectionStep> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('change' as const), at: fc.nat(2), market: aMarket }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('notice' as const), securityId: fc.nat(3) }) },
  { weight: 6, arbitrary: connectionStep },
);

test('whatever is cut, each change of a market and each notice comes once, in their order (S23, S30)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      const stage = stageOf((deps) => new MarketChannel(deps));
      const { channel, exchange, history } = stage;
      const all = new Returning(channel, { securityIds: ['*'] });
      const some = new Returning(channel, { securityIds: ['1', '3'] });
      await playOn<Happening>(stage, [all, some], steps, (one) => {
        if (one.do === 'change') exchange.setMarket(SECURITIES[one.at] as number, one.market);
        else exchange.notice('Said', one.securityId as SecurityId);
      });
      expectAll(all.received, SECURITIES, history.marketItems);
      expectAll(some.received, [1, 3], history.marketItems);
      expect(channel.subscriptionCount).toBe(0);
    }),
    { numRuns: runs(150, 3000) },
  );
});

/** All that happened after the first answer, in one order. */
function expectAll(
  received: readonly Message[],
  ids: readonly number[],
  happened: readonly (MarketItem | NoticeItem)[],
) {
  const begin = beginOf(received);
  const news = received.filter(({ type }) => type === 'update' || type === 'notice');
  const expected = happened.filter(
    ({ seq, securityId }) => seq > begin && (securityId === null || ids.includes(securityId)),
  );
  expect(news.map(({ type, seq }) => `${type} ${seq}`)).toEqual(
    expected.map(({ type, seq }) => `${type === 'market' ? 'update' : type} ${seq}`),
  );
}
