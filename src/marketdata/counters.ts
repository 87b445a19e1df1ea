/** What the stream did since it started; only ever grows. */
export interface Counters {
  /** JSON messages handed to connections, heartbeats included. */
  messagesSent: number;
  /** Their bytes before compression, frame headers included. */
  bytesSent: number;
  /** Updates that a slow connection never got because a newer one took their place. */
  updatesConflated: number;
  /** Connections ended with 4408. */
  connectionsTooSlow: number;
}

export function newCounters(): Counters {
  return { messagesSent: 0, bytesSent: 0, updatesConflated: 0, connectionsTooSlow: 0 };
}
