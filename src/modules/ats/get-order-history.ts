import Type from 'typebox';
import { formatInstant } from '../../calendar/format-time.ts';
import { reasonCodeOrNull } from '../../exchange/reasons.ts';
import { priceText, sharesText } from '../../exchange/units.ts';
import { defineMethod, type Method } from '../../http/method.ts';
import { numericId, optional, required, wholeNumber } from '../../http/parameters/index.ts';
import { textOrNull, textsSchema } from '../shared/answers.ts';
import { yesOrNo } from './formats.ts';
import { orderById } from './order-reading.ts';
import { orderNotFound } from './refusals.ts';
import type { AtsServices, OrderHistoryChange } from './services.ts';
import { upToDate } from './up-to-date.ts';

/** Changes of one page. */
const PAGE_MAX = 500;

const changeSchema = Type.Object({
  eventSeq: Type.Integer({ description: "The venue's sequence number of the change." }),
  ...textsSchema(...['eventTime', 'change', 'orderStatus', 'number_shares', 'shares_remaining', 'price_per_share'])
    .properties,
  reason: textOrNull(),
  reasonCode: textOrNull('Of the list of reasons, where the change is one of it.'),
});

export function getOrderHistory(services: AtsServices): Method {
  const method = defineMethod({
    name: 'getOrderHistory',
    verb: 'POST',
    group: 'ATS',
    summary: 'Reads every change of an order',
    refusals: [404],
    description:
      'An extension. Oldest first: when (RFC 3339, microseconds), why (change: entered, approved, filled, replaced, ' +
      'or how it ended, which reasonCode tells too) and what the order then was. ' +
      'While moreChanges is Yes, the next call reads on with `after`, the eventSeq of the last of this page. Unknown ' +
      'orders and those of other clients: 404; a master key reads those of all clients.',
    parameters: {
      orderid: required(numericId()),
      after: optional(numericId({ description: 'The changes with a higher eventSeq than this.' })),
      limit: optional(
        wholeNumber({ minimum: 1, maximum: PAGE_MAX, description: `Changes of a page; ${PAGE_MAX} when absent.` }),
      ),
    },
    response: Type.Object({
      orderHistory: Type.Array(changeSchema),
      moreChanges: Type.Union([Type.Literal('Yes'), Type.Literal('No')]),
    }),
    handler: async ({ client, values: { orderid, after = 0, limit = PAGE_MAX } }) => {
      const order = await orderById(services, orderid);
      if (order === undefined || !(client.master || order.ticket.clientId === client.clientId)) throw orderNotFound();
      const isRfq = order.ticket.type === 'RFQ';
      const changes = await services.history.changesOf(orderid, limit + 1, after);
      return {
        fields: {
          orderHistory: changes.slice(0, limit).map((change) => changeFields(change, isRfq)),
          moreChanges: yesOrNo(changes.length > limit),
        },
      };
    },
  });
  return upToDate(services, method);
}

function changeFields(change: OrderHistoryChange, isRfq: boolean): object {
  return {
    eventSeq: change.seq,
    eventTime: formatInstant(change.time),
    change: change.change,
    orderStatus: change.status,
    number_shares: sharesText(change.quantity),
    shares_remaining: sharesText(change.remaining),
    price_per_share: isRfq ? 'RFQ' : priceText(change.price),
    reason: change.reason,
    reasonCode: reasonCodeOrNull(change.change),
  };
}
