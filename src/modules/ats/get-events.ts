import Type from 'typebox';
import { formatInstant } from '../../calendar/format-time.ts';
import { reasonCodeOf, reasonCodeOrNull } from '../../exchange/reasons.ts';
import { priceText, sharesText } from '../../exchange/units.ts';
import type { Client } from '../../http/client.ts';
import { type Answer, defineMethod, type Method } from '../../http/method.ts';
import { optional, text, type ValuesOf, wholeNumber } from '../../http/parameters/index.ts';
import { scopesGranting } from '../../http/scopes.ts';
import { ApiError } from '../../http/status-codes.ts';
import { textOrNull, textsSchema } from '../shared/answers.ts';
import { moreSchema } from '../shared/pages.ts';
import { cursorAt, seqOf } from './event-cursor.ts';
import { type EventRange, eventsOf, type OrderChangeOf, type ReadEvent } from './event-reading.ts';
import { blockFieldOf, blockMark, sideText, yesOrNo } from './formats.ts';
import type { AtsServices } from './services.ts';

const PAGE_DEFAULT = 100;
const PAGE_MAX = 1000;
/** Pages up to here take so little that they are read like single records. */
const SHORT_PAGE_MAX = 100;
const WAIT_SECONDS_MAX = 30;
/** Instead of a cursor: where the venue is now. */
const LATEST = 'latest';
const SCOPES = ['ats_order.read.pii_medium', 'ats_trade.read.pii_medium'] as const;

const parameters = {
  after: optional(
    text({
      maxLength: 100,
      description: `The cursor of an earlier answer; \`${LATEST}\`: where the venue is now; absent: from the start.`,
    }),
  ),
  limit: optional(
    wholeNumber({
      minimum: 1,
      maximum: PAGE_MAX,
      description: `Events of a page; ${PAGE_DEFAULT} when absent.`,
    }),
  ),
  wait: optional(
    wholeNumber({
      minimum: 0,
      maximum: WAIT_SECONDS_MAX,
      description: 'Seconds to wait for the first event where there is none; 0 when absent.',
    }),
  ),
};

const orderSchema = Type.Object({
  ...textsSchema(...['orderId', 'securityId', 'memberId', 'action', 'type', 'change', 'orderStatus']).properties,
  ...textsSchema(...['number_shares', 'shares_remaining', 'price_per_share']).properties,
  accountId: textOrNull(),
  token: textOrNull(),
  reason: textOrNull(),
  reasonCode: textOrNull(),
  clientId: Type.Optional(Type.String({ description: 'With a master key only.' })),
});

/** Fields that another method shows in the same way. */
function asIn(description: string) {
  return Type.Optional(Type.Object({}, { additionalProperties: true, description }));
}

const eventSchema = Type.Object({
  eventSeq: Type.Integer({ description: "The venue's sequence number of the event." }),
  eventTime: Type.String({ description: 'RFC 3339, microseconds.' }),
  eventType: Type.String({
    description: 'order, match, quote, block, settlement, bust or market: the field that is there.',
  }),
  order: Type.Optional(orderSchema),
  match: Type.Optional(
    Type.Object({
      ...textsSchema('matchId', 'securityId', 'price', 'quantity', 'askOrderId', 'bidOrderId').properties,
      block: blockMark,
    }),
  ),
  quote: asIn('As in getQuotes: it was made, accepted, declined or cancelled, or has ended.'),
  block: asIn('As in getBlocks: it was reported, or has ended.'),
  settlement: asIn('tradeID, securityId, tradeStatus: as it was reported.'),
  bust: asIn('As in bustTrade.'),
  market: Type.Optional(
    Type.Object({
      ...textsSchema('securityId', 'market').properties,
      reason: textOrNull(),
      reasonCode: textOrNull(),
    }),
  ),
});

