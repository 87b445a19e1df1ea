import { bearer, type Cast, type Credentials } from './cast.ts';
import { pipeline } from './pipeline.ts';

/** Fields of an order that need not be as usual. */
export interface OrderTerms {
  readonly action: 'Buy' | 'Sell';
  readonly quantity: number;
  /** Cents. */
  readonly price: number;
  readonly contingencies?: string;
  readonly minimumThreshold?: number;
}

/** The fields of createOrder. */
export function orderFields({ issuerId }: Cast, securityId: string, { price, ...terms }: OrderTerms): object {
  return {
    memberid: '1',
    issuerid: issuerId,
    securityid: securityId,
    type: 'Limit',
    price: (price / 100).toFixed(2),
    expiration: 'GTC',
    disclosePrice: 'Yes',
    solicited: 'Unsolicited',
    ...terms,
  };
}

/** A request with a body, as HTTP/1.1 has it. @param what verb and name, such as POST createOrder */
export function request(credentials: Credentials, what: string, fields: object): string {
  const [method, name] = what.split(' ');
  const body = JSON.stringify(fields);
  return [
    `${method} /v3/${name} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: ${bearer(credentials)}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

/** Sends orders on one connection, pipelined; throws when one of them was refused. */
export async function sendOrders(
  cast: Cast,
  credentials: Credentials,
  securityId: string,
  orders: readonly OrderTerms[],
): Promise<void> {
  const requests = orders.map((terms) =>
    request(credentials, 'POST createOrder', orderFields(cast, securityId, terms)),
  );
  await sendAll(cast, requests);
}

/** Sends requests on one connection, pipelined; throws when one of them was refused. */
export async function sendAll({ port }: Cast, requests: readonly string[]): Promise<void> {
  const good = await pipeline(port, requests);
  if (good < requests.length) throw new Error(`${requests.length - good} of ${requests.length} requests were refused`);
}

/** That many orders of one share at one price. */
export function shares(action: 'Buy' | 'Sell', count: number, price: number): OrderTerms[] {
  return Array.from({ length: count }, () => ({ action, quantity: 1, price }));
}

/** Repeats something in that many concurrent loops, for that long. */
export async function loops(count: number, forMs: number, once: () => Promise<unknown>): Promise<void> {
  const end = performance.now() + forMs;
  const loop = async () => {
    while (performance.now() < end) await once();
  };
  await Promise.all(Array.from({ length: count }, loop));
}
