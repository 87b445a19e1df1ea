import type { Logger } from 'pino';
import type { Finished, OpenApplication, OutgoingMessage, SessionPort } from '../application/index.ts';
import { encodeFields, type Message } from '../codec/index.ts';
import {
  type ApplicationMessage,
  deadline,
  type Input,
  initialState,
  type Output,
  SESSION_SETTINGS,
  type SessionSettings,
  type SessionState,
  step,
} from '../session/index.ts';
import type { Store } from '../store/index.ts';
import { ApplicationSlot } from './application-slot.ts';
import type { Commits } from './commits.ts';
import type { Metrics } from './metrics.ts';
import type { Sender } from './sender.ts';
import type { GatewaySettings, SessionDefinition } from './settings.ts';

export interface SessionContext {
  readonly settings: GatewaySettings;
  readonly store: Store;
  readonly commits: Commits;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly open: OpenApplication;
  readonly now: () => number;
}

/** The connection of a session, as far as the session needs it. */
export interface Link {
  readonly sender: Sender;
  /** Reads on, after the session could not take more. */
  resume(): void;
  /** Ends it once everything is written. */
  end(): void;
}

/** Old messages are deleted each time that the number is a multiple of this. */
const FORGET_EACH = 1000;

/**
 * One session over all its connections: passes inputs to the state machine, stores what it says, and does what it asks
 * for once that is stored.
 */
export class LiveSession implements SessionPort {
  readonly name: string;
  readonly options;
  readonly definition: SessionDefinition;
  readonly #context: SessionContext;
  readonly #settings: SessionSettings;
  readonly #log: Logger;
  readonly #application: ApplicationSlot;
  readonly names: Map<string, string>;
  #state: SessionState;
  #sent: number;
  /** The number of the last message in the inbox. */
  #received: number;
  #cursor: string | undefined;
  #link: Link | undefined;
  #unfinished: Set<number>;
  #timer: { readonly at: number; readonly handle: NodeJS.Timeout } | undefined;
  /** The bytes of the message that is being taken, for the inbox. */
  #bytes: Buffer = Buffer.alloc(0);
  #numbersToSet: { readonly nextIn: number; readonly nextOut: number } | undefined;

  constructor(definition: SessionDefinition, context: SessionContext) {
    const { compId } = context.settings;
    this.definition = definition;
    this.options = definition.options;
    this.name = `${definition.compId}/${compId}`;
    this.#context = context;
    this.#settings = { ...SESSION_SETTINGS, own: compId, peer: definition.compId };
    this.#log = context.log.child({ session: this.name });
    const { cursor, sent, received, ...numbers } = context.store.open(this.name);
    this.#state = initialState(numbers);
    this.#sent = sent;
    this.#received = received;
    this.#cursor = cursor;
    this.names = context.store.names(this.name);
    this.#unfinished = new Set(context.store.inbox(this.name).map(({ id }) => id));
    this.#application = new ApplicationSlot({ port: this, definition, context, log: this.#log });
  }

  get cursor(): string | undefined {
    return this.#cursor;
  }

  get unsentBytes(): number {
    return this.#link?.sender.unsentBytes ?? 0;
  }

  get isConnected(): boolean {
    return this.#state.phase === 'active' || this.#state.phase === 'closing';
  }

  /** Whether a connection is logged on or about to. */
  get isTaken(): boolean {
    return this.#link !== undefined;
  }

  /** Whether a message may be passed now; if not, `resume` of the link is called later. */
  get isReady(): boolean {
    return this.#state.phase !== 'authenticating' && this.#unfinished.size < this.#context.settings.limits.unfinished;
  }

  get unsent(): number {
    return this.#state.nextOut - 1 - this.#sent;
  }

  get inbox(): number {
    return this.#unfinished.size;
  }

