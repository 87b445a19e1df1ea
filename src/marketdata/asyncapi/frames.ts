/** Every message that the stream sends, field by field (docs/api/stream.md). */
import Type from 'typebox';
import { CALLED_METHODS, STREAM_ERRORS } from '../requests/index.ts';
import {
  channelName,
  checksum,
  count,
  cursor,
  day,
  id,
  levels,
  market,
  marketState,
  nextChange,
  of,
  price,
  range,
  reference,
  refusedResume,
  securityId,
  securityIds,
  seq,
  shares,
  strict,
  subscribed,
  subscription,
  time,
  top,
} from './frame-fields.ts';

/** By name; each has a `type`, those of a channel its name too. */
export const FRAMES = {
  authenticated: strict({ type: Type.Literal('authenticated'), id, clientID: Type.String() }, 'Answer to auth (S2)'),
  subscribed: strict(
    {
      type: Type.Literal('subscribed'),
      id,
      ...subscribed,
      securityIds: Type.Optional(securityIds),
      seq: Type.Optional(seq),
      cursor: Type.Optional(cursor),
    },
    'Answer to subscribe, with the parameters that hold (S5, S23, S33)',
  ),
  unsubscribed: strict(
    {
      type: Type.Literal('unsubscribed'),
      id,
      channel: channelName,
      subscription,
      securityIds: Type.Optional(securityIds),
    },
    'Answer to unsubscribe (S12)',
  ),
  subscriptions: strict(
    {
      type: Type.Literal('subscriptions'),
      id,
      subscriptions: Type.Array(
        strict(
          { ...subscribed, everything: Type.Boolean(), securityIds: Type.Optional(securityIds) },
          'With one set of parameters',
        ),
      ),
    },
    'Answer to list (S12)',
  ),
  pong: strict(
    { type: Type.Literal('pong'), id, time, seq, cursor: Type.Optional(cursor) },
    'Answer to ping (S12), with where to go on (S37)',
  ),
  cancelOnDisconnect: strict(
    {
      type: Type.Literal('cancelOnDisconnect'),
      id,
      enabled: Type.Boolean(),
      accountId: Type.Optional(Type.String()),
      seconds: Type.Optional(Type.Integer()),
    },
    'Answer to cancelOnDisconnect (S20)',
  ),
  answer: Type.Object(
    {
      type: Type.Literal('answer'),
      id: Type.Union([Type.String(), Type.Integer()]),
      op: Type.Enum([...CALLED_METHODS]),
      replayed: Type.Optional(Type.Literal(true)),
      ignoredFields: Type.Optional(Type.Array(Type.String(), { description: 'What was sent and had no effect (C89)' })),
      statusCode: Type.String(),
      statusDesc: Type.String(),
    },
    { additionalProperties: true, description: 'Answer to a call, with the fields that HTTP would answer (S17)' },
  ),
  error: strict(
    {
      type: Type.Literal('error'),
      id,
      code: Type.Enum(Object.keys(STREAM_ERRORS) as (keyof typeof STREAM_ERRORS)[]),
      message: Type.String(),
      subscription,
    },
    'A request that could not be done, or why the connection ends (S15)',
  ),
  heartbeat: strict({ type: Type.Literal('heartbeat'), time, seq }, 'After a second of silence (S13)'),
  goodbye: strict(
    { type: Type.Literal('goodbye'), reason: Type.String(), retryAfterMs: Type.Integer({ minimum: 0 }) },
    'Before a planned stop (S35)',
  ),
  topSnapshot: strict({ ...of('snapshot', 'topOfBook'), seq, time, market, ...top, ...refusedResume }, 'S5, S6'),
  topUpdate: strict(
    {
      ...of('update', 'topOfBook'),
      seq,
      prevSeq: seq,
      time,
      ...top,
      between: Type.Optional(strict({ changes: count, bid: range, offer: range }, 'S33')),
    },
    'A change of the visible top (S10)',
  ),
  tradesSnapshot: strict({ ...of('snapshot', 'trades'), seq, cursor, time, day }, 'The day so far (S25)'),
  trade: strict(
    {
      ...of('trade', 'trades'),
      seq,
      prevSeq: seq,
      cursor,
      time,
      tradeId: Type.String(),
      price,
      quantity: shares,
      side: Type.Union([Type.Enum(['Buy', 'Sell']), Type.Null()]),
      block: Type.Optional(Type.Literal(true)),
      day: Type.Optional(day),
    },
    'A match (S24)',
  ),
  bar: strict(
    {
      ...of('bar', 'trades'),
      seq,
      prevSeq: seq,
      cursor,
      time,
      trades: Type.Integer({ minimum: 1 }),
      volume: shares,
      open: price,
      high: price,
      low: price,
      last: price,
      day: Type.Optional(day),
    },
    'The matches of one interval (S36)',
  ),
  bust: strict(
    { ...of('bust', 'trades'), seq, prevSeq: seq, cursor, time, tradeId: Type.String(), price, quantity: shares },
    'A busted match (S24)',
  ),
  adjust: strict(
    {
      ...of('adjust', 'trades'),
      seq,
      prevSeq: seq,
      cursor,
      time,
      tradeId: Type.String(),
      price,
      quantity: shares,
      priceBefore: price,
      quantityBefore: shares,
    },
    'A match whose price or quantity the operator corrected (S24)',
  ),
  day: strict({ ...of('day', 'trades'), seq, cursor, time, day }, 'What holds of the day now (S25)'),
  depthSnapshot: strict(
    {
      ...of('snapshot', 'depth'),
      seq,
      time,
      market,
      ...levels,
      bidRfq: Type.Boolean(),
      offerRfq: Type.Boolean(),
      checksum,
      ...refusedResume,
    },
    'The disclosed levels of a book (S26)',
  ),
  depthUpdate: strict(
    {
      ...of('update', 'depth'),
      seq,
      prevSeq: seq,
      time,
      ...levels,
      bidRfq: Type.Optional(Type.Boolean()),
      offerRfq: Type.Optional(Type.Boolean()),
      checksum,
    },
    'The levels that changed (S27)',
  ),
  venueSnapshot: strict(
    {
      type: Type.Literal('snapshot'),
      channel: Type.Literal('market'),
      subscription,
      securityId: Type.Null(),
      seq,
      cursor,
      time,
      market: Type.Enum(['open', 'closed']),
      nextChange,
      mic: Type.Optional(Type.String({ description: 'The market identifier of the venue (V66).' })),
    },
    'The usual hours of the venue (S29)',
  ),
  marketSnapshot: strict(
    {
      ...of('snapshot', 'market'),
      ...{ seq, cursor, time, ...marketState, nextChange },
      orderApproval: Type.Boolean(),
      reference: Type.Optional(reference),
    },
    'The market of a security (S29)',
  ),
  marketUpdate: strict(
    {
      ...of('update', 'market'),
      seq,
      prevSeq: seq,
      cursor,
      time,
      ...marketState,
      nextChange: Type.Optional(nextChange),
      orderApproval: Type.Optional(Type.Boolean()),
      reference: Type.Optional(reference),
    },
    'A change of a market (S29)',
  ),
  notice: strict(
    {
      type: Type.Literal('notice'),
      channel: Type.Literal('market'),
      subscription,
      securityId: Type.Union([securityId, Type.Null()]),
      seq,
      cursor,
      time,
      noticeId: Type.String(),
      severity: Type.Enum(['info', 'warning', 'urgent']),
      text: Type.String({ maxLength: 1000 }),
    },
    'A notice of the operator to all (S30)',
  ),
  event: strict(
    {
      type: Type.Literal('event'),
      channel: Type.Literal('orders'),
      subscription,
      seq,
      prevSeq: seq,
      cursor,
      clientIds: Type.Optional(Type.Array(Type.String())),
      event: Type.Object(
        { eventSeq: seq, eventTime: time, eventType: Type.String() },
        { additionalProperties: true, description: 'As in GET /v3/events (H7)' },
      ),
    },
    'What happened to the client (S31)',
  ),
} as const;

export type FrameName = keyof typeof FRAMES;

const BY_KIND = new Map(
  (Object.keys(FRAMES) as FrameName[]).map((name) => {
    const { properties } = FRAMES[name] as unknown as { readonly properties: Record<string, { const?: unknown }> };
    return [kindOf(properties.type?.const, properties.channel?.const, name === 'venueSnapshot'), name] as const;
  }),
);

/** The frame of a message; undefined: none fits. */
export function frameNameOf(message: Readonly<Record<string, unknown>>): FrameName | undefined {
  const { type, channel, securityId: security } = message;
  // One of a channel may be of the venue and of a security alike.
  const ofChannel = BY_KIND.get(kindOf(type, channel, security === null)) ?? BY_KIND.get(kindOf(type, channel, false));
  return ofChannel ?? BY_KIND.get(kindOf(type, undefined, false));
}

function kindOf(type: unknown, channel: unknown, isOfVenue: boolean): string {
  return `${type} ${channel ?? ''} ${isOfVenue}`;
}
