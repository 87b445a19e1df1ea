import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { clientFrame } from '../support/stream-connection.ts';
import { bearer, type Cast, type Credentials } from './cast.ts';
import { Occurrences } from './occurrences.ts';

const MASK = Buffer.from([7, 11, 13, 17]);

/** A connection to the stream that looks at nothing but what is awaited: many of them cost this side little. */
export class RawStream {
  readonly #socket: Socket;
  #awaited: { readonly occurrences: Occurrences; readonly count: number; readonly resolve: () => void } | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (piece: Buffer) => this.#take(piece));
    socket.on('error', () => {});
  }

  static async open({ port }: Pick<Cast, 'port'>, credentials: Credentials): Promise<RawStream> {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    await once(socket, 'connect');
    const stream = new RawStream(socket);
    const upgraded = stream.comes('HTTP/1.1 101', 1);
    socket.write(
      [
        'GET /v3/stream HTTP/1.1',
        'Host: 127.0.0.1',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        `Authorization: ${bearer(credentials)}`,
        '\r\n',
      ].join('\r\n'),
    );
    await upgraded;
    return stream;
  }

  /** That many connections of a client, each subscribed; closed at the end of the cast. */
  static async subscribed(
    cast: Pick<Cast, 'port' | 'atEnd'>,
    credentials: Credentials,
    count: number,
    subscription: object,
  ): Promise<RawStream[]> {
    const open = async () => {
      const stream = await RawStream.open(cast, credentials);
      const subscribed = stream.comes('"type":"subscribed"', 1);
      stream.send({ op: 'subscribe', id: 1, ...subscription });
      await subscribed;
      return stream;
    };
    const streams = await Promise.all(Array.from({ length: count }, open));
    cast.atEnd(() => {
      for (const stream of streams) stream.close();
    });
    return streams;
  }

  send(message: object): void {
    this.#socket.write(clientFrame(JSON.stringify(message), MASK), 'latin1');
  }

  /** Resolves when a text came that many times from now on; one at a time. */
  comes(text: string, count: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#awaited = { occurrences: new Occurrences(text), count, resolve };
      this.#socket.once('close', () => reject(new Error(`the server closed a stream before: ${text}`)));
    });
  }

  close(): void {
    this.#socket.removeAllListeners('close');
    this.#socket.destroy();
  }

  #take(piece: Buffer): void {
    if (this.#awaited === null) return;
    const { occurrences, count, resolve } = this.#awaited;
    occurrences.take(piece.toString('latin1'));
    if (occurrences.count < count) return;
    this.#awaited = null;
    this.#socket.removeAllListeners('close');
    resolve();
  }
}
