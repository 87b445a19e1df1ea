/** Same key and same body within 24 hours: the stored answer again. */
export interface Idempotency {
  /** The caller's key, 1 to 200 characters. */
  readonly key: string;
  /** A hash of the method and body. */
  readonly bodyHash: string;
  /** Whose key it is; absent: of the client that the command names (orders and blocks). */
  readonly clientId?: string;
}

/** Of a command that is not applied again when it is repeated with the same key. */
export interface Keyed {
  readonly idempotency?: Idempotency;
}
