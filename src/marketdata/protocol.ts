/** What a client may say on the stream, and the list of what can be wrong with it (docs/stream.md). */

export const CHANNEL = 'topOfBook';
export const MODE = 'every';

/** The methods that can be called on the stream, with their own names as ops. */
export const CALLED_METHODS = ['createOrder', 'replaceOrder', 'cancelOrder', 'cancelOrders'] as const;
/** Calls of one batch. */
export const BATCH_MAX = 100;

/** Why the service ends a connection. 1009 (message too big) is sent by the WebSocket layer itself. */
export const CLOSE = {
  goingAway: 1001,
  internal: 1011,
  notAuthenticated: 4401,
  notAuthorised: 4403,
  tooSlow: 4408,
  tooMany: 4429,
} as const;

/** The one list of error codes; each stands in docs/stream.md. */
export const STREAM_ERRORS = {
  'malformed-json': 'The message is not one JSON object in a text frame',
  'malformed-request': 'A field is missing or malformed',
  'unknown-op': 'There is no such op',
  'unknown-channel': 'There is no such channel',
  'unknown-security': 'There is no such security',
  'all-subscribed': 'Single securities cannot be left while "*" is subscribed',
  'too-many-subscriptions': 'The connection would have too many subscriptions',
  'too-many-messages': 'The connection sends too many messages',
  'future-sequence': 'after is ahead of what the venue has published',
  'stream-full': 'The stream has as many connections as it takes',
  'too-many-connections': 'The client has too many connections',
  'not-authenticated': 'The first message must be auth',
  'authentication-failed': 'The client id or developer key is not valid',
  'too-many-failures': 'Too many wrong credentials came from this address or for this client',
  'authentication-timeout': 'No valid auth came in time',
  'already-authenticated': 'The connection is authenticated',
  'not-authorised': 'The key is not authorised for market data',
  stopping: 'The venue stops and takes no more calls',
  'venue-unavailable': 'The venue does not take it now',
  'internal-error': 'Internal error',
} as const satisfies Record<string, string>;

export type StreamErrorCode = keyof typeof STREAM_ERRORS;
/** Chosen by the client, sent back with the answer. */
export type RequestId = string | number | undefined;

/** A request that is answered with an error message. */
export class StreamError extends Error {
  override readonly name = 'StreamError';
  readonly code: StreamErrorCode;
  /** The id of the request, as far as it could be read. */
  readonly id: RequestId;