  get numbers(): { readonly nextIn: number; readonly nextOut: number; readonly sent: number } {
    const { nextIn, nextOut } = this.#state;
    return { nextIn, nextOut, sent: this.#sent };
  }

  attach(link: Link): void {
    this.#link = link;
    this.#take({ type: 'connected', now: this.#context.now() });
  }

  detach(link: Link): void {
    if (this.#link !== link) return;
    this.#link = undefined;
    this.#take({ type: 'disconnected', now: this.#context.now() });
    this.#context.commits.after(() => this.#application.disconnected());
    this.#applyNumbers();
  }

  receive(message: Message, bytes: Buffer): void {
    this.#bytes = bytes;
    this.#context.metrics.received(this.name, message.msgType);
    this.#take({ type: 'message', message, now: this.#context.now() });
  }

  append(messages: readonly OutgoingMessage[], { cursor, inbox = [], names = [] }: Finished = {}): void {
    const { store, commits, now } = this.#context;
    this.#appendEncoded(
      messages.map(({ body, ...rest }) => ({ ...rest, body: encodeFields(body) })),
      now(),
    );
    if (cursor !== undefined) this.#cursor = cursor;
    for (const [name, orderId] of names) {
      if (orderId === undefined) this.names.delete(name);
      else this.names.set(name, orderId);
      store.saveName(this.name, name, orderId);
    }
    store.finish(this.name, inbox);
    for (const id of inbox) this.#unfinished.delete(id);
    if (inbox.length > 0) this.#link?.resume();
    commits.mark(this);
  }

  logout(text: string): void {
    this.#application.close().catch((error) => this.#log.error({ err: error }, 'the application failed to close'));
    this.#take({ type: 'logout', text, now: this.#context.now() });
  }

  /** Logs the peer out; its application lives on. */
  disconnect(text: string): void {
    this.#take({ type: 'logout', text, now: this.#context.now() });
  }

  /** Sets the numbers, after a Logout where the peer is connected. */
  setNumbers(nextIn: number, nextOut: number, text: string): void {
    this.#log.warn({ nextIn, nextOut }, text);
    this.#numbersToSet = { nextIn, nextOut };
    if (this.#link === undefined) this.#applyNumbers();
    else this.disconnect(text);
  }

  /** Closes the application and stops the timer. */
  async close(): Promise<void> {
    clearTimeout(this.#timer?.handle);
    await this.#application.close();
  }

  /** For Commits: before the transaction ends. */
  save(): void {
    const { nextIn, nextOut } = this.#state;
    const numbers = { nextIn, nextOut, sent: this.#sent, received: this.#received };
    this.#context.store.save(this.name, { ...numbers, cursor: this.#cursor });
  }

  /** The outcome of a logon, from the application slot. */
  authenticated(refusal: string | undefined): void {
    const now = this.#context.now();
    this.#context.metrics.logon(refusal === undefined ? 'accepted' : 'refused');
    this.#take(refusal === undefined ? { type: 'authenticated', now } : { type: 'refused', text: refusal, now });
    this.#link?.resume();
  }

  #appendEncoded(messages: readonly ApplicationMessage[], now: number): void {
    if (messages.length > 0) this.#take({ type: 'application', messages, now });
  }

  #applyNumbers(): void {
    if (this.#numbersToSet === undefined) return;
    const numbers = this.#numbersToSet;
    this.#numbersToSet = undefined;
    this.#take({ type: 'setNumbers', ...numbers, now: this.#context.now() });
  }

  #take(input: Input): void {
    const { state, outputs } = step(this.#state, input, this.#settings);
    this.#state = state;
    let renumbered: readonly ApplicationMessage[] = [];
    for (const output of outputs) {
      if (output.type === 'reset') renumbered = this.#reset();
      else this.#do(output, input.now);
    }
    this.#context.commits.mark(this);
    this.#appendEncoded(renumbered, input.now);
    this.#setTimer();
  }

  #do(output: Exclude<Output, { type: 'reset' }>, now: number): void {
    const { store, commits, metrics } = this.#context;
    const link = this.#link;
    switch (output.type) {
      case 'send': {
        const { message, isStored } = output;
        if (isStored) this.#store(message, now);
        if (message.msgType === '3') metrics.rejected(this.name);
        if (link !== undefined) commits.after(() => link.sender.write(message, isStored));
        break;
      }
      case 'resend':
        metrics.resend(this.name);
        if (link !== undefined) commits.after(() => link.sender.resend(output.from, output.to));
        break;
      case 'deliver': {
        const id = ++this.#received;
        store.receive(this.name, id, this.#bytes);
        this.#unfinished.add(id);
        commits.after(() => this.#application.receive(id, output.message));
        break;
      }
      case 'authenticate':
        this.#application.authenticate(output.message);
        break;
      case 'loggedOn':
        this.#log.info('logged on');
        commits.after(() => this.#application.connected());
        break;
      case 'disconnect':
        this.#log.info({ reason: output.text }, 'disconnecting');
        if (link !== undefined) commits.after(() => link.end());
        break;
      case 'log':
        this.#log[output.level]({ seq: output.seq }, output.text);
    }
  }

  #store({ seq, msgType, body }: { seq: number; msgType: string; body: string }, now: number): void {
    const { store, settings } = this.#context;
    store.append(this.name, { seq, sentAt: now, msgType, body });
    if (seq % FORGET_EACH === 0) store.forget(this.name, seq - settings.limits.keptMessages);
  }

  /** Forgets the stored messages; returns those that the peer was never sent, which get new numbers. */
  #reset(): ApplicationMessage[] {
    const { store, commits } = this.#context;
    const all = { from: this.#sent + 1, to: Number.MAX_SAFE_INTEGER, limit: Number.MAX_SAFE_INTEGER };
    const unsent = store.messages(this.name, all);
    store.forget(this.name, Number.MAX_SAFE_INTEGER);
    // Numbers below the next one are of messages that no longer exist.
    this.#sent = this.#state.nextOut - 1;
    const link = this.#link;
    if (link !== undefined) commits.after(() => link.sender.reset());
    return unsent.map(({ msgType, body }) => ({ msgType, body }));
  }

  /** A number was written to the connection. */
  sentTo(seq: number): void {
    this.#context.metrics.sent(this.name);
    // Stored with the next change: it matters only for what a reset renumbers.
    if (seq > this.#sent) this.#sent = seq;
  }

  #setTimer(): void {
    const at = deadline(this.#state);
    if (at === undefined || (this.#timer !== undefined && this.#timer.at <= at)) return;
    clearTimeout(this.#timer?.handle);
    const expire = () => {
      this.#timer = undefined;
      this.#take({ type: 'time', now: this.#context.now() });
    };
    this.#timer = { at, handle: setTimeout(expire, Math.max(0, at - this.#context.now())) };
  }
}
