import { type ClientOptions, WebSocket } from 'ws';

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
      this.#unread.push(JSON.parse(data.toString()));
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
