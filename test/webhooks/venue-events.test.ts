import { describe, expect, it } from 'vitest';
import type { ExchangeEvent, MatchView, OrderChange, OrderView } from '../../src/exchange/interface.ts';
import { encodeForm } from '../../src/webhooks/encoding.ts';
import { venueWebhooks } from '../../src/webhooks/venue-events.ts';

const TIME = Date.UTC(2026, 2, 2, 14, 30, 5) * 1000 + 999_999;

const ORDER: OrderView = {
  orderId: 1001,
  clientId: 'C1',
  securityId: 549119,
  issuerId: 7,
  memberId: 'M1',
  accountId: 'A1000001',
  type: 'Limit',
  side: 'buy',
  token: 'mine',
  disclosed: true,
  solicited: false,
  expiration: 'GTC',
  expirationDate: null,
  ip: '203.0.113.9',
  inSession: true,
  createdAt: TIME - 1,
  price: 10_250_000,
  quantity: 300,
  remaining: 100,
  contingency: 'None',
  minimum: 0,
  status: 'Partially Executed',
  updatedAt: TIME,
};

const MATCH: MatchView = {
  matchId: 77,
  securityId: 549119,
  time: TIME,
  price: 10_000_001,
  quantity: 200,
  buyOrderId: 1001,
  sellOrderId: 1000,
  buyClientId: 'C1',
  sellClientId: 'C2',
  hubOrderId: 1001,
};

const orderEvent = (change: OrderChange, order: OrderView = ORDER): ExchangeEvent => ({
  type: 'order',
  seq: 1,
  time: TIME,
  change,
  order,
  reason: null,
});

/** What is fired for events: client, parent, method and body. */
function firedFor(...events: ExchangeEvent[]): string[][] {
  const fired: string[][] = [];
  const listener = venueWebhooks({
    sink: {
      fireFromVenue: (client, parent, method, fields) => {
        fired.push([client, parent, method, encodeForm(typeof fields === 'function' ? fields() : fields)]);
      },
    },
    parentOf: (clientId) => `parent of ${clientId}`,
  });
  for (const event of events) listener(event);
  return fired;
}

describe('updateOrder', () => {
  it('goes to the client of the order, with the fields of spec/4 13.9', () => {
    expect(firedFor(orderEvent('filled'))).toEqual([
      [
        'C1',
        'parent of C1',
        'updateOrder',
        'orderId=1001&securityId=549119&memberId=M1&accountId=A1000001&action=Bid&orderStatus=Partially+Executed' +
          '&number_shares=300.000000&shares_remaining=100.000000&price_per_share=10.250000&token=mine' +
          '&updatedDate=2026-03-02+14%3A30%3A05',
      ],
    ]);
  });

  it('omits what the order has not, and shows RFQ for the price of one', () => {
    const order: OrderView = { ...ORDER, type: 'RFQ', side: 'sell', accountId: null, token: null, status: 'Cancelled' };
    const [fired] = firedFor(orderEvent('cancelled', order));
    expect(fired?.[3]).toBe(
      'orderId=1001&securityId=549119&memberId=M1&action=Offer&orderStatus=Cancelled&number_shares=300.000000' +
        '&shares_remaining=100.000000&price_per_share=RFQ&updatedDate=2026-03-02+14%3A30%3A05',
    );
  });

  it('follows every change but the entry', () => {
    const changes: OrderChange[] = [
      'entered',
      'approved',
      'refused',
      'filled',
      'replaced',
      'cancelled',
      'expired',
      'immediate remainder cancelled',
      'security ended',
    ];
    expect(changes.map((change) => firedFor(orderEvent(change)).length)).toEqual([0, 1, 1, 1, 1, 1, 1, 1, 1]);
  });

  it.each([
    [1, '0.000001'],
    [999_999, '0.999999'],
    [1_000_000, '1.000000'],
    [1_000_000_000_000_001, '1000000000.000001'],
    [9_007_199_254_740_991, '9007199254.740991'],
  ])('writes %d millionths as %s', (price, text) => {
    const [fired] = firedFor(orderEvent('filled', { ...ORDER, price }));
    expect(new URLSearchParams(fired?.[3]).get('price_per_share')).toBe(text);
  });
});

describe('matchedTradenotify', () => {
  const match = (changes: Partial<MatchView> = {}): ExchangeEvent => ({
    type: 'match',
    seq: 2,
    time: TIME,
    match: { ...MATCH, ...changes },
  });

  it('goes to the clients of both orders, with the same fields', () => {
    const body =
      'matchId=77&securityId=549119&executionTime=2026-03-02+14%3A30%3A05&numberOfShares=200.000000&Price=10.000001' +
      '&askOrderId=1000&bidOrderId=1001';
    expect(firedFor(match())).toEqual([
      ['C1', 'parent of C1', 'matchedTradenotify', body],
      ['C2', 'parent of C2', 'matchedTradenotify', body],
    ]);
  });

  it('goes once when both orders are of one client', () => {
    expect(firedFor(match({ sellClientId: 'C1' })).map(([client]) => client)).toEqual(['C1']);
  });
});

it('events of the market, of securities and of the top of the book send nothing', () => {
  const top = { securityId: 1, seq: 1, time: TIME, bid: null, offer: null };
  const market = { type: 'market', seq: 1, time: TIME, securityId: 1, market: 'open', reason: null } as const;
  expect(firedFor({ type: 'top', seq: 1, time: TIME, top }, market)).toEqual([]);
});
