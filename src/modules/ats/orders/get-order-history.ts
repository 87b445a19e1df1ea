import Type from 'typebox';
import { formatInstant } from '../../../calendar/format-time.ts';
import {
  executionFields,
  liquidityOf,
  ORDER_STATUSES,
  type OrderId,
  type OrderType,
  priceText,
  reasonCodeOrNull,
  sharesText,
  shownTerms,
  userShownTo,
} from '../../../exchange/api/index.ts';
import { type Client, defineMethod, inPieces, type Method } from '../../../http/methods/index.ts';
import { numericId, required } from '../../../http/parameters/index.ts';
import { moreSchema, pageAfter, pageOf, textOrNull, textsSchema } from '../../shared/values/index.ts';
import {
  type AtsDeps,
  executionOf,
  type OrderHistoryChange,
  orderById,
  orderChangeWord,
  orderNotFound,
  previousTokenSchema,
  shownTermsSchema,
  upToDate,
} from '../shared/index.ts';

/** Changes of one page. */
const PAGE_MAX = 500;

const changeSchema = executionOf({
  eventSeq: Type.Integer({ description: "The venue's sequence number of the change." }),
  ...textsSchema('eventTime', 'number_shares', 'shares_remaining', 'price_per_share').properties,
  change: orderChangeWord,
  previousToken: previousTokenSchema,
  orderStatus: Type.Enum([...ORDER_STATUSES]),
  ...shownTermsSchema,
  reason: textOrNull(),
  reasonCode: textOrNull('Of the list of reasons, where the change is one of it.'),
  userId: textOrNull('The user who made the change (O14); null where an API key or the venue did.'),
});

export function getOrderHistory(deps: AtsDeps): Method {
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
      const order = await orderById(deps, orderid);
      if (order === undefined || !(client.master || order.ticket.clientId === client.clientId)) throw orderNotFound();
      const { page, more } = pageOf(await deps.history.changesOf(orderid, limit + 1, after), limit);
      const shown = (changes: readonly OrderHistoryChange[]) =>
        changes.map((change) => changeFields(change, order.ticket.type, client));
      return { fields: { orderHistory: await inPieces(page, shown), moreChanges: more } };
    },
  });
  return upToDate(deps, method);
}

function changeFields(change: OrderHistoryChange, type: OrderType, reader: Client) {
  const { previousToken } = change;
  const liquidity = liquidityOf(change.isInitiator, type === 'Block');
  return {
    eventSeq: change.seq,
    eventTime: formatInstant(change.time),
    change: change.change,
    ...(previousToken === undefined ? {} : { previousToken }),
    orderStatus: change.status,
    number_shares: sharesText(change.quantity),
    shares_remaining: sharesText(change.remaining),
    price_per_share: type === 'RFQ' ? 'RFQ' : priceText(change.price),
    ...executionFields(change.change, change, change.fill, liquidity),
    ...shownTerms(change.optional),
    reason: change.reason,
    reasonCode: reasonCodeOrNull(change.change),
    userId: userShownTo(reader, change.user),
  };
}
