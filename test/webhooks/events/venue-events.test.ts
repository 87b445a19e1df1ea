import { describe, expect, test } from 'vitest';
import type { ExchangeEvent } from '../../../src/exchange/api/events.ts';
import type { MatchView, OrderChange, OrderTicket, OrderView } from '../../../src/exchange/api/orders.ts';
import type { MatchId, OrderId, SecurityId } from '../../../src/exchange/api/units.ts';
import { encodeForm } from '../../../src/webhooks/events/encoding.ts';
import { hasReceivers, webhooksOf } from '../../../src/webhooks/events/venue-events.ts';
import { requireListedWebhook } from '../../support/webhook-check.ts';

const TIME = Date.UTC(2026, 2, 2, 14, 30, 5) * 1000 + 999_999;

const ORDER: OrderView = {
  orderId: 1001 as OrderId,
  ticket: {
    clientId: 'C1',
    securityId: 549119 as SecurityId,
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
  },
  issuerId: 7,
  inSession: true,
  createdAt: TIME - 1,
  price: 10_250_000,
  quantity: 300,
  executed: 2_050_000_000,
  remaining: 100,
  contingency: 'None',
  minimum: 0,
  status: 'Partially Executed',
  updatedAt: TIME,
  reason: null,
  ended: null,
  selfTrade: 'None',
  held: null,
};

const MATCH: MatchView = {
  matchId: 77 as MatchId,
  securityId: 549119 as SecurityId,
  time: TIME,
  price: 10_000_001,
  quantity: 200,
  buyOrderId: 1001 as OrderId,
  sellOrderId: 1000 as OrderId,
  buyClientId: 'C1',
  sellClientId: 'C2',
  initiatorOrderId: 1001 as OrderId,
};

const orderEvent = (change: OrderChange, order: OrderView = ORDER): ExchangeEvent => ({
  type: 'order',
  seq: 1,
  time: TIME,
  change,
  order,
  reason: null,
  ...(change === 'filled' ? { fill: { matchId: 7 as MatchId, price: 10_250_000, quantity: 200 } } : {}),
});

const securityOf = (securityId: number) => (securityId === 549119 ? { ownerClientId: 'owner' } : undefined);

/** The webhooks of events: client, method, whether it is identified, and body. */
function firedFor(...events: ExchangeEvent[]): string[][] {
  return events.flatMap((event) =>
    webhooksOf(event, securityOf).map(({ clientId, method, identified, fields }) => {
      const sent = fields();
      requireListedWebhook(method, sent);
      return [clientId, method, identified ? 'identified' : 'venue', encodeForm(sent)];
    }),
  );
}

test('an event has receivers where one of its clients has registrations', () => {
  const pending = orderEvent('entered', { ...ORDER, status: 'Pending' });
  const reaches = (clientId: string, event: ExchangeEvent) =>
    hasReceivers(event, (one) => one === clientId, securityOf);
  expect([reaches('C1', pending), reaches('owner', pending), reaches('C2', pending)]).toEqual([true, true, false]);
  expect(reaches('owner', orderEvent('filled'))).toBe(false);
  const match: ExchangeEvent = { type: 'match', seq: 2, time: TIME, match: MATCH };
  const { buyClientId, sellClientId } = MATCH;
  expect([buyClientId, sellClientId, 'owner'].map((clientId) => reaches(clientId, match))).toEqual([true, true, false]);
});

const HAPPENED = '&eventSeq=1&eventTime=2026-03-02T14%3A30%3A05.999999Z';

test('names the user of an event to the client of that user alone (O16)', () => {
  const event = { ...orderEvent('entered', { ...ORDER, status: 'Pending' }), user: { userId: 'U1', clientId: 'C1' } };
  const named = webhooksOf(event, securityOf).map(({ clientId, method, userId }) => [clientId, method, userId]);
  expect(named).toEqual([
    ['C1', 'createOrder', 'U1'],
    ['owner', 'orderForApproval', null],
  ]);
});

