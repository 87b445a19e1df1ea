/** Same key and same body within 24 hours: the stored answer again. */
export interface Idempotency {
  /** The caller's key, 1 to 200 characters. */
  readonly key: string;
  /** A hash of the method and body. */
  readonly bodyHash: string;
  /** Whose key it is; absent: of the client that the command names (orders and blocks). */
  readonly clientId?: string;
}

/** The person who made a call, and the client that the person worked for. */
export interface CommandUser {
  readonly userId: string;
  readonly clientId: string;
}

/** Of a command that a call makes. */
export interface Called {
  /** The command is not applied again when it is repeated with the same key. */
  readonly idempotency?: Idempotency;
  /** Absent of a call with an API key. It has no effect on the outcome (O14). */
  readonly user?: CommandUser;
}

/**
 * The user of a change as a reader may know it: that of another client only with a master key, so that no client learns
 * who works for another one or for the operator. Null: none, or not to be known.
 */
export function userShownTo(
  reader: { readonly clientId: string; readonly master?: boolean },
  user: CommandUser | undefined,
): string | null {
  return user !== undefined && (reader.master === true || user.clientId === reader.clientId) ? user.userId : null;
}