  constructor(code: StreamErrorCode, detail?: string, id?: RequestId) {
    super(detail === undefined ? STREAM_ERRORS[code] : `${STREAM_ERRORS[code]}: ${detail}`);
    this.code = code;
    this.id = id;
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** "*" or ids without duplicates. */
export type SecurityChoice = '*' | readonly number[];

export interface SubscribeRequest {
  readonly op: 'subscribe';
  readonly id: RequestId;
  readonly securities: SecurityChoice;
  /** securityId -> the last seq that the client has. */
  readonly after: ReadonlyMap<number, number>;
}
export interface UnsubscribeRequest {
  readonly op: 'unsubscribe';
  readonly id: RequestId;
  readonly securities: SecurityChoice;
}
export interface AuthRequest {
  readonly op: 'auth';
  readonly id: RequestId;
  readonly clientId: string;
  readonly developerApiKey: string;
}
export interface PlainRequest {
  readonly op: 'list' | 'ping';
  readonly id: RequestId;
}
/** One call of a method. */
export interface MethodCall {
  readonly op: (typeof CALLED_METHODS)[number];
  readonly id: string | number;
  readonly fields: Fields;
  /** As it was sent; whether it is a good one is the method's business. */
  readonly idempotencyKey: unknown;
}
export interface CallRequest {
  readonly op: 'call';
  readonly id: RequestId;
  readonly calls: readonly MethodCall[];
}
/** Whether orders are cancelled when this connection is lost (V57). */
export interface WatchRequest {
  readonly op: 'cancelOnDisconnect';
  readonly id: RequestId;
  readonly enabled: boolean;
  /** null: all orders of the client. */
  readonly accountId: string | null;
  /** How long the peer may be silent. */
  readonly seconds: number;
}
export type Request = SubscribeRequest | UnsubscribeRequest | AuthRequest | PlainRequest | CallRequest | WatchRequest;

const ID_LENGTH_MAX = 128;
const CREDENTIAL_LENGTH_MAX = 200;
/** Canonical decimal text, below 2^53. */
const SECURITY_ID = /^[1-9]\d{0,14}$/;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseFields(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new StreamError('malformed-json');
  }
  if (!isFields(value)) throw new StreamError('malformed-json');
  return value;
}

/** A text, or a number that comes back as it went; null counts as absent. */
function requestId(fields: Fields): RequestId {
  const { id } = fields;
  if (id === undefined || id === null) return undefined;
  if (typeof id === 'string' && id.length <= ID_LENGTH_MAX) return id;
  if (Number.isSafeInteger(id)) return id as number;
  throw new StreamError(
    'malformed-request',
    `id must be a whole number or a text of at most ${ID_LENGTH_MAX} characters`,
  );
}

function securityId(text: unknown, field: string, id: RequestId): number {
  if (typeof text === 'string' && SECURITY_ID.test(text)) return Number(text);
  throw new StreamError('malformed-request', `${field} must hold security ids as texts`, id);
}

function requireChannel(fields: Fields, id: RequestId): void {
  if (typeof fields.channel !== 'string') throw new StreamError('malformed-request', 'channel', id);
  if (fields.channel !== CHANNEL) throw new StreamError('unknown-channel', undefined, id);
}

function securityChoice(fields: Fields, id: RequestId): SecurityChoice {
  const { securityIds } = fields;
  if (!Array.isArray(securityIds) || securityIds.length === 0) {
    throw new StreamError('malformed-request', 'securityIds must be a list that is not empty', id);
  }
  if (securityIds.length === 1 && securityIds[0] === '*') return '*';
  return [...new Set(securityIds.map((text) => securityId(text, 'securityIds', id)))];
}

function afterOf(fields: Fields, securities: SecurityChoice, id: RequestId): Map<number, number> {
  const { after = {} } = fields;
  if (!isFields(after)) throw new StreamError('malformed-request', 'after must be an object', id);
  const chosen = securities === '*' ? undefined : new Set(securities);
  const result = new Map<number, number>();
  for (const [key, seq] of Object.entries(after)) {
    const security = securityId(key, 'after', id);
    if (chosen?.has(security) === false) throw new StreamError('malformed-request', 'after names other ids', id);
    if (!Number.isSafeInteger(seq) || (seq as number) < 0) {
      throw new StreamError('malformed-request', 'after must hold sequence numbers', id);
    }
    result.set(security, seq as number);
  }
  return result;
}

function subscribeRequest(fields: Fields, id: RequestId): SubscribeRequest {
  requireChannel(fields, id);
  // Another mode silently served as "every" would be a lie to the client.
  if (fields.mode !== undefined && fields.mode !== MODE) throw new StreamError('malformed-request', 'mode', id);
  const securities = securityChoice(fields, id);
  return { op: 'subscribe', id, securities, after: afterOf(fields, securities, id) };
}

function unsubscribeRequest(fields: Fields, id: RequestId): UnsubscribeRequest {
  requireChannel(fields, id);
  return { op: 'unsubscribe', id, securities: securityChoice(fields, id) };
}

const ACCOUNT_LENGTH_MAX = 100;
const WATCH_SECONDS = { least: 5, most: 60, usual: 15 } as const;

function watchRequest(fields: Fields, id: RequestId): WatchRequest {
  const { enabled = true, accountId = null, seconds = WATCH_SECONDS.usual } = fields;
  if (typeof enabled !== 'boolean') throw new StreamError('malformed-request', 'enabled must be true or false', id);
  const isAccount = typeof accountId === 'string' && accountId !== '' && accountId.length <= ACCOUNT_LENGTH_MAX;
  if (accountId !== null && !isAccount) throw new StreamError('malformed-request', 'accountId', id);
  const isWhole = typeof seconds === 'number' && Number.isInteger(seconds);
  if (!isWhole || seconds < WATCH_SECONDS.least || seconds > WATCH_SECONDS.most) {
    const { least, most } = WATCH_SECONDS;
    throw new StreamError('malformed-request', `seconds must be a whole number from ${least} to ${most}`, id);
  }
  return { op: 'cancelOnDisconnect', id, enabled, accountId: accountId as string | null, seconds };
}

function credential(fields: Fields, field: string, id: RequestId): string {
  const value = fields[field];
  if (typeof value === 'string' && value.length > 0 && value.length <= CREDENTIAL_LENGTH_MAX) return value;
  throw new StreamError('malformed-request', field, id);
}

const CALLED: ReadonlySet<unknown> = new Set(CALLED_METHODS);

function methodCall(entry: Fields): MethodCall {
  const id = requestId(entry);
  const { op, fields, idempotencyKey } = entry;
  if (typeof op !== 'string') throw new StreamError('malformed-request', 'op', id);
  if (!CALLED.has(op)) throw new StreamError('unknown-op', op.slice(0, ID_LENGTH_MAX), id);
  if (id === undefined)
    throw new StreamError('malformed-request', 'id: a call needs one, its answer has no other name');
  if (!isFields(fields)) throw new StreamError('malformed-request', 'fields must be an object', id);
  return { op: op as MethodCall['op'], id, fields, idempotencyKey: idempotencyKey ?? undefined };
}

/** Nothing of a batch is done where one of its calls cannot be read. */
function batchRequest({ calls }: Fields, id: RequestId): CallRequest {
  if (!Array.isArray(calls) || calls.length === 0 || calls.length > BATCH_MAX || !calls.every(isFields)) {
    throw new StreamError('malformed-request', `calls must be a list of 1 to ${BATCH_MAX} calls`, id);
  }
  return { op: 'call', id, calls: calls.map(methodCall) };
}

/** Reads one message. Unknown fields are ignored; types are never converted. Throws StreamError. */
export function parseRequest(text: string): Request {
  const fields = parseFields(text);
  const id = requestId(fields);
  switch (fields.op) {
    case 'subscribe':
      return subscribeRequest(fields, id);
    case 'unsubscribe':
      return unsubscribeRequest(fields, id);
    case 'cancelOnDisconnect':
      return watchRequest(fields, id);
    case 'list':
    case 'ping':
      return { op: fields.op, id };
    case 'auth': {
      const clientId = credential(fields, 'clientID', id);
      return { op: 'auth', id, clientId, developerApiKey: credential(fields, 'developerAPIKey', id) };
    }
    case 'batch':
      return batchRequest(fields, id);
    default:
      if (CALLED.has(fields.op)) return { op: 'call', id, calls: [methodCall(fields)] };
      if (typeof fields.op !== 'string') throw new StreamError('malformed-request', 'op', id);
      throw new StreamError('unknown-op', undefined, id);
  }
}

/** As parseRequest, but returns what it throws. */
export function readRequest(text: string): Request | StreamError {
  try {
    return parseRequest(text);
  } catch (error) {
    if (error instanceof StreamError) return error;
    throw error;
  }
}
