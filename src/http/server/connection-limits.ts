/** How much of what one connection sends is begun, by what is known of it (C96). */
export interface Limits {
  /** A read of at most this length is parsed whole; of a longer one, one request at a time. */
  readonly wholeBytes: number;
  /** Requests that have begun and whose caller has not taken the whole answer. */
  readonly inFlightMax: number;
  /** Requests that begin in one turn of the event loop, in addition to the one that began at once. */
  readonly begunInTurn: number;
}

/** Of a connection on which no good credentials have come yet. */
export const STRANGER: Limits = { wholeBytes: 0, inFlightMax: 8, begunInTurn: 8 };
/** A collection of young objects moves all that requests in flight hold: 256 orders still fill half of a group. */
export const KNOWN: Limits = { wholeBytes: 1024, inFlightMax: 256, begunInTurn: 16 };
