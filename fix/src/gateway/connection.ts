import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { fieldValue, type Message, MessageReader } from '../codec/index.ts';
import { TAG } from '../dictionary/index.ts';
import { firstMessageFault } from '../session/index.ts';
import type { Link, SessionContext } from './context.ts';
import type { LiveSession } from './live-session.ts';
import { Sender } from './sender.ts';

/** How many messages, and for how long, one connection may have taken before others get their turn. */
const MESSAGES_OF_A_TURN = 50;
const TURN_MS = 3;
/** How long a connection may take to end, milliseconds. */
const END_MS = 10_000;
const GARBLED_LOG_MS = 1000;

interface ConnectionDeps {
  readonly socket: Socket;
  readonly context: SessionContext;
  /** The session of a peer's CompID. */
  readonly find: (compId: string) => LiveSession | undefined;
  /** It has logged on. */
  readonly onLogon: () => void;
}

/** One TCP connection: its bytes to messages, at the rate that its session takes. */
export class Connection {
  readonly #deps: ConnectionDeps;
  readonly #reader: MessageReader;
  readonly #log: Logger;
  readonly #address: string;
  readonly #logonTimer: NodeJS.Timeout;
  #session: LiveSession | undefined;
  #link: Link | undefined;
  /** Messages that may be taken now, and when they were counted. */
  #allowance: { count: number; at: number };
  #isScheduled = false;
  /** The Logon whose key is checked: nothing is read meanwhile. */
  #logon: Message | undefined;
  /** The peer closed its side after everything was written. */
  #isRead = false;
  #isEnded = false;
  #garbledLoggedAt = Number.NEGATIVE_INFINITY;
  #slowReader: NodeJS.Timeout | undefined;
  #endTimer: NodeJS.Timeout | undefined;

  constructor(deps: ConnectionDeps) {
    const { socket, context } = deps;
    this.#deps = deps;
    this.#reader = new MessageReader(context.settings.limits.messageBytes);
    this.#address = socket.remoteAddress ?? '';
    this.#log = context.log.child({ peer: this.#address });
    this.#allowance = { count: context.settings.limits.messagesPerSecond, at: context.clocks().at };
    this.#logonTimer = setTimeout(() => this.#cut('no Logon came in time'), context.settings.limits.logonMs);
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      if (this.#isEnded) return;
      this.#reader.append(chunk);
      this.#read();
    });
    socket.on('drain', () => clearTimeout(this.#slowReader));
    socket.on('error', (error) => this.#log.info({ reason: error.message }, 'connection failed'));
    socket.on('end', () => (this.#isRead = this.#link?.sender.isEnded === true));
    socket.on('close', (hadError) => this.#closed(hadError));
  }

  #closed(hadError: boolean): void {
    this.#isEnded = true;
    clearTimeout(this.#logonTimer);
    clearTimeout(this.#slowReader);
    clearTimeout(this.#endTimer);
    if (this.#link !== undefined) this.#session?.detach(this.#link, this.#isRead && !hadError);
    else if (this.#logon !== undefined) this.#session?.logons.remove(this.#logon);
  }

  /** Takes what is there; the socket waits while the session cannot take more. */
  #read(): void {
    const { socket } = this.#deps;
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

  /** How long to wait before the next message; Infinity while the key is checked. */
  #waitMs(): number {
    if (this.#logon !== undefined) return Number.POSITIVE_INFINITY;
    const { clocks, settings } = this.#deps.context;
    const rate = settings.limits.messagesPerSecond;
    const { at } = clocks();
    const elapsed = at - this.#allowance.at;
    if (elapsed > 0) this.#allowance = { count: Math.min(rate, this.#allowance.count + (elapsed * rate) / 1000), at };
    if (this.#allowance.count >= 1) return 0;
    return Math.ceil(1000 / rate);
  }

  #take(message: Message, bytes: Buffer): void {
    this.#allowance.count -= 1;
    if (this.#session === undefined) {
      this.#identify(message);
      return;
    }
    try {
      this.#session.receive(message, bytes);
    } catch (error) {
      // A fault of the gateway must not end the other sessions.
      this.#log.error({ err: error, session: this.#session?.name }, 'a message failed');
      this.#cut('a message failed');
    }
  }

  /** The session that the first message names, once the key is known to be right. A stranger gets no answer. */
  #identify(message: Message): void {
    const { find, context } = this.#deps;
    const compId = fieldValue(message, TAG.SenderCompID);
    const session = compId === undefined ? undefined : find(compId);
    if (session === undefined || fieldValue(message, TAG.TargetCompID) !== context.settings.compId) {
      this.#cut('the CompIDs are unknown');
      return;
    }
    const fault = firstMessageFault(message) ?? takenFault(session);
    if (fault !== undefined) {
      this.#cut(fault);
      return;
    }
    this.#session = session;
    this.#logon = message;
    void session.logons.check(this.#address, message).then((refusal) => {
      this.#logon = undefined;
      if (this.#isEnded) return;
      const refused = refusal ?? takenFault(session);
      if (refused === undefined) this.#attach(session, message);
      else this.#cut(refused);
    });
  }

  #attach(session: LiveSession, logon: Message): void {
    const { context, socket, onLogon } = this.#deps;
    clearTimeout(this.#logonTimer);
    onLogon();
    const sender: Sender = new Sender(socket, {
      compIds: { own: context.settings.compId, peer: session.definition.compId },
      read: (range) => context.store.messages(session.name, range),
      onGiven: (numbers, count) => session.given(link, numbers, count),
      onBlocked: () => this.#watchSlowReader(session.name),
      now: () => context.clocks().now,
    });
    const link: Link = { sender, address: this.#address, end: () => this.#end(sender) };
    this.#link = link;
    session.attach(link, logon);
    this.#schedule(0);
  }

  #watchSlowReader(name: string): void {
    const { context } = this.#deps;
    clearTimeout(this.#slowReader);
    this.#slowReader = setTimeout(() => {
      context.metrics.slowReader(name);
      this.#cut('the peer does not read');
    }, context.settings.limits.slowReaderMs);
  }

  #garbled(reason: string): void {
    const { context } = this.#deps;
    this.#allowance.count -= 1;
    context.metrics.garbled(this.#session?.name ?? 'none');
    if (this.#session === undefined) {
      this.#cut(`the first message is garbled: ${reason}`);
      return;
    }
    const { at } = context.clocks();
    if (at - this.#garbledLoggedAt < GARBLED_LOG_MS) return;
    this.#garbledLoggedAt = at;
    this.#log.warn({ session: this.#session.name, reason }, 'garbled message ignored');
  }

  /** Writes the pending messages, then ends. A peer that does not close its side is cut. */
  #end(sender: Sender): void {
    const { socket } = this.#deps;
    this.#isEnded = true;
    sender.end();
    socket.resume();
    this.#endTimer = setTimeout(() => socket.destroy(), END_MS);
  }

  #cut(reason: string): void {
    this.#isEnded = true;
    this.#log.warn({ session: this.#session?.name, reason }, 'connection cut');
    this.#deps.socket.destroy();
  }
}

function takenFault(session: LiveSession): string | undefined {
  return session.isTaken ? `${session.name} is connected already` : undefined;
}
