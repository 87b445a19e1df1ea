import { formatInstant } from '../../../calendar/format-time.ts';
import {
  executionFields,
  priceText,
  reasonCodeOf,
  reasonCodeOrNull,
  recipientsOf,
  sharesText,
  shownTerms,
  termsFrom,
} from '../../../exchange/api/index.ts';
import { blockFieldOf, sideText } from '../shared/index.ts';
import type { OrderChangeOf, ReadEvent } from './event-reading.ts';
import type { EventFields } from './event-schema.ts';

/**
 * As GET /v3/events and the stream show it.
 *
 * @param named whether each names its client
 */
export function eventFields(event: ReadEvent, named: boolean): EventFields {
  const happened = { eventSeq: event.seq, eventTime: formatInstant(event.time) };
  switch (event.type) {
    case 'order':
      return { ...happened, eventType: 'order', order: orderFields(event.order, named) };
    case 'match':
      return { ...happened, eventType: 'match', match: matchFields(event.match) };
    case 'market':
      return { ...happened, eventType: 'market', market: marketFields(event.market) };
    case 'notice': {
      const { kind, client_id, fields } = event.notice;
      const whose = named && recipientsOf(client_id) !== null ? { clientId: client_id } : {};
      return { ...happened, eventType: kind, [kind]: { ...JSON.parse(fields), ...whose } } as EventFields;
    }
  }
}

function orderFields({ entry, change, fill, previousToken, ...order }: OrderChangeOf, named: boolean) {
  return {
    orderId: String(entry.order_id),
    securityId: String(entry.security_id),
    memberId: entry.member_id,
    accountId: entry.account_id,
    token: entry.token,
    ...(typeof previousToken === 'string' ? { previousToken } : {}),
    action: sideText(entry.side),
    type: entry.type,
    change,
    orderStatus: order.status,
    number_shares: sharesText(order.quantity),
    shares_remaining: sharesText(order.remaining),
    price_per_share: entry.type === 'RFQ' ? 'RFQ' : priceText(order.price),
    ...executionFields(change, order, fill),
    reason: order.reason,
    reasonCode: reasonCodeOrNull(change),
    ...shownTerms(termsFrom(entry.optional)),
    ...(named ? { clientId: entry.client_id } : {}),
  };
}

function matchFields(match: Extract<ReadEvent, { type: 'match' }>['match']) {
  return {
    matchId: String(match.match_id),
    securityId: String(match.security_id),
    price: priceText(match.price),
    quantity: sharesText(match.quantity),
    askOrderId: String(match.sell_order_id),
    bidOrderId: String(match.buy_order_id),
    ...blockFieldOf(match.block === 1),
  };
}

function marketFields({ security_id, market, reason, cause }: Extract<ReadEvent, { type: 'market' }>['market']) {
  return {
    securityId: String(security_id),
    market,
    reason,
    reasonCode: cause === null ? null : reasonCodeOf(cause),
  };
}
