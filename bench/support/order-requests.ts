import { seededRandom } from './random.ts';
import { clientFrame } from './stream-connection.ts';

/** Who places the orders and in what. */
export interface OrderParties {
  readonly clientID: string;
  readonly developerAPIKey: string;
  readonly issuerId: string;
  readonly securityId: string;
  readonly accountId: string;
}

/** Cents. */
const MIDDLE = 5000;
/** How far a passive price is from the middle at most, and how far an aggressive one is on the other side. */
const OFFSET_MAX = 100;

/** How the body of a request is written: application/json or application/x-www-form-urlencoded. */
export type Encoding = 'json' | 'form';

/**
 * createOrder requests: both sides, prices around a middle and denser near it. Of trading orders about three in ten
 * cross the middle and trade with what rests there; resting orders never do. The same orders in either encoding.
 */
export function orderRequests(
  parties: OrderParties,
  kind: 'trading' | 'resting',
  count: number,
  encoding: Encoding = 'json',
): string[] {
  return ordersOf(parties, kind, count).map((fields) => request(parties, fields, encoding));
}

/** As orderRequests, as frames of the stream with that many calls each, which a client masked. */
export function orderFrames(
  parties: OrderParties,
  kind: 'trading' | 'resting',
  count: number,
  callsPerFrame: number,
): string[] {
  const random = seededRandom(20260106);
  const calls = ordersOf(parties, kind, count).map((fields, id) => ({ op: 'createOrder', id, fields }));
  return Array.from({ length: Math.floor(count / callsPerFrame) }, (_, frame) => {
    const own = calls.slice(frame * callsPerFrame, (frame + 1) * callsPerFrame);
    const mask = Buffer.from(Array.from({ length: 4 }, () => Math.floor(random() * 256)));
    return clientFrame(JSON.stringify(own.length === 1 ? own[0] : { op: 'batch', calls: own }), mask);
  });
}

function ordersOf(parties: OrderParties, kind: 'trading' | 'resting', count: number): OrderFields[] {
  const random = seededRandom(20260105);
  return Array.from({ length: count }, () => {
    const side = random() < 0.5 ? 'Buy' : 'Sell';
    const aggressive = kind === 'trading' && random() < 0.3;
    const offset = aggressive ? -3 : 1 + Math.floor(random() ** 2 * OFFSET_MAX);
    const price = MIDDLE + (side === 'Buy' ? -offset : offset);
    return orderFields(parties, side, price, 1 + Math.floor(random() * 500));
  });
}

type OrderFields = ReturnType<typeof orderFields>;

function orderFields(parties: OrderParties, action: string, cents: number, quantity: number) {
  return {
    memberid: '1',
    issuerid: parties.issuerId,
    accountid: parties.accountId,
    securityid: parties.securityId,
    type: 'Limit',
    action,
    quantity,
    price: (cents / 100).toFixed(2),
    expiration: 'GTC',
    disclosePrice: 'Yes',
    contingencies: 'None',
    solicited: 'Unsolicited',
  };
}

function request(parties: OrderParties, fields: OrderFields, encoding: Encoding): string {
  const body =
    encoding === 'json'
      ? JSON.stringify(fields)
      : new URLSearchParams({ ...fields, quantity: String(fields.quantity) }).toString();
  return [
    'POST /v3/createOrder HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer ${parties.clientID}:${parties.developerAPIKey}`,
    `Content-Type: application/${encoding === 'json' ? 'json' : 'x-www-form-urlencoded'}`,
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}
