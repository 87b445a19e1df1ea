import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { fieldValue, type Message, MessageReader } from '../codec/index.ts';
import { TAG } from '../dictionary/index.ts';
import type { Link, LiveSession, SessionContext } from './live-session.ts';
import { Sender } from './sender.ts';

/** How many messages, and for how long, one connection may have taken before others get their turn. */
const MESSAGES_OF_A_TURN = 50;
const TURN_MS = 3;
/** How long a connection may take for its first message, milliseconds. */
const FIRST_MESSAGE_MS = 10_000;
const GARBLED_LOG_MS = 1000;

interface ConnectionOptions {
  readonly socket: Socket;
  readonly context: SessionContext;
  /** The session of a peer's CompID. */
  readonly find: (compId: string) => LiveSession | undefined;
}

/** One TCP connection: its bytes to messages, at the rate that its session takes. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #reader: MessageReader;
  readonly #log: Logger;
  readonly #firstMessage: NodeJS.Timeout;
  #session: LiveSession | undefined;
  #link: Link | undefined;
  /** Messages that may be taken now, and when they were counted. */
  #allowance: { count: number; at: number };
  #isScheduled = false;
  #isEnded = false;
  #garbledLoggedAt = 0;
  #slowReader: NodeJS.Timeout | undefined;

  constructor(options: ConnectionOptions) {
    const { socket, context } = options;
    this.#options = options;
    this.#reader = new MessageReader(context.settings.limits.messageBytes);
    this.#log = context.log.child({ peer: socket.remoteAddress });
    this.#allowance = { count: context.settings.limits.messagesPerSecond, at: context.now() };
    this.#firstMessage = setTimeout(() => this.#cut('no Logon came in time'), FIRST_MESSAGE_MS);
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      this.#reader.append(chunk);
      this.#read();
    });
    socket.on('drain', () => clearTimeout(this.#slowReader));
    socket.on('error', (error) => this.#log.info({ reason: error.message }, 'connection failed'));
    socket.on('close', () => this.#closed());
  }

  #closed(): void {
    this.#isEnded = true;
    clearTimeout(this.#firstMessage);
    clearTimeout(this.#slowReader);
    if (this.#link !== undefined) this.#session?.detach(this.#link);
  }

  /** Takes what is there; the socket waits while the session cannot take more. */
  #read(): void {
    const { socket } = this.#options;
    this.#isScheduled = false;
    const end = performance.now() + TURN_MS;
    for (let taken = 0; taken < MESSAGES_OF_A_TURN && performance.now() < end; taken++) {
      if (this.#isEnded) return;
      const wait = this.#waitMs();
      if (wait > 0) {
        socket.pause();
        if (wait < Number.POSITIVE_INFINITY) this.#schedule(wait);
        return;
      }
      const received = this.#reader.next();
      if (received === undefined) {
        socket.resume();
        return;
      }
      if (received.garbled !== undefined) this.#garbled(received.garbled);
      else this.#take(received.message, received.bytes);
    }
    socket.pause();
    this.#schedule(0);
  }

  #schedule(ms: number): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    if (ms === 0) setImmediate(() => this.#read());
    else setTimeout(() => this.#read(), ms);
  }

  /** How long to wait before the next message; Infinity until the session resumes. */
  #waitMs(): number {
    if (this.#session?.isReady === false) return Number.POSITIVE_INFINITY;
    const { now, settings } = this.#options.context;
    const rate = settings.limits.messagesPerSecond;
    const elapsed = now() - this.#allowance.at;
    if (elapsed > 0) {
      this.#allowance = { count: Math.min(rate, this.#allowance.count + (elapsed * rate) / 1000), at: now() };
    }
    if (this.#allowance.count >= 1) return 0;
    return Math.ceil(1000 / rate);
  }

  #take(message: Message, bytes: Buffer): void {
    this.#allowance.count -= 1;
    if (this.#session === undefined) this.#identify(message);
    try {
      // A refused first message has no session.
      this.#session?.receive(message, bytes);
    } catch (error) {
      // A fault of the gateway must not end the other sessions.
      this.#log.error({ err: error, session: this.#session?.name }, 'a message failed');
      this.#cut('a message failed');
    }
  }

  /** The session that the first message names. A stranger gets no answer. */
  #identify(message: Message): void {
    const { find, context, socket } = this.#options;
    const compId = fieldValue(message, TAG.SenderCompID);
    const session = compId === undefined ? undefined : find(compId);
    if (session === undefined || fieldValue(message, TAG.TargetCompID) !== context.settings.compId) {
      this.#cut('the CompIDs are unknown');
      return;
    }
    if (session.isTaken) {
      this.#cut(`${session.name} is connected already`);
      return;
    }
    clearTimeout(this.#firstMessage);
    this.#session = session;
    const sender = new Sender(socket, {
      compIds: { own: context.settings.compId, peer: session.definition.compId },
      read: (range) => context.store.messages(session.name, range),
      onSent: (seq) => session.sentTo(seq),
      onBlocked: () => this.#watchSlowReader(session.name),
      now: context.now,
    });
    this.#link = { sender, resume: () => this.#schedule(0), end: () => this.#end() };
    session.attach(this.#link);
  }

  #watchSlowReader(name: string): void {
    const { context } = this.#options;
    clearTimeout(this.#slowReader);
    this.#slowReader = setTimeout(() => {
      context.metrics.slowReader(name);
      this.#cut('the peer does not read');
    }, context.settings.limits.slowReaderMs);
  }

  #garbled(reason: string): void {
    const { context } = this.#options;
    this.#allowance.count -= 1;
    context.metrics.garbled(this.#session?.name ?? 'none');
    if (this.#session === undefined) {
      this.#cut(`the first message is garbled: ${reason}`);
      return;
    }
    if (context.now() - this.#garbledLoggedAt < GARBLED_LOG_MS) return;
    this.#garbledLoggedAt = context.now();
    this.#log.warn({ session: this.#session.name, reason }, 'garbled message ignored');
  }

  /** Writes the pending messages, then ends. A peer that does not close its side is cut. */
  #end(): void {
    const { socket } = this.#options;
    this.#isEnded = true;
    process.nextTick(() => {
      socket.end();
      socket.resume();
    });
    this.#slowReader = setTimeout(() => socket.destroy(), FIRST_MESSAGE_MS);
  }

  #cut(reason: string): void {
    this.#isEnded = true;
    this.#log.warn({ session: this.#session?.name, reason }, 'connection cut');
    this.#options.socket.destroy();
  }
}
