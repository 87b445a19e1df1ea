import type { EventSeq, SecurityId } from '../../exchange/api/index.ts';

/**
 * The words of the stream: requests as they are read, and the list of what can be wrong with them (docs/api/stream.md).
 */

export const CHANNEL_NAMES = ['topOfBook', 'trades', 'depth', 'market', 'auction', 'orders'] as const;
export type ChannelName = (typeof CHANNEL_NAMES)[number];

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

/** The one list of error codes; each stands in docs/api/stream.md. */
export const STREAM_ERRORS = {
  'malformed-json': 'The message is not one JSON object in a text frame',
  'malformed-request': 'A field is missing or malformed',
  'unknown-op': 'There is no such op',
  'unknown-channel': 'There is no such channel',
  'unknown-security': 'There is no such security',
  'unknown-account': 'The client has no such account',
  'all-subscribed': 'Single securities cannot be left while "*" is subscribed',
  'too-many-subscriptions': 'The connection would have too many subscriptions',
  'too-many-messages': 'The connection sends too many messages',
  'future-sequence': 'after is ahead of what the venue has published',
  'malformed-cursor': 'since is no cursor',
  'foreign-cursor': 'since is a cursor of another venue: subscribe without it',
  'future-cursor': 'since is ahead of the venue, which was put back: subscribe without it',
  'cursor-too-old': 'since is too far back: subscribe without it, and read the rest with GET /v3/events',
  'not-permitted': 'The key may not have this',
  'stream-full': 'The stream has as many connections as it takes',
  'too-many-connections': 'The client has too many connections',
  'not-authenticated': 'The first message must be auth',
  'authentication-failed': 'The client id or developer key is not valid',
  'too-many-failures': 'Too many wrong credentials came from this address or for this client',
  'authentication-timeout': 'No valid auth came in time',
  'already-authenticated': 'The connection is authenticated',
  'not-authorised': 'The key is not authorised for market data',
  'nothing-asked': 'Nothing was subscribed to or called in time',
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

export type Fields = Readonly<Record<string, unknown>>;

/** null: every change; else one update in each interval (S33). */
export type Mode = { readonly intervalMs: number } | null;

/** "*" or ids without duplicates. */
export type SecurityChoice = '*' | readonly SecurityId[];

export interface SubscribeRequest {
  readonly op: 'subscribe';
  readonly id: RequestId;
  readonly channel: ChannelName;
  /** The subscription's name (S43); undefined: the unnamed one of the channel. */
  readonly subscription: string | undefined;
  /** "*" for orders too, which has none. */
  readonly securities: SecurityChoice;
  /** securityId -> the last seq that the client has. */
  readonly after: ReadonlyMap<SecurityId, number>;
  /** Which venue they are of, as an earlier answer named it; undefined: the client does not say. */
  readonly venue: string | undefined;
  /** A cursor, as it was sent (S23). */
  readonly since: string | undefined;
  readonly mode: Mode;
  /** Price levels of each side (S26); of depth alone. */
  readonly levels: number | 'all';
  readonly checksum: boolean;
  /** Of orders alone (S32). */
  readonly clients: 'own' | 'all';
}
export interface UnsubscribeRequest {
  readonly op: 'unsubscribe';
  readonly id: RequestId;
  readonly channel: ChannelName;
  readonly subscription: string | undefined;
  readonly securities: SecurityChoice;
}
interface AuthRequest {
  readonly op: 'auth';
  readonly id: RequestId;
  readonly clientId: string;
  readonly developerApiKey: string;
}
interface PlainRequest {
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

/** Where a subscription that is resumed by a cursor begins (S23). */
export interface Beginning {
  readonly seq: EventSeq;
  readonly cursor: string;
}
/** Which venue the numbers of a subscription without cursors are of (S11). */
export interface Numbering {
  readonly venue: string;
}
