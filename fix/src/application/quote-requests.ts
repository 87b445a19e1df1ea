/** RFQ orders of others as QuoteRequest (R): those of an RFQRequest, and each that asks the client by its id. */
import type { OpenAts } from '../client.ts';
import type { OutgoingMessage } from './api.ts';
import type { Securities } from './securities.ts';
import { MSG, SIDE, TAG } from './tags.ts';
import { fieldsOf, groupOf, wholeOf } from './values.ts';

type RfqOrder = Awaited<ReturnType<OpenAts['methods']['getRfqOrders']>>['rfqOrders'][number];

/** Its QuoteReqID is the id of the order. @param rfqReqId of the request that it answers; undefined: of none */
export function quoteRequestOf(
  order: Pick<RfqOrder, 'orderId' | 'securityId' | 'action' | 'shares_remaining'>,
  securities: Securities,
  rfqReqId?: string,
): OutgoingMessage {
  const fields = [
    ...securities.fieldsOf(order.securityId),
    ...fieldsOf([TAG.Side, SIDE[order.action]], [TAG.OrderQty, wholeOf(order.shares_remaining)]),
  ];
  const body = fieldsOf([TAG.QuoteReqID, order.orderId], [TAG.RFQReqID, rfqReqId]);
  return { msgType: MSG.QuoteRequest, body: [...body, ...groupOf(TAG.NoRelatedSym, [fields])] };
}
