/** Every message that a client may send, field by field (docs/api/stream.md). Unknown fields are refused (S39). */
import Type, { type TProperties } from 'typebox';
import { BATCH_MAX, CALLED_METHODS, CHANNEL_NAMES } from './protocol.ts';

const id = Type.Optional(
  Type.Union([Type.String({ maxLength: 128 }), Type.Integer()], { description: 'Comes back with the answer (S12)' }),
);
const securityId = Type.String({ pattern: '^[1-9]\\d{0,14}$' });
const securityIds = Type.Union([Type.Tuple([Type.Literal('*')]), Type.Array(securityId, { minItems: 1 })]);
const after = Type.Optional(
  Type.Record(securityId, Type.Integer({ minimum: 0 }), { description: 'The last seq of each security (S11)' }),
);
const venue = Type.Optional(
  Type.String({ maxLength: 100, description: 'Of the answer to subscribe that `after` goes back to (S11)' }),
);
const since = Type.Optional(Type.String({ maxLength: 100, description: 'A cursor (S23)' }));
const subscription = Type.Optional(
  Type.String({
    pattern: '^[A-Za-z0-9._-]{1,32}$',
    description: 'Its name, where a channel is followed in several ways (S43)',
  }),
);
const every = Type.Optional(Type.Literal('every'));
const mode = Type.Optional(Type.Enum(['every', 'conflated'], { description: 'S33' }));
const intervalMs = Type.Optional(
  Type.Integer({ minimum: 50, maximum: 10_000, description: 'Rounded up to the next 50; with mode conflated alone' }),
);
/** What both channels of books take (S5, S26). */
const ofBooks = { id, subscription, securityIds, after, venue, mode, intervalMs };
const op = <const O extends string>(name: O) => Type.Literal(name);
const call = { id: Type.Union([Type.String({ maxLength: 128 }), Type.Integer()]), fields: Type.Object({}) };
/** Only declared fields are allowed. */
const exactly = <const P extends TProperties>(properties: P, description?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(description === undefined ? {} : { description }) });
const method = exactly({
  op: Type.Enum([...CALLED_METHODS]),
  ...call,
  idempotencyKey: Type.Optional(Type.String({ description: 'As the header Idempotency-Key' })),
});

export const REQUESTS = {
  auth: exactly(
    { op: op('auth'), id, clientID: Type.String({ maxLength: 200 }), developerAPIKey: Type.String({ maxLength: 200 }) },
    'First, where the upgrade had no credentials (S2)',
  ),
  subscribeTopOfBook: exactly({ op: op('subscribe'), channel: Type.Literal('topOfBook'), ...ofBooks }, 'S5, S11'),
  subscribeTrades: exactly(
    { op: op('subscribe'), channel: Type.Literal('trades'), id, subscription, securityIds, since, mode, intervalMs },
    'S24, S36',
  ),
  subscribeDepth: exactly(
    {
      op: op('subscribe'),
      channel: Type.Literal('depth'),
      ...ofBooks,
      levels: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 100 }), Type.Literal('all')])),
      checksum: Type.Optional(Type.Boolean()),
    },
    'S26',
  ),
  subscribeMarket: exactly(
    { op: op('subscribe'), channel: Type.Literal('market'), id, subscription, securityIds, since, mode: every },
    'S29',
  ),
  subscribeAuction: exactly(
    { op: op('subscribe'), channel: Type.Literal('auction'), id, subscription, securityIds, after, venue, mode: every },
    'S44',
  ),
  subscribeOrders: exactly(
    {
      op: op('subscribe'),
      channel: Type.Literal('orders'),
      id,
      subscription,
      since,
      mode: every,
      clients: Type.Optional(Type.Enum(['own', 'all'])),
    },
    'S31, S32',
  ),
  unsubscribe: exactly(
    {
      op: op('unsubscribe'),
      channel: Type.Enum([...CHANNEL_NAMES]),
      id,
      subscription,
      securityIds: Type.Optional(securityIds),
    },
    'Of orders without securityIds (S12)',
  ),
  list: exactly({ op: op('list'), id }, 'S12'),
  ping: exactly({ op: op('ping'), id }, 'S12'),
  cancelOnDisconnect: exactly(
    {
      op: op('cancelOnDisconnect'),
      id,
      enabled: Type.Optional(Type.Boolean()),
      accountId: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()])),
      seconds: Type.Optional(Type.Integer({ minimum: 5, maximum: 60 })),
    },
    'S20',
  ),
  call: exactly(method.properties, 'A method, by its name (S17)'),
  batch: exactly({ op: op('batch'), id, calls: Type.Array(method, { minItems: 1, maxItems: BATCH_MAX }) }, 'S17'),
} as const;
