import Type from 'typebox';
import { formatInstant } from '../../../calendar/format-time.ts';
import {
  executionFields,
  ORDER_STATUSES,
  type OrderId,
  priceText,
  reasonCodeOrNull,
  sharesText,
  userShownTo,
} from '../../../exchange/api/index.ts';
import { type Client, defineMethod, inPieces, type Method } from '../../../http/methods/index.ts';
import { numericId, required } from '../../../http/parameters/index.ts';
import { moreSchema, pageAfter, pageOf, textOrNull, textsSchema } from '../../shared/values/index.ts';
import {
  type AtsServices,
  executionOf,
  type OrderHistoryChange,
  orderById,
  orderChangeWord,
  orderNotFound,
  upToDate,
} from '../shared/index.ts';

/** Changes of one page. */
const PAGE_MAX = 500;

const changeSchema = executionOf({
  eventSeq: Type.Integer({ description: "The venue's sequence number of the change." }),
  ...textsSchema('eventTime', 'number_shares', 'shares_remaining', 'price_per_share').properties,
  change: orderChangeWord,
  orderStatus: Type.Enum([...ORDER_STATUSES]),
  reason: textOrNull(),
  reasonCode: textOrNull('Of the list of reasons, where the change is one of it.'),
  userId: textOrNull('The user who made the change (O14); null where an API key or the venue did.'),
});

export function getOrderHistory(services: AtsServices): Method {
  const method = defineMethod({
    name: 'getOrderHistory',
    summary: 'Reads every change of an order',
    refusals: [404],
    description:
      'An extension. Oldest first: when (RFC 3339, microseconds), why (entered, approved, filled, replaced, or how ' +
      'it ended, as reasonCode) and what the order then was. A master key reads the orders of all clients.',
    parameters: {
      orderid: required(numericId<OrderId>()),
      ...pageAfter('Changes', 'eventSeq', PAGE_MAX),
    },
    response: Type.Object({
      orderHistory: Type.Array(changeSchema),
      moreChanges: moreSchema,
    }),
    handler: async ({ client, values: { orderid, after = 0, limit = PAGE_MAX } }) => {
      const order = await orderById(services, orderid);
      if (order === undefined || !(client.master || order.ticket.clientId === client.clientId)) throw orderNotFound();
      const isRfq = order.ticket.type === 'RFQ';
      const { page, more } = pageOf(await services.history.changesOf(orderid, limit + 1, after), limit);
      const shown = (changes: readonly OrderHistoryChange[]) =>
        changes.map((change) => changeFields(change, isRfq, client));
      return { fields: { orderHistory: await inPieces(page, shown), moreChanges: more } };
    },
  });
  return upToDate(services, method);
}

function changeFields(change: OrderHistoryChange, isRfq: boolean, reader: Client) {
  return {
    eventSeq: change.seq,
    eventTime: formatInstant(change.time),
    change: change.change,
    orderStatus: change.status,
    number_shares: sharesText(change.quantity),
    shares_remaining: sharesText(change.remaining),
    price_per_share: isRfq ? 'RFQ' : priceText(change.price),
    ...executionFields(change.change, change, change.fill),
    reason: change.reason,
    reasonCode: reasonCodeOrNull(change.change),
    userId: userShownTo(reader, change.user),
  };
}
