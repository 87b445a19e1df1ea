/** One connection of the stream, from the dial to its end: it authenticates, and a silent one is cut. */
import type { Timers } from '../shared/index.ts';
import type { Message } from './messages.ts';
import type { OpenSocket, SocketLike } from './socket.ts';

export interface ConnectionSettings {
  /** From the dial until it has authenticated, milliseconds. */
  readonly connectMs: number;
  /** Without any message a connection is dead; the service says something each second (S13). */
  readonly silenceMs: number;
}

export interface ConnectionEnd {
  /** Of the WebSocket; 1006 where it broke without one. */
  readonly close: number;
  readonly reason: string;
  /** Of the last error message without an id, such as authentication-failed; undefined: no such message. */
  readonly code: string | undefined;
  readonly wasOpen: boolean;
}

export interface ConnectionDeps {
  readonly url: string;
  /** undefined: the browser sends a cookie with the dial. */
  readonly credentials: { readonly clientID: string; readonly developerAPIKey: string } | undefined;
  readonly settings: ConnectionSettings;
  readonly openSocket: OpenSocket;
  readonly timers: Timers;
  readonly onOpen: () => void;
  readonly onMessage: (message: Message) => void;
  /** Once, and the last of all. */
  readonly onEnd: (end: ConnectionEnd) => void;
}

const AUTH_ID = 'auth';
const BROKEN = 1006;

export class Connection {
  readonly #deps: ConnectionDeps;
  readonly #socket: SocketLike;
  #isOpen = false;
  #hasEnded = false;
  #lastCode: string | undefined;
  #lastMessageMs: number;
  #stopTimer: () => void;

  constructor(deps: ConnectionDeps) {
    const { timers, settings } = deps;
    this.#deps = deps;
    this.#lastMessageMs = timers.now();
    this.#stopTimer = timers.after(settings.connectMs, () => this.cut(`not open within ${settings.connectMs} ms`));
    this.#socket = deps.openSocket(deps.url);
    this.#socket.onopen = () => {
      if (deps.credentials === undefined) this.#opened();
      else this.send({ op: 'auth', ...deps.credentials, id: AUTH_ID });
    };
    this.#socket.onmessage = ({ data }) => this.#received(data);
    this.#socket.onclose = ({ code, reason }) => this.#end(code, reason);
    // The close that follows says the same.
    this.#socket.onerror = () => {};
  }

  /** Nothing is sent on a connection that has ended. */
  send(message: object): void {
    this.sendText(JSON.stringify(message));
  }

  /** The same for a message that is text already. */
  sendText(text: string): void {
    if (!this.#hasEnded) this.#socket.send(text);
  }

  /** Ends it now, whatever the other side says: a dead connection would not answer a close. */
  cut(reason: string): void {
    if (this.#hasEnded) return;
    const socket = this.#socket;
    this.#end(BROKEN, reason);
    socket.close();
  }

  #received(data: unknown): void {
    if (this.#hasEnded) return;
    this.#lastMessageMs = this.#deps.timers.now();
    const message = read(data);
    if (message === undefined) {
      this.cut('a message that is no JSON object');
      return;
    }
    if (message.type === 'error' && message.id === undefined) this.#lastCode = message.code;
    if (message.id === AUTH_ID) this.#authenticated(message);
    else this.#deps.onMessage(message);
  }

  #authenticated({ type, code }: Message): void {
    if (type === 'error') {
      this.#lastCode = code;
      return;
    }
    this.#opened();
  }

  #opened(): void {
    this.#isOpen = true;
    this.#stopTimer();
    this.#watch();
    this.#deps.onOpen();
  }

  /** One timer, however many messages come. */
  #watch(): void {
    const { timers, settings } = this.#deps;
    const leftMs = this.#lastMessageMs + settings.silenceMs - timers.now();
    if (leftMs <= 0) this.cut(`silent for ${settings.silenceMs} ms`);
    else this.#stopTimer = timers.after(leftMs, () => this.#watch());
  }

  #end(close: number, reason: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#stopTimer();
    this.#socket.onopen = null;
    this.#socket.onmessage = null;
    this.#socket.onclose = null;
    this.#deps.onEnd({ close, reason, code: this.#lastCode, wasOpen: this.#isOpen });
  }
}

function read(data: unknown): Message | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Message) : undefined;
  } catch {
    return undefined;
  }
}
