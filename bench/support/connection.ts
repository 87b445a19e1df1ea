import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const HEADERS_END = '\r\n\r\n';
const RECEIVE_BYTES = 16 * 1024;
/** What every good answer holds; looked for in each (C1). */
const GOOD = '"statusCode":"101"';

/** One connection with one request in flight. */
export interface LoadConnection {
  /** From when the latency of the request in flight counts, in milliseconds of the monotonic clock. */
  readonly countsFrom: number;
  send(request: Buffer, countsFrom: number): void;
  close(): void;
}

/** Takes a connection that has the answer to the request that was sent last. */
export type OnAnswer = (connection: LoadConnection) => void;
export type OnFailure = (error: Error) => void;

/**
 * One keep-alive connection with one request in flight: sends prepared bytes and reads the answer by its
 * Content-Length. Nothing else of HTTP is needed here, and whatever the load generator leaves out is left to the server
 * it measures. An answer that is not HTTP 200 with statusCode 101 is a failure: a figure over refused requests would be
 * worth nothing.
 */
export class Connection implements LoadConnection {
  readonly #socket: Socket;
  readonly #onAnswer: OnAnswer;
  readonly #onFailure: OnFailure;
  #received = '';
  countsFrom = 0;

  private constructor(port: number, onAnswer: OnAnswer, onFailure: OnFailure) {
    this.#onAnswer = onAnswer;
    this.#onFailure = onFailure;
    this.#socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(RECEIVE_BYTES),
        callback: (length, buffer) => {
          this.#take((buffer as Buffer).toString('latin1', 0, length));
          return true;
        },
      },
    });
  }

  /** That many connections, once all of them are open. */
  static async open(count: number, port: number, onAnswer: OnAnswer, onFailure: OnFailure): Promise<Connection[]> {
    const connections = Array.from({ length: count }, () => new Connection(port, onAnswer, onFailure));
    await Promise.all(connections.map((connection) => connection.#connected()));
    return connections;
  }

  async #connected(): Promise<void> {
    await once(this.#socket, 'connect');
    this.#socket.on('error', this.#onFailure);
    this.#socket.on('close', () => this.#onFailure(new Error('the server closed a connection')));
  }

  send(request: Buffer, countsFrom: number): void {
    this.countsFrom = countsFrom;
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.removeAllListeners('close');
    this.#socket.destroy();
  }

  #take(text: string): void {
    this.#received = this.#received === '' ? text : this.#received + text;
    const received = this.#received;
    const headersEnd = received.indexOf(HEADERS_END);
    if (headersEnd < 0) return;
    const end = headersEnd + HEADERS_END.length + contentLengthOf(received, headersEnd);
    if (received.length < end) return;
    this.#received = '';
    if (received.length === end && received.startsWith('200 ', 9) && received.indexOf(GOOD, headersEnd) > 0) {
      this.#onAnswer(this);
    } else this.#onFailure(new Error(`not one good answer to one request: ${received}`));
  }
}

/** Without the header none is taken to follow, which makes no good answer. */
function contentLengthOf(answer: string, headersEnd: number): number {
  const at = /\r\ncontent-length: *(\d+)/i.exec(answer);
  return at === null || at.index > headersEnd ? 0 : Number(at[1]);
}
