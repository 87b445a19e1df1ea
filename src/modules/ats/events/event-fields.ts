import { formatInstant } from '../../../calendar/format-time.ts';
import {
  EVERYBODY,
  executionFields,
  type Note,
  priceText,
  reasonCodeOf,
  reasonCodeOrNull,
  sharesText,
  shownTerms,
  termsFrom,
} from '../../../exchange/api/index.ts';
import { auctionFieldOf, blockFieldOf, sideText } from '../shared/index.ts';
import type { OrderChangeOf, ReadEvent } from './event-reading.ts';
import type { EventFields } from './event-schema.ts';

/** To whom an event is shown. */
export interface ShownTo {
  /** Whether it names its clients. */
  readonly named: boolean;
  /** The clients whose events are shown; null: all. */
  readonly readers: ReadonlySet<string> | null;
}

/** As GET /v3/events and the stream show it. */
export function eventFields(event: ReadEvent, shownTo: ShownTo): EventFields {
  const { named } = shownTo;
  const happened = { eventSeq: event.seq, eventTime: formatInstant(event.time) };
  switch (event.type) {
    case 'order':
      return { ...happened, eventType: 'order', order: orderFields(event.order, named) };
    case 'match':
      return { ...happened, eventType: 'match', match: matchFields(event.match) };
    case 'market':
      return { ...happened, eventType: 'market', market: marketFields(event.market) };
    case 'notice': {
      const { kind, to } = event.notice;
      return { ...happened, eventType: kind, [kind]: noticeFields(to, shownTo) } as EventFields;
    }
  }
}

function orderFields({ entry, change, fill, liquidity, previousToken, ...order }: OrderChangeOf, named: boolean) {
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
    ...executionFields(change, order, fill, liquidity),
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
    ...auctionFieldOf(match.auction),
  };
}

/**
 * Fields of the recipients that the reader may know of. Where there are several, each has its client and its own fields
 * in `clients`, and one that is another for the next has the value of the first.
 */
function noticeFields(to: readonly Note[], { named, readers }: ShownTo) {
  const isShown = ({ clientId }: Note) => clientId === EVERYBODY || readers === null || readers.has(clientId);
  const notes = to.filter(isShown).sort((one, other) => (one.clientId < other.clientId ? -1 : 1));
  const fields = Object.assign({}, ...notes.map((note) => note.fields).reverse());
  const [first, second] = notes;
  if (!named || first === undefined || first.clientId === EVERYBODY) return fields;
  if (second === undefined) return { ...fields, clientId: first.clientId };
  const isOwn = (name: string) => notes.some((note) => note.fields[name] !== first.fields[name]);
  const clients = notes.map(({ clientId, fields: own }) => {
    return { clientId, ...Object.fromEntries(Object.entries(own).filter(([name]) => isOwn(name))) };
  });
  return { ...fields, clients };
}

function marketFields({ security_id, market, reason, cause }: Extract<ReadEvent, { type: 'market' }>['market']) {
  return {
    securityId: String(security_id),
    market,
    reason,
    reasonCode: cause === null ? null : reasonCodeOf(cause),
  };
}