describe('updateOrder', () => {
  test('goes to the client of the order, with its fields', () => {
    expect(firedFor(orderEvent('filled'))).toEqual([
      [
        'C1',
        'updateOrder',
        'venue',
        'orderId=1001&securityId=549119&memberId=M1&accountId=A1000001&action=Bid&orderStatus=Partially+Executed' +
          '&number_shares=300.000000&shares_remaining=100.000000&price_per_share=10.250000' +
          '&executionType=Fill&matchId=7&fillPrice=10.250000&fillShares=200.000000' +
          '&filledShares=200.000000&filledAmount=2050.000000&averagePrice=10.250000' +
          '&token=mine' +
          `&updatedDate=2026-03-02+14%3A30%3A05${HAPPENED}`,
      ],
    ]);
  });

  test('omits what the order has not, and shows RFQ for the price of one', () => {
    const ticket: OrderTicket = { ...ORDER.ticket, type: 'RFQ', side: 'sell', accountId: null, token: null };
    const order: OrderView = { ...ORDER, ticket, status: 'Cancelled' };
    const [fired] = firedFor(orderEvent('expired', order));
    expect(fired?.[3]).toBe(
      'orderId=1001&securityId=549119&memberId=M1&action=Offer&orderStatus=Cancelled&number_shares=300.000000' +
        '&shares_remaining=100.000000&price_per_share=RFQ&executionType=Expired&filledShares=200.000000' +
        `&filledAmount=2050.000000&averagePrice=10.250000&updatedDate=2026-03-02+14%3A30%3A05${HAPPENED}`,
    );
  });

  test('has the code of the reason of an end, and none of another change', () => {
    const ended = orderEvent('expired', { ...ORDER, status: 'Cancelled', ended: 'expired' });
    expect(firedFor(ended)[0]?.[3]).toContain('&reasonCode=expired&eventSeq=1');
    expect(firedFor(orderEvent('filled'))[0]?.[3]).not.toContain('reasonCode');
  });

  test('has the display quantity that a replacement gave (M19)', () => {
    const ticket = { ...ORDER.ticket, optional: { displayQuantity: 30 } };
    const fired = firedFor(orderEvent('replaced', { ...ORDER, ticket }));
    expect(fired.map(([, method]) => method)).toEqual(['replaceOrder', 'updateOrder']);
    for (const [, , , fields] of fired) expect(fields).toContain('&displayQuantity=30.000000&');
  });

  test('has the token before a replacement that gave another one (H10)', () => {
    const event = { ...orderEvent('replaced'), previousToken: 'before' } as ExchangeEvent;
    const [replaced, update] = firedFor(event).map(([, method, , fields]) => [method, fields]);
    expect(replaced).toEqual(['replaceOrder', expect.stringContaining('&token=mine&lostPriority=No')]);
    expect(update).toEqual(['updateOrder', expect.stringContaining('&token=mine&previousToken=before&updatedDate=')]);
    const first = { ...orderEvent('replaced'), previousToken: null } as ExchangeEvent;
    expect(firedFor(first)[1]?.[3]).not.toContain('previousToken');
  });

  test('says why, where a reason was given', () => {
    const event = { ...orderEvent('refused', { ...ORDER, status: 'Not Approved' }), reason: 'Too many shares' };
    expect(firedFor(event as ExchangeEvent)[0]?.[3]).toContain('&reason=Too+many+shares&eventSeq=1');
  });

  test('follows every change but the entry, after the webhook of the method that made the change', () => {
    const fired = (change: OrderChange) => firedFor(orderEvent(change)).map(([, method, from]) => `${method} ${from}`);
    expect(fired('entered')).toEqual(['createOrder identified']);
    expect(fired('replaced')).toEqual(['replaceOrder identified', 'updateOrder venue']);
    expect(fired('cancelled')).toEqual(['cancelOrder identified', 'updateOrder venue']);
    const ends: OrderChange[] = [
      'expired',
      'mass cancelled',
      'cancel timer ran out',
      'self-trade prevented',
      'kill switch',
      'connection lost',
    ];
    const others: OrderChange[] = ['approved', 'refused', 'filled', 'immediate remainder cancelled', 'security ended'];
    for (const change of [...ends, ...others]) {
      expect(fired(change)).toEqual(['updateOrder venue']);
    }
  });

  test.each([
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

describe('orderForApproval', () => {
  const pending: OrderView = { ...ORDER, status: 'Pending', contingency: 'Minimum Quantity', minimum: 20 };

  test('reaches the owner of the security of an order that waits or changes meanwhile, without what is its own', () => {
    const body =
      'orderId=1001&securityId=549119&memberId=M1&accountId=A1000001&action=Bid&type=Limit&number_shares=300.000000' +
      '&shares_remaining=100.000000&price_per_share=10.250000' +
      '&contingencies=Minimum+Quantity&minimumThreshold=20.000000' +
      `&expiration=GTC&orderStatus=Pending${HAPPENED}`;
    for (const change of ['entered', 'replaced'] as const) {
      const fired = firedFor(orderEvent(change, pending));
      expect(fired.filter(([, method]) => method === 'orderForApproval')).toEqual([
        ['owner', 'orderForApproval', 'venue', body],
      ]);
    }
  });

  test('is not sent for orders that do not wait, nor for a security that is not there', () => {
    const all = [
      orderEvent('entered', { ...ORDER, status: 'Live' }),
      orderEvent('entered', { ...pending, ticket: { ...pending.ticket, securityId: 1 as SecurityId } }),
    ];
    expect(firedFor(...all).map(([, method]) => method)).toEqual(['createOrder', 'createOrder']);
  });
});

describe('matchedTradenotify', () => {
  const match = (changes: Partial<MatchView> = {}): ExchangeEvent => ({
    type: 'match',
    seq: 2,
    time: TIME,
    match: { ...MATCH, ...changes },
  });

  test('goes to the clients of both orders, with the same fields', () => {
    const body =
      'matchId=77&securityId=549119&executionTime=2026-03-02+14%3A30%3A05&numberOfShares=200.000000&Price=10.000001' +
      '&askOrderId=1000&bidOrderId=1001&eventSeq=2&eventTime=2026-03-02T14%3A30%3A05.999999Z';
    expect(firedFor(match())).toEqual([
      ['C1', 'matchedTradenotify', 'venue', body],
      ['C1', 'matchedTradenotify', 'identified', body],
      ['C2', 'matchedTradenotify', 'venue', body],
      ['C2', 'matchedTradenotify', 'identified', body],
    ]);
  });

  test('goes once in each form when both orders are of one client', () => {
    const fired = firedFor(match({ sellClientId: 'C1' }));
    expect(fired.map(([client, , form]) => [client, form])).toEqual([
      ['C1', 'venue'],
      ['C1', 'identified'],
    ]);
  });
});

test('events of the market, of securities and of the top of the book send nothing', () => {
  const top = { securityId: 1 as SecurityId, seq: 1, time: TIME, bid: null, offer: null };
  const cause = 'scheduled';
  const market = {
    type: 'market',
    seq: 1,
    time: TIME,
    securityId: 1 as SecurityId,
    market: 'open',
    reason: null,
    cause,
  } as const;
  expect(firedFor({ type: 'top', seq: 1, time: TIME, top }, market)).toEqual([]);
});
