/** An order that a call names by its id, or by the token that it has alone (H11). */
import { NO_ORDER, type OrderId } from '../../../exchange/api/index.ts';
import { numericId, optional, requiredWhen } from '../../../http/parameters/index.ts';
import { malformed } from '../shared/index.ts';
import * as kinds from './order-parameters.ts';

export const namedOrder = {
  orderid: requiredWhen(numericId<OrderId>({ description: 'Or token.' }), (sent) => sent('token') === undefined),
  token: optional(kinds.token),
};

interface Sent {
  readonly orderid: OrderId | undefined;
  readonly token: string | undefined;
}

/** Which order, for the command. Throws ApiError 106 unless one of the two is sent. */
export function orderNamed({ orderid, token }: Sent): { readonly orderId: OrderId; readonly token?: string } {
  if (orderid !== undefined && token !== undefined) throw malformed('token', 'is sent in place of orderid');
  return token === undefined ? { orderId: orderid! } : { orderId: NO_ORDER, token };
}