/** H7, H8. */
export function getEvents(services: AtsServices): Method {
  return defineMethod({
    name: 'getEvents',
    path: '/v3/events',
    verb: 'GET',
    style: 'resource',
    scope: SCOPES,
    group: 'ATS',
    summary: 'Reads what has happened to the client, in the order of the venue, behind a cursor',
    description:
      "An extension. The client's own orders (every change), matches, quotes, blocks, settlements and busts, and the " +
      'markets of all securities, oldest first; needs both scopes. While moreEvents is Yes the next call reads on ' +
      'at once. What was read behind each cursor in turn is complete: nothing is missing and nothing comes twice, ' +
      'also across restarts. With `wait` a call that would have nothing answers when there is something, or when ' +
      'the time is over. A master key reads the events of all clients.',
    parameters,
    response: Type.Object({
      events: Type.Array(eventSchema),
      cursor: Type.String({ description: 'For the next call.' }),
      moreEvents: moreSchema,
    }),
    refusals: [1422, 429, 503],
    handler: ({ client, values }) => read(services, client, values),
  });
}

async function read(
  { exchange, records, eventWaits }: AtsServices,
  client: Client,
  { after, limit = PAGE_DEFAULT, wait = 0 }: ValuesOf<typeof parameters>,
): Promise<Answer> {
  requireScopes(client);
  let from = after === undefined ? 0 : after === LATEST ? exchange.lastEventSeq() : seqOf(exchange, after);
  if (from instanceof ApiError) throw from;
  const clientId = client.master ? undefined : client.clientId;
  const waiting = wait > 0 ? eventWaits.open(client) : undefined;
  try {
    for (let isLast = waiting === undefined; ; isLast = true) {
      // The history holds all of the events up to this one, so that no cursor is given for more than was read.
      const upTo = exchange.lastEventSeq();
      await records.reached(upTo);
      const range = { clientId, after: from, upTo, limit };
      const found = upTo > from ? await pageOf(records, client, range) : [];
      if (found.length > 0 || isLast) return answerOf(client, found, limit, (seq) => cursorAt(exchange, seq ?? upTo));
      from = upTo;
      await waiting?.over(wait * 1000);
    }
  } finally {
    waiting?.close();
  }
}

function pageOf(
  { db, longReads }: AtsServices['records'],
  { clientId }: Client,
  range: EventRange,
): Promise<readonly ReadEvent[]> {
  if (longReads === undefined || range.limit <= SHORT_PAGE_MAX) return eventsOf(db, range);
  return longReads.run(clientId, (on) => eventsOf(on, range));
}

/** Either lets a call in (C24); events tell of orders and of trades. */
function requireScopes({ scopes }: Client): void {
  for (const scope of SCOPES) {
    if (!scopesGranting(scope).some((granted) => scopes.has(granted))) throw new ApiError(1403);
  }
}

function answerOf(
  client: Client,
  found: readonly ReadEvent[],
  limit: number,
  cursor: (seq: number | undefined) => string,
): Answer {
  const more = found.length > limit;
  const page = more ? found.slice(0, limit) : found;
  return {
    fields: {
      events: page.map((event) => eventFields(event, client)),
      cursor: cursor(more ? page.at(-1)?.seq : undefined),
      moreEvents: yesOrNo(more),
    },
  };
}

function eventFields(event: ReadEvent, { master }: Client): object {
  const happened = { eventSeq: event.seq, eventTime: formatInstant(event.time) };
  switch (event.type) {
    case 'order':
      return { ...happened, eventType: 'order', order: orderFields(event.order, master) };
    case 'match':
      return { ...happened, eventType: 'match', match: matchFields(event.match) };
    case 'market':
      return { ...happened, eventType: 'market', market: marketFields(event.market) };
    case 'notice': {
      const { kind, client_id, fields } = event.notice;
      const whose = master ? { clientId: client_id } : {};
      return { ...happened, eventType: kind, [kind]: { ...(JSON.parse(fields) as object), ...whose } };
    }
  }
}

function orderFields({ entry, change, ...order }: OrderChangeOf, master: boolean): object {
  return {
    orderId: String(entry.order_id),
    securityId: String(entry.security_id),
    memberId: entry.member_id,
    accountId: entry.account_id,
    token: entry.token,
    action: sideText(entry.side),
    type: entry.type,
    change,
    orderStatus: order.status,
    number_shares: sharesText(order.quantity),
    shares_remaining: sharesText(order.remaining),
    price_per_share: entry.type === 'RFQ' ? 'RFQ' : priceText(order.price),
    reason: order.reason,
    reasonCode: reasonCodeOrNull(change),
    ...(master ? { clientId: entry.client_id } : {}),
  };
}

function matchFields(match: Extract<ReadEvent, { type: 'match' }>['match']): object {
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
