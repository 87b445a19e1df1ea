import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { LoadConnection, OnAnswer, OnFailure } from './connection.ts';

const HEADERS_END = '\r\n\r\n';
const GOOD = '"statusCode":"101"';
const RECEIVE_BYTES = 64 * 1024;

/** How the load generator speaks over the stream. */
export interface StreamSettings {
  /** The header Authorization. */
  readonly authorization: string;
  /** Answers to each frame that is sent. */
  readonly answersPerFrame: number;
}

/**
 * One WebSocket with one prepared frame of calls in flight, answered when all its calls are. An answer that is not one
 * with statusCode 101 is a failure.
 */
export class StreamConnection implements LoadConnection {
  readonly #socket: Socket;
  readonly #settings: StreamSettings;
  readonly #opened = Promise.withResolvers<void>();
  #onAnswer: () => void = () => {};
  #onFailure: OnFailure = () => {};
  #received: Buffer = Buffer.alloc(0);
  #isOpen = false;
  #missing = 0;
  countsFrom = 0;

  private constructor(port: number, settings: StreamSettings) {
    this.#settings = settings;
    this.#socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(RECEIVE_BYTES),
        callback: (length, buffer) => {
          this.#take((buffer as Buffer).subarray(0, length));
          return true;
        },
      },
    });
  }

  /** That many connections, once all of them are open. */
  static async open(
    task: { readonly connections: number; readonly port: number; readonly stream: StreamSettings },
    onAnswer: OnAnswer,
    onFailure: OnFailure,
  ): Promise<StreamConnection[]> {
    const { connections: count, port, stream } = task;
    const connections = Array.from({ length: count }, () => new StreamConnection(port, stream));
    await Promise.all(connections.map((connection) => connection.#connected()));
    for (const connection of connections) {
      connection.#onAnswer = () => onAnswer(connection);
      connection.#onFailure = onFailure;
    }
    return connections;
  }

  send(frame: Buffer, countsFrom: number): void {
    this.countsFrom = countsFrom;
    this.#missing = this.#settings.answersPerFrame;
    this.#socket.write(frame);
  }

  close(): void {
    this.#socket.removeAllListeners('close');
    this.#socket.destroy();
  }

  async #connected(): Promise<void> {
    await once(this.#socket, 'connect');
    this.#socket.on('error', (error) => this.#onFailure(error));
    this.#socket.on('close', () => this.#onFailure(new Error('the server closed a connection')));
    this.#socket.write(
      [
        'GET /v3/stream HTTP/1.1',
        'Host: 127.0.0.1',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        `Authorization: ${this.#settings.authorization}`,
        HEADERS_END.slice(2),
      ].join('\r\n'),
    );
    await this.#opened.promise;
  }

  #take(bytes: Buffer): void {
    this.#received = this.#received.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#received, bytes]);
    if (!this.#isOpen && !this.#takeUpgrade()) return;
    for (let frame = frameAt(this.#received); frame !== null; frame = frameAt(this.#received)) {
      const text = this.#received.toString('latin1', frame.start, frame.end);
      this.#received = this.#received.subarray(frame.end);
      this.#takeMessage(text);
    }
  }

  #takeUpgrade(): boolean {
    const end = this.#received.indexOf(HEADERS_END);
    if (end < 0) return false;
    const head = this.#received.toString('latin1', 0, end);
    this.#received = this.#received.subarray(end + HEADERS_END.length);
    if (head.startsWith('HTTP/1.1 101')) this.#opened.resolve();
    else this.#opened.reject(new Error(head));
    this.#isOpen = true;
    return true;
  }

  #takeMessage(text: string): void {
    // A ping has no text; it is not answered, as a connection lives shorter than the server's patience.
    if (text === '' || text.startsWith('{"type":"heartbeat"')) return;
    if (!text.startsWith('{"type":"answer"') || !text.includes(GOOD)) {
      this.#onFailure(new Error(`not a good answer: ${text}`));
      return;
    }
    this.#missing--;
    if (this.#missing === 0) this.#onAnswer();
  }
}

/** Where the text of the first frame is; null: it is not all here. Frames of the server are not masked. */
export function frameAt(bytes: Buffer): { readonly start: number; readonly end: number } | null {
  if (bytes.length < 2) return null;
  const short = bytes.readUInt8(1);
  const start = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < start) return null;
  const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  return bytes.length < start + length ? null : { start, end: start + length };
}

/** A masked text frame as a client sends it, as Latin-1 text. */
export function clientFrame(text: string, mask: Buffer): string {
  const payload = Buffer.from(text);
  for (let at = 0; at < payload.length; at++) payload.writeUInt8(payload.readUInt8(at) ^ mask.readUInt8(at % 4), at);
  const length =
    payload.length < 126
      ? Buffer.from([0x80 | payload.length])
      : Buffer.from([0x80 | 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([Buffer.from([0x81]), length, mask, payload]).toString('latin1');
}
