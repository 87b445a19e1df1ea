import type { Method } from '../../../http/methods/index.ts';
import { defineItem } from '../../shared/list/index.ts';
import { type AtsServices, upToDate } from '../shared/index.ts';
import { orderResource } from './order-resource.ts';

export function readAtsOrder(services: AtsServices): Method {
  const item = defineItem(orderResource(services), {
    name: 'readAtsOrder',
    path: '/v3/ats/orders/:id',
    key: 'ats_order',
    idField: 'orderId',
    summary: 'Reads an order of the client',
    description: 'Unknown orders and those of other clients are 1404.',
  });
  return upToDate(services, item);
}
