/** The settings of the stream. Every limit has a unit in its name; 0 is not "off". */
export interface StreamSettings {
  /** The market identifier of the venue (ISO 10383); null: it has none. */
  readonly mic: string | null;
  /** Origins (scheme://host:port) whose browser pages may connect. A request without Origin is not a browser's. */
  readonly allowedOrigins: readonly string[];
  /** Whether a client that asks for permessage-deflate gets long messages compressed (S38). */
  readonly compression: boolean;
  /** Authenticated connections in all. */
  readonly connectionsMax: number;
  readonly connectionsPerClientMax: number;
  /** Connections that came without credentials and have not sent them yet, in addition to connectionsMax. */
  readonly unauthenticatedConnectionsMax: number;
  /** Those of one address. */
  readonly unauthenticatedPerAddressMax: number;
  readonly authenticationTimeoutMs: number;
  /** After authenticating, until the first subscription or call (S34). */
  readonly firstRequestMs: number;
  /** Between two checks of a connection's key, which another process may have revoked. */
  readonly renewalMs: number;
  /** Securities named by one connection; a subscription to "*" is not counted. */
  readonly subscriptionsPerConnectionMax: number;
  /** Subscriptions with a name (S43) that one connection may have. */
  readonly namedSubscriptionsMax: number;
  /** Entries of `after` in one subscribe. */
  readonly resumesPerMessageMax: number;
  /** A larger message ends the connection with 1009. */
  readonly messageBytesMax: number;
  readonly messagesPerSecondMax: number;
  /** Messages that may come at once after a quiet time. */
  readonly messageBurstMax: number;
  /** Messages of any kind, those with calls of methods included, which messagesPerSecondMax leaves out. */
  readonly callFramesPerSecondMax: number;
  readonly heartbeatMs: number;
  readonly pingIntervalMs: number;
  /** Above this the top-of-book updates of a connection are conflated. */
  readonly unsentBytesMax: number;
  /** Over unsentBytesMax for this long: ended with 4408. */
  readonly overLimitMs: number;
  /**
   * How long a peer may take to answer a close, or a connection may take nothing of what goes before it, before it is
   * cut.
   */
  readonly closeGraceMs: number;
}

export const STREAM_DEFAULTS: StreamSettings = Object.freeze({
  mic: null,
  allowedOrigins: Object.freeze([]),
  compression: false,
  connectionsMax: 10_000,
  connectionsPerClientMax: 100,
  unauthenticatedConnectionsMax: 1_000,
  unauthenticatedPerAddressMax: 50,
  authenticationTimeoutMs: 5_000,
  firstRequestMs: 60_000,
  renewalMs: 30_000,
  subscriptionsPerConnectionMax: 10_000,
  namedSubscriptionsMax: 10,
  resumesPerMessageMax: 200,
  messageBytesMax: 64 * 1024,
  messagesPerSecondMax: 50,
  messageBurstMax: 100,
  callFramesPerSecondMax: 5_000,
  heartbeatMs: 1_000,
  pingIntervalMs: 15_000,
  unsentBytesMax: 1024 * 1024,
  overLimitMs: 30_000,
  closeGraceMs: 3_000,
});
