import type { Method } from '../../../http/methods/index.ts';
import { defineList } from '../../shared/list/index.ts';
import { type AtsDeps, upToDate } from '../shared/index.ts';
import { orderResource } from './order-resource.ts';

export function listAtsOrders(deps: AtsDeps): Method {
  const list = defineList(orderResource(deps), {
    name: 'listAtsOrders',
    path: '/v3/ats/orders',
    key: 'ats_orders',
    summary: "Lists the client's own orders, newest first",
    description:
      'Filters, sorts and pages: see the parameters. The POST form takes them in a body. A page after the end is ' +
      '239. Everything that was answered, sent or published before the call is in the list.',
  });
  return upToDate(deps, list);
}
