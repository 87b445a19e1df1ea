import { expect, test } from 'vitest';
import { formatInstant } from '../../../src/calendar/format-time.ts';
import type { ReplayedMarket, ReplayQuestion, ReplayRefusal } from '../../../src/exchange/api/replays.ts';
import type { SecurityId } from '../../../src/exchange/api/units.ts';
import { marketReplayModule } from '../../../src/modules/market-replay/index.ts';
import { SECOND_US } from '../../../src/time/units.ts';
import { entered, traded } from '../../history/events.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { errorOf, fieldsOf, startApi } from '../shared/api.ts';
import { NOW } from '../shared/records.ts';

const level = { price: 10_250_000, quantity: 300, orders: 1, contingentQuantity: 0, contingentOrders: 0 };

const MARKET: ReplayedMarket = {
  eventSeq: 4,
  market: 'open',
  bids: [],
  offers: [level],
  events: [
    { event: entered(5), levels: [{ side: 'buy', ...level }] },
    { event: traded(6, {})[0], levels: [] },
    { event: traded(6, {})[1], levels: [{ side: 'sell', ...level, quantity: 0, orders: 0 }] },
  ],
  to: NOW,
};

describeOnEachDatabase('getMarketReplay', (open) => {
  async function started(answer: ReplayedMarket | ReplayRefusal) {
    const asked: ReplayQuestion[] = [];
    const read = async (question: ReplayQuestion) => {
      asked.push(question);
      return answer;
    };
    const security = (id: SecurityId) => (id === 5001 ? ({} as never) : undefined);
    const venue = { security, nowUs: () => NOW };
    const api = await startApi(await open(), [() => marketReplayModule({ venue, replays: { read } })]);
    const call = (body: object, as = 'MASTER') =>
      api.call('POST', 'admin/getMarketReplay', { securityId: 5001, ...body }, { as });
    return { asked, call };
  }

  test('asks for at most a minute, and none of the future', async () => {
    const { asked, call } = await started(MARKET);
    const from = formatInstant(NOW - 90 * SECOND_US + 1);
    const { replay } = fieldsOf(await call({ from })) as { replay: Record<string, unknown> };
    expect(asked[0]).toMatchObject({ securityId: 5001, from: NOW - 90 * SECOND_US + 1, to: NOW - 30 * SECOND_US + 1 });
    expect(replay).toMatchObject({ securityId: '5001', from, seq: 4, market: 'open', bids: [] });
    expect(replay.events).toMatchObject([
      {
        eventSeq: 5,
        order: { clientId: 'C1', change: 'entered', action: 'Bid' },
        levels: [{ side: 'Bid', orders: 1 }],
      },
      { eventSeq: 6, match: { matchId: '9', bidClientId: 'C1', askClientId: 'C2', initiator: 'Offer' }, levels: [] },
      { eventSeq: 7, order: { change: 'filled' }, levels: [{ side: 'Offer', quantity: 0, orders: 0 }] },
    ]);
    fieldsOf(await call({ from: formatInstant(NOW - SECOND_US) }));
    expect(asked[1]).toMatchObject({ to: NOW });
    expect((await call({ from: formatInstant(NOW + 1) })).body).toMatchObject({ statusDesc: 'from is in the future' });
    expect(errorOf(await call({ from: '2030-02-30 00:00:00' }), '106')).toContain('must be a time in UTC');
  });

  test('refuses unknown securities, other keys, and moments that are not kept', async () => {
    const { call } = await started('no journal');
    const from = formatInstant(NOW);
    expect((await call({ securityId: 5002, from })).body.statusCode).toBe('138');
    expect((await call({ from }, 'C1')).body.statusCode).toBe('111');
    expect(await call({ from })).toMatchObject({ http: 422, body: { statusCode: '1422' } });
    const busy = await started('busy');
    expect(await busy.call({ from })).toMatchObject({ http: 429 });
  });
});
