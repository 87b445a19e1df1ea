import { OpenAts, type SocketLike, type Stream } from '../../../src/client/index.ts';
import { turn } from '../../support/manual-time.ts';
import { ManualTimers } from './manual-timers.ts';

export type Asked = Readonly<Record<string, unknown>>;

/** A connection of which the test writes the service's side, message by message. */
class ScriptedConnection {
  readonly #nowMs: () => number;
  /** What the client asked, but for its credentials. */
  readonly asked: Asked[] = [];
  /** When it was asked. */
  readonly askedMs: number[] = [];
  readonly socket: SocketLike = {
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
    send: (text) => {
      const message = JSON.parse(text) as Asked;
      if (message.op === 'auth') this.say({ type: 'authenticated', id: message.id });
      else {
        this.asked.push(message);
        this.askedMs.push(this.#nowMs());
      }
    },
    close: () => {},
  };

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  say(message: object): void {
    this.socket.onmessage?.({ data: JSON.stringify(message) });
  }

  cut(): void {
    this.socket.onclose?.({ code: 1006, reason: '' });
  }

  /** What was asked with this operation. */
  of(op: string): Asked[] {
    return this.asked.filter((message) => message.op === op);
  }
}

/** A stream of the client library, each connection of it scripted, and time that moves only on demand. */
export class ScriptedVenue {
  readonly timers = new ManualTimers();
  readonly stream: Stream;
  #connection = new ScriptedConnection(() => this.timers.now());
  /** All of them, the oldest first. */
  readonly connections: ScriptedConnection[] = [];

  constructor(budgetMs?: number) {
    const openSocket = () => {
      this.#connection = new ScriptedConnection(() => this.timers.now());
      this.connections.push(this.#connection);
      return this.#connection.socket;
    };
    const settings = { baseUrls: 'http://localhost', clientID: 'A', developerAPIKey: 'key', budgetMs };
    const ats = new OpenAts(settings, { openSocket, timers: this.timers, random: () => 0.99 });
    this.stream = ats.stream({ connection: { silenceMs: 10_000_000 } });
  }

  /** The newest one. */
  get connection(): ScriptedConnection {
    return this.#connection;
  }

  /** The connection that was dialled is there. */
  async open(): Promise<ScriptedConnection> {
    this.#connection.socket.onopen?.(undefined as never);
    await turn();
    return this.#connection;
  }

  /** Cuts it and opens the next one. */
  async reconnect(): Promise<ScriptedConnection> {
    const before = this.#connection;
    before.cut();
    while (this.#connection === before) this.timers.step();
    return this.open();
  }

  async pass(ms: number): Promise<void> {
    this.timers.advance(ms);
    await turn();
  }
}
