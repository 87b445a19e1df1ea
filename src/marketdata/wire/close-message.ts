import type { Socket } from 'node:net';

/**
 * Bytes of a socket that the system has taken over since it was opened. Node itself distinguishes a slow connection
 * from a dead one by these two numbers (net.Socket's own time-out): one write of a megabyte counts as unsent until all
 * of it has gone.
 */
export function takenBytes(socket: Socket): number {
  const handle = (socket as { readonly _handle?: { bytesWritten: number; writeQueueSize: number } | null })._handle;
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}

/** Decides when a connection whose close was sent is cut: its reader may be slow, but not still. */
export class CloseMessage {
  readonly #graceMs: number;
  readonly #socket: Socket;
  /** The end of waiting, however steadily the connection takes unsent bytes. */
  #endMs: number;
  #taken: number;
  #progressMs: number;

  /**
   * @param graceMs how long a connection may take nothing, and a peer not answer
   * @param patienceMs how long a connection that takes unsent bytes may go on; at least the grace
   */
  constructor(socket: Socket, graceMs: number, patienceMs: number, nowMs: number) {
    this.#graceMs = graceMs;
    this.#socket = socket;
    this.#endMs = nowMs + Math.max(graceMs, patienceMs);
    this.#taken = takenBytes(socket);
    this.#progressMs = nowMs;
  }

  /** No patience any more: the service stops. */
  hurry(nowMs: number): void {
    this.#endMs = Math.min(this.#endMs, nowMs + this.#graceMs);
  }

  /** Milliseconds until the connection is to be cut if nothing more happens; 0: now. */
  remainingMs(nowMs: number): number {
    const taken = takenBytes(this.#socket);
    if (taken > this.#taken) {
      this.#taken = taken;
      this.#progressMs = nowMs;
    }
    return Math.max(0, Math.min(this.#endMs, this.#progressMs + this.#graceMs) - nowMs);
  }
}
