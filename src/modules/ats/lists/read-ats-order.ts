import type { Method } from '../../../http/methods/index.ts';
import { defineItem } from '../../shared/list/index.ts';
import { type AtsDeps, upToDate } from '../shared/index.ts';
import { orderResource } from './order-resource.ts';

export function readAtsOrder(deps: AtsDeps): Method {
  const item = defineItem(orderResource(deps), {
    name: 'readAtsOrder',
    path: '/v3/ats/orders/:id',
    key: 'ats_order',
    idField: 'orderId',
    summary: 'Reads an order of the client',
    description: 'Unknown orders and those of other clients are 1404.',
  });
  return upToDate(deps, item);
}
