import { type ClientOptions, WebSocket } from 'ws';
import { checkFrame } from '../../support/frame-check.ts';

export interface Message {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A real WebSocket client that keeps what comes until it is asked for. */
export class StreamClient {
  readonly webSocket: WebSocket;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  readonly opened: Promise<void>;
  readonly #unread: Message[] = [];
  #received = 0;
  #wrong: Error | null = null;
  #wake: (() => void) | null = null;
  #ended = false;

  constructor(url: string, options: ClientOptions = {}) {
    this.webSocket = new WebSocket(url, { perMessageDeflate: false, ...options });
    this.opened = new Promise((resolve, reject) => {
      this.webSocket.once('open', resolve);
      this.webSocket.once('error', reject);
    });
    this.opened.catch(() => {});
    this.webSocket.on('error', () => {});
    this.webSocket.on('message', (data, isBinary) => {
      if (isBinary) throw new Error('a binary frame came');
      const message = JSON.parse(data.toString()) as Message;
      this.#check(message);
      this.#unread.push(message);
      this.#received += 1;
      this.#wake?.();
    });
    this.closed = new Promise((resolve) => {
      this.webSocket.once('close', (code, reason) => {
        this.#ended = true;
        this.#wake?.();
        resolve({ code, reason: reason.toString() });
      });
    });
  }

  /** What is not as it is declared is thrown at whoever waits for it. */
  #check(message: Message): void {
    try {
      checkFrame(message);
    } catch (error) {
      this.#wrong ??= error as Error;
    }
  }

  get received(): number {
    return this.#received;
  }

  send(message: object | string): void {
    this.webSocket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  subscribe(...securityIds: string[]): void {
    this.send({ op: 'subscribe', channel: 'topOfBook', securityIds });
  }

  async next(): Promise<Message> {
    for (;;) {
      if (this.#wrong !== null) throw this.#wrong;
      const message = this.#unread.shift();
      if (message !== undefined) return message;
      if (this.#ended) throw new Error('the connection ended');
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = null;
    }
  }

  async take(count: number): Promise<Message[]> {
    const messages: Message[] = [];
    while (messages.length < count) messages.push(await this.next());
    return messages;
  }

  /** The answer to a message. */
  async ask(message: object | string): Promise<Message> {
    this.send(message);
    return this.next();
  }

  /** Everything that was sent before now: a ping is answered after it. */
  async rest(): Promise<Message[]> {
    const messages: Message[] = [];
    this.send({ op: 'ping', id: 'rest' });
    for (;;) {
      const message = await this.next();
      if (message.type === 'pong' && message.id === 'rest') return messages;
      messages.push(message);
    }
  }
}
