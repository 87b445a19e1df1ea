import { connect, type Socket } from 'node:net';

const HEADERS_END = '\r\n\r\n';
const RECEIVE_BYTES = 16 * 1024;

/** Takes the answer to the request that was sent last. */
export type OnAnswer = (connection: Connection, status: number, body: string) => void;

/**
 * One keep-alive connection with one request in flight: sends prepared bytes and reads the answer by its Content-Length.
 * Nothing else of HTTP is needed here, and whatever the load generator leaves out is left to the server it measures.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #onAnswer: OnAnswer;
  #received = '';
  /** When the request in flight was sent, in milliseconds of the monotonic clock. */
  sentAt = 0;

  constructor(port: number, onAnswer: OnAnswer, onEnd: (reason: string) => void) {
    this.#onAnswer = onAnswer;
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
    this.#socket.on('error', (error) => onEnd(error.message));
    this.#socket.on('close', () => onEnd('the server closed a connection'));
  }

  send(request: Buffer): void {
    this.sentAt = performance.now();
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
    const start = headersEnd + HEADERS_END.length;
    const end = start + contentLengthOf(received, headersEnd);
    if (received.length < end) return;
    if (received.length > end) throw new Error('the server sent more than one answer to one request');
    this.#received = '';
    this.#onAnswer(this, Number(received.slice(9, 12)), received.slice(start));
  }
}

function contentLengthOf(answer: string, headersEnd: number): number {
  const at = /\r\ncontent-length: *(\d+)/i.exec(answer);
  if (at === null || at.index > headersEnd) throw new Error('an answer has no Content-Length');
  return Number(at[1]);
}
