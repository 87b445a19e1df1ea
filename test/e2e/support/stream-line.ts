import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { checkFrame } from '../../support/frame-check.ts';
import { authorizationOf, type Called } from './requests.ts';
import type { Credentials } from './server-process.ts';

export type StreamMessage = Readonly<Record<string, unknown>>;

/** A connection to the stream whose messages are taken one after the other; heartbeats are left out. */
export class StreamLine {
  readonly #socket: WebSocket;
  readonly #messages: StreamMessage[] = [];
  #watchers: (() => void)[] = [];

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (text: Buffer) => {
      const message = JSON.parse(text.toString()) as StreamMessage;
      checkFrame(message);
      if (message.type !== 'heartbeat') this.#messages.push(message);
      this.#look();
    });
    socket.on('close', () => this.#look());
  }

  /** Opens a line; with credentials they go into the header, without, an auth message has to follow. */
  static async open(server: Pick<Called, 'addresses'>, credentials: Credentials | null): Promise<StreamLine> {
    const headers = credentials === null ? {} : { authorization: authorizationOf(credentials) };
    const socket = new WebSocket(`${server.addresses.api.replace(/^http/, 'ws')}/v3/stream`, { headers });
    onTestFinished(() => socket.terminate());
    const line = new StreamLine(socket);
    await once(socket, 'open');
    return line;
  }

  send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  /** The next message. */
  async next(): Promise<StreamMessage> {
    for (;;) {
      const message = this.#messages.shift();
      if (message !== undefined) return message;
      if (this.#socket.readyState === WebSocket.CLOSED) throw new Error('the stream was closed');
      await new Promise<void>((resolve) => this.#watchers.push(resolve));
    }
  }

  /** Breaks the line off. */
  end(): void {
    this.#socket.terminate();
  }

  /** Resolves with the code when the line is closed. */
  async closed(): Promise<number> {
    const [code] = (await once(this.#socket, 'close')) as [number];
    return code;
  }

  #look(): void {
    for (const watcher of this.#watchers.splice(0)) watcher();
  }
}
