import type { Method } from '../../http/methods/index.ts';
import { defineItem } from '../shared/list/index.ts';
import { orderResource } from './order-resource.ts';
import type { AtsServices } from './services.ts';
import { upToDate } from './up-to-date.ts';

export function readAtsOrder(services: AtsServices): Method {
  const item = defineItem(orderResource(services), {
    name: 'readAtsOrder',
    path: '/v3/ats/orders/:id',
    key: 'ats_order',
    idField: 'orderId',
    group: 'ATS',
    summary: 'Reads an order of the client',
    description: 'Unknown orders and those of other clients are 1404.',
  });
  return upToDate(services, item);
}
