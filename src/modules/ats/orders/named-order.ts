/** An order that a call names by its id, or by the token that it has alone (H11). */
import { numericId, optional, requiredWhen } from '../../../http/parameters/index.ts';
import { malformed } from '../shared/index.ts';
import * as kinds from './order-parameters.ts';

export const namedOrder = {
  orderid: requiredWhen(numericId({ description: 'Or token.' }), (sent) => sent('token') === undefined),
  token: optional(kinds.token),
};

interface Sent {
  readonly orderid: number | undefined;
  readonly token: string | undefined;
}

/** Which order, for the command. Throws ApiError 106 unless one of the two is sent. */
export function orderNamed({ orderid, token }: Sent): { readonly orderId: number; readonly token?: string } {
  if (orderid !== undefined && token !== undefined) throw malformed('token', 'is sent in place of orderid');
  return token === undefined ? { orderId: orderid! } : { orderId: 0, token };
}
