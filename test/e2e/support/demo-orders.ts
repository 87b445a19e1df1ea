/** Orders in the demo security of a sandbox. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustCall } from './requests.ts';
import type { ServerProcess } from './server-process.ts';

export interface Demo {
  readonly issuerId: string;
  readonly securityId: string;
}

export function demoOf(server: ServerProcess): Demo {
  return JSON.parse(readFileSync(join(server.dataDir, 'sandbox-demo.json'), 'utf8')) as Demo;
}

export function orderBody({ issuerId, securityId }: Demo, fields: object = {}): object {
  return {
    memberid: '1',
    issuerid: issuerId,
    securityid: securityId,
    type: 'Limit',
    action: 'Buy',
    quantity: 10,
    price: '9',
    expiration: 'GTC',
    disclosePrice: 'Yes',
    solicited: 'Unsolicited',
    ...fields,
  };
}

export async function placeOrder(
  server: ServerProcess,
  demo: Demo,
  headers: Record<string, string> = {},
): Promise<string> {
  const { orderDetails } = await mustCall(server, 'createOrder', orderBody(demo), { headers });
  return (orderDetails as { orderId: string }).orderId;
}
