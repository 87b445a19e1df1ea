import type { MatchEvent, OrderEvent } from '../../src/exchange/api/events.ts';
import type { MatchView, OrderChange, OrderTicket, OrderView } from '../../src/exchange/api/orders.ts';
import type { Amount, MatchId, OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import type { Plain } from '../support/plain.ts';

export const TIME = 1_700_000_000_000_000;

export const anOrder: OrderView = {
  orderId: 1 as OrderId,
  ticket: {
    clientId: 'C1',
    securityId: 5001 as SecurityId,
    memberId: '77',
    accountId: 'A10000001',
    type: 'Limit',
    side: 'buy',
    token: 'morning-1',
    disclosed: true,
    solicited: false,
    expiration: 'Other',
    expirationDate: '2027-01-31',
    ip: '192.0.2.7',
  },
  issuerId: 1001,
  inSession: true,
  createdAt: TIME,
  price: 10_250_000,
  quantity: 300,
  remaining: 300,
  executed: 0,
  contingency: 'Minimum Quantity',
  minimum: 100,
  status: 'Live',
  updatedAt: TIME,
  reason: null,
  ended: null,
  selfTrade: 'None',
  held: null,
};

const aMatch: MatchView = {
  matchId: 9 as MatchId,
  securityId: 5001 as SecurityId,
  time: TIME + 5,
  price: 10_250_000,
  quantity: 200,
  buyOrderId: 1 as OrderId,
  sellOrderId: 2 as OrderId,
  buyClientId: 'C1',
  sellClientId: 'C2',
  initiatorOrderId: 2 as OrderId,
};

/** What a test says of an order. */
type OrderFields = Partial<Plain<Omit<OrderView, 'ticket'> & OrderTicket>>;

/** An order as it is right after the event with this sequence number. */
export function orderAt(seq: number, fields: OrderFields = {}): OrderView {
  const order: Record<string, unknown> = { ...anOrder, createdAt: TIME + seq, updatedAt: TIME + seq };
  const ticket: Record<string, unknown> = { ...anOrder.ticket };
  for (const [name, value] of Object.entries(fields)) (name in ticket ? ticket : order)[name] = value;
  return { ...order, ticket } as unknown as OrderView;
}

export function entered(seq: number, order: OrderFields = {}): OrderEvent {
  const quantity = order.quantity ?? anOrder.quantity;
  const whole = orderAt(seq, { ...order, quantity, remaining: quantity });
  return { type: 'order', seq, time: TIME + seq, change: 'entered', reason: null, order: whole };
}

export function updated(
  seq: number,
  change: OrderChange,
  order: OrderFields,
  reason: string | null = null,
): OrderEvent {
  return { type: 'order', seq, time: TIME + seq, change, reason, order: orderAt(seq, order) };
}

/** A match at seq and the two fills that follow it. */
export function traded(
  seq: number,
  match: Partial<Plain<MatchView>>,
  remaining: { readonly initiator: number; readonly contra: number } = { initiator: 0, contra: 0 },
  /** Of both orders together with this match; of this match alone by default. */
  executed?: Amount,
): [MatchEvent, OrderEvent, OrderEvent] {
  const time = TIME + seq;
  const whole = { ...aMatch, time, ...match } as MatchView;
  const { buyOrderId, sellOrderId, initiatorOrderId } = whole;
  const fill = (at: number, orderId: OrderId, left: number): OrderEvent => {
    const status = left === 0 ? 'Executed' : 'Partially Executed';
    const { matchId, price, quantity } = whole;
    const order = orderAt(seq, { orderId, remaining: left, executed: executed ?? price * quantity, status });
    const of = { fill: { matchId, price, quantity }, isInitiator: orderId === initiatorOrderId };
    return { type: 'order', seq: at, time, change: 'filled', reason: null, order, ...of };
  };
  const contraId = initiatorOrderId === buyOrderId ? sellOrderId : buyOrderId;
  return [
    { type: 'match', seq, time, match: whole },
    fill(seq + 1, initiatorOrderId, remaining.initiator),
    fill(seq + 2, contraId, remaining.contra),
  ];
}
