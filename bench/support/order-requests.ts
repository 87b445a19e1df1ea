import { seededRandom } from './random.ts';

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
/** How far a passive price is from the middle at most, and how far an aggressive one is beyond it. */
const AWAY_MAX = 100;

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
  const random = seededRandom(20260105);
  return Array.from({ length: count }, () => {
    const side = random() < 0.5 ? 'Buy' : 'Sell';
    const aggressive = kind === 'trading' && random() < 0.3;
    const away = aggressive ? -3 : 1 + Math.floor(random() ** 2 * AWAY_MAX);
    const price = MIDDLE + (side === 'Buy' ? -away : away);
    return request(parties, orderFields(parties, side, price, 1 + Math.floor(random() * 500)), encoding);
  });
}

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

function request(parties: OrderParties, fields: ReturnType<typeof orderFields>, encoding: Encoding): string {
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
