/** Counters of the stream since its start. */
export interface Counters {
  /** JSON messages handed to connections, heartbeats included. */
  messagesSent: number;
  /** Their bytes before compression, frame headers included. */
  bytesSent: number;
  /** Updates that a slow connection never got because a newer one took their place. */
  updatesConflated: number;
  /** Subscriptions that were resumed where they had broken off. */
  resumes: number;
  /** Events, or changes of a top or of depth, that these had missed. */
  resumedEvents: number;
  /** Connections ended with 4408. */
  connectionsTooSlow: number;
}

export function newCounters(): Counters {
  return { messagesSent: 0, bytesSent: 0, updatesConflated: 0, resumes: 0, resumedEvents: 0, connectionsTooSlow: 0 };
}
