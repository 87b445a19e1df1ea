import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { Flushable, Flusher } from './flusher.ts';
import type { Frame } from './frame.ts';

/** The sending half of one WebSocket. */
export interface Line {
  /** False when the connection is ending and takes nothing more. */
  write(frame: Frame): boolean;
  /** Bytes that the system has not taken yet. */
  readonly unsentBytes: number;
}

/** Held back at most this much, so that a burst of one turn does not look like a slow reader. */
const HELD_BYTES_MAX = 64 * 1024;

/**
 * Writes the shared frame itself to the socket, where WebSocket.send would build a header and make two writes per
 * receiver. The WebSocket writes its own frames (close, ping, pong) whole, so both keep to frame boundaries.
 */
export class PlainLine implements Line, Flushable {
  readonly #webSocket: WebSocket;
  readonly #socket: Socket;
  readonly #flusher: Flusher;
  #held = false;

  constructor(webSocket: WebSocket, socket: Socket, flusher: Flusher) {
    this.#webSocket = webSocket;
    this.#socket = socket;
    this.#flusher = flusher;
  }

  get unsentBytes(): number {
    return this.#socket.writableLength;
  }

  write(frame: Frame): boolean {
    // Nothing may follow a close frame.
    if (this.#webSocket.readyState !== WebSocket.OPEN) return false;
    if (!this.#held) {
      this.#held = true;
      this.#socket.cork();
      this.#flusher.add(this);
    }
    this.#socket.write(frame.bytes);
    if (this.#socket.writableLength > HELD_BYTES_MAX) this.flush();
    return true;
  }

  flush(): void {
    if (!this.#held) return;
    this.#held = false;
    this.#socket.uncork();
  }
}

/** For connections with permessage-deflate: the WebSocket compresses the shared payload, in order. */
export class CompressedLine implements Line {
  readonly #webSocket: WebSocket;

  constructor(webSocket: WebSocket) {
    this.#webSocket = webSocket;
  }

  get unsentBytes(): number {
    return this.#webSocket.bufferedAmount;
  }

  write(frame: Frame): boolean {
    if (this.#webSocket.readyState !== WebSocket.OPEN) return false;
    this.#webSocket.send(frame.payload, { binary: false });
    return true;
  }
}
