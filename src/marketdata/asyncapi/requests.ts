/** Every message that a client may send, field by field (docs/api/stream.md). Fields that are not known are ignored. */
import Type from 'typebox';
import { BATCH_MAX, CALLED_METHODS } from '../requests/index.ts';

const id = Type.Optional(
  Type.Union([Type.String({ maxLength: 128 }), Type.Integer()], { description: 'Comes back with the answer (S12)' }),
);
const securityId = Type.String({ pattern: '^[1-9]\\d{0,14}$' });
const securityIds = Type.Union([Type.Tuple([Type.Literal('*')]), Type.Array(securityId, { minItems: 1 })]);
const after = Type.Optional(
  Type.Record(securityId, Type.Integer({ minimum: 0 }), { description: 'The last seq of each security (S11)' }),
);
const since = Type.Optional(Type.String({ maxLength: 100, description: 'A cursor (S23)' }));
const every = Type.Optional(Type.Literal('every'));
const mode = Type.Optional(Type.Enum(['every', 'conflated'], { description: 'S33' }));
const intervalMs = Type.Optional(
  Type.Integer({ minimum: 50, maximum: 10_000, description: 'Rounded up to the next 50; with mode conflated alone' }),
);
const op = <const O extends string>(name: O) => Type.Literal(name);
const call = { id: Type.Union([Type.String({ maxLength: 128 }), Type.Integer()]), fields: Type.Object({}) };
const method = Type.Object({
  op: Type.Enum([...CALLED_METHODS]),
  ...call,
  idempotencyKey: Type.Optional(Type.String({ description: 'As the header Idempotency-Key' })),
});

export const REQUESTS = {
  auth: Type.Object(
    { op: op('auth'), id, clientID: Type.String({ maxLength: 200 }), developerAPIKey: Type.String({ maxLength: 200 }) },
    { description: 'First, where the upgrade had no credentials (S2)' },
  ),
  subscribeTopOfBook: Type.Object(
    { op: op('subscribe'), channel: Type.Literal('topOfBook'), id, securityIds, after, mode, intervalMs },
    { description: 'S5, S11' },
  ),
  subscribeTrades: Type.Object(
    { op: op('subscribe'), channel: Type.Literal('trades'), id, securityIds, since, mode, intervalMs },
    { description: 'S24, S36' },
  ),
  subscribeDepth: Type.Object(
    {
      op: op('subscribe'),
      channel: Type.Literal('depth'),
      id,
      securityIds,
      after,
      mode,
      intervalMs,
      levels: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 100 }), Type.Literal('all')])),
      checksum: Type.Optional(Type.Boolean()),
    },
    { description: 'S26' },
  ),
  subscribeMarket: Type.Object(
    { op: op('subscribe'), channel: Type.Literal('market'), id, securityIds, since, mode: every },
    { description: 'S29' },
  ),
  subscribeOrders: Type.Object(
    {
      op: op('subscribe'),
      channel: Type.Literal('orders'),
      id,
      since,
      mode: every,
      clients: Type.Optional(Type.Enum(['own', 'all'])),
    },
    { description: 'S31, S32' },
  ),
  unsubscribe: Type.Object(
    {
      op: op('unsubscribe'),
      channel: Type.Enum(['topOfBook', 'trades', 'depth', 'market', 'orders']),
      id,
      securityIds: Type.Optional(securityIds),
    },
    { description: 'Of orders without securityIds (S12)' },
  ),
  list: Type.Object({ op: op('list'), id }, { description: 'S12' }),
  ping: Type.Object({ op: op('ping'), id }, { description: 'S12' }),
  cancelOnDisconnect: Type.Object(
    {
      op: op('cancelOnDisconnect'),
      id,
      enabled: Type.Optional(Type.Boolean()),
      accountId: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()])),
      seconds: Type.Optional(Type.Integer({ minimum: 5, maximum: 60 })),
    },
    { description: 'S20' },
  ),
  call: Type.Object(method.properties, { description: 'A method, by its name (S17)' }),
  batch: Type.Object(
    { op: op('batch'), id, calls: Type.Array(method, { minItems: 1, maxItems: BATCH_MAX }) },
    { description: 'S17' },
  ),
} as const;
