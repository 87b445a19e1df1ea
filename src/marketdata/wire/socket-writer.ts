import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { Batch } from './batch.ts';
import type { Flushable, Flusher } from './flusher.ts';
import type { Frame, Wire } from './frame.ts';

/** The sending half of one WebSocket. */
export interface SocketWriter {
  /** False when the connection is ending and takes nothing more. */
  write(frame: Frame): boolean;
  /** Hands over what is held back; to be called before the WebSocket sends its close, which nothing may follow. */
  flush(): void;
  /** Sends the last message before the close, also when nothing else may be sent any more. */
  last(frame: Frame): void;
  /** Bytes that the system has not taken yet. */
  readonly unsentBytes: number;
}

/** Held back at most this much, so that a burst of one turn does not look like a slow reader. */
const HELD_BYTES_MAX = 64 * 1024;

/**
 * Writes the shared bytes themselves to the socket, all of a turn at once, where WebSocket.send would build a header
 * and write twice per message and receiver. The WebSocket writes its own frames (close, ping, pong) whole, so both keep
 * to frame boundaries.
 */
export class PlainWriter implements SocketWriter, Flushable {
  readonly #webSocket: WebSocket;
  readonly #socket: Socket;
  readonly #flusher: Flusher;
  readonly #maySend: () => boolean;
  #held = Batch.EMPTY;
  #cut: { bytes: number; readonly isCut: () => void } | undefined = undefined;

  /** @param maySend asked before bytes leave; a connection that would have sent is ended when it is false */
  constructor(webSocket: WebSocket, socket: Socket, flusher: Flusher, maySend: () => boolean = () => true) {
    this.#webSocket = webSocket;
    this.#socket = socket;
    this.#flusher = flusher;
    this.#maySend = maySend;
  }

  get unsentBytes(): number {
    return this.#socket.writableLength + this.#held.length;
  }

  write(frame: Frame): boolean {
    if (this.#webSocket.readyState !== WebSocket.OPEN) return false;
    if (this.#held === Batch.EMPTY) this.#flusher.add(this);
    this.#held = this.#held.with(this.wireOf(frame));
    if (this.#held.length > HELD_BYTES_MAX) this.flush();
    return true;
  }

  protected wireOf(frame: Frame): Wire {
    return frame;
  }

  last(frame: Frame): void {
    if (!this.#maySend()) this.#held = Batch.EMPTY;
    this.write(frame);
    this.#handOver();
  }

  flush(): void {
    if (this.#held === Batch.EMPTY) return;
    if (this.#maySend()) {
      this.#handOver();
      return;
    }
    // By its cursor the client gets what it missed; a message left out in the middle would be lost.
    this.#held = Batch.EMPTY;
    this.#webSocket.terminate();
  }

  #handOver(): void {
    if (this.#held === Batch.EMPTY) return;
    const batch = this.#held;
    this.#held = Batch.EMPTY;
    // Nothing may follow a close frame, which may have gone out as an answer to the peer's.
    if (this.#webSocket.readyState !== WebSocket.OPEN) return;
    if (this.#cut === undefined) {
      this.#socket.write(this.#socket.writableLength === 0 ? batch.bytes : batch.unpooledBytes);
    } else this.#writeUntilCut(batch.unpooledBytes, this.#cut);
  }

  /** Cuts the connection once as many bytes more were sent, and calls back then. */
  cutAfter(bytes: number, isCut: () => void): void {
    // What is held back was sent before.
    this.flush();
    this.#cut ??= { bytes, isCut };
  }

  #writeUntilCut(bytes: Buffer, cut: { bytes: number; readonly isCut: () => void }): void {
    const sent = bytes.subarray(0, cut.bytes);
    cut.bytes -= sent.length;
    if (cut.bytes > 0) {
      this.#socket.write(sent);
      return;
    }
    cut.isCut();
    this.#socket.write(sent, () => this.#webSocket.terminate());
  }
}

/**
 * For connections with permessage-deflate: long messages go compressed, each by itself, so that its bytes are shared
 * too, and no connection has a separate compressor.
 */
export class DeflatingWriter extends PlainWriter {
  protected override wireOf(frame: Frame): Wire {
    return frame.deflated;
  }
}
