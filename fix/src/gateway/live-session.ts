import type { Logger } from 'pino';
import type { Finished, KeptRoute, OutgoingMessage, SessionPort } from '../application/index.ts';
import { encodeFields, type Message } from '../codec/index.ts';
import { isAdded } from '../dictionary/index.ts';
import {
  type ApplicationMessage,
  type Clocks,
  cutAfterMs,
  deadline,
  type Input,
  initialState,
  type Output,
  SESSION_SETTINGS,
  type SessionSettings,
  type SessionState,
  step,
} from '../session/index.ts';
import { ApplicationSlot } from './application-slot.ts';
import type { Link, SessionContext } from './context.ts';
import { LogonQueue } from './logon-queue.ts';
import { Outbox } from './outbox.ts';
import type { Range } from './sender.ts';
import type { SessionDefinition } from './settings.ts';

/** OrderCancelRequest, OrderMassCancelRequest, QuoteCancel: they have separate room, where orders are refused. */
const CANCELS: ReadonlySet<string> = new Set(['F', 'q', 'Z']);

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
  readonly logons: LogonQueue;
  readonly routes: Map<string, KeptRoute>;
  readonly #outbox: Outbox;
  #state: SessionState;
  /** The number of the last message in the inbox. */
  #received: number;
  #cursor: string | undefined;
  /** From where the peer logged on last. */
  #address: string | undefined;
  #link: Link | undefined;
  /** Who began the Logout that ended the session. */
  #logout: 'own' | 'peer' | undefined;
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
    const stored = context.store.open(this.name);
    this.#state = initialState(stored);
    const { keptMessages } = context.settings.limits;
    this.#outbox = new Outbox({ store: context.store, session: this.name, keptMessages }, stored);
    this.#received = stored.received;
    this.#cursor = stored.cursor;
    this.#address = stored.address;
    this.routes = context.store.routes(this.name);
    this.#unfinished = new Set(context.store.inbox(this.name).map(({ id }) => id));
    // Each knows of the session what its interface names (TakenPort, QueuedFor), and calls it only once it is open.
    const slot = new ApplicationSlot({ port: this, definition, context, log: this.#log });
    this.#application = slot;
    this.logons = new LogonQueue({ session: this, slot, context, log: this.#log });
  }

  get address(): string | undefined {
    return this.#address;
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

  /** Whether a connection has the session. */
  get isTaken(): boolean {
    return this.#link !== undefined;
  }

  get unsent(): number {
    return this.#state.nextOut - 1 - this.#outbox.numbers.sent;
  }

  get inbox(): number {
    return this.#unfinished.size;
  }

  get numbers(): { readonly nextIn: number; readonly nextOut: number; readonly sent: number } {
    const { nextIn, nextOut } = this.#state;
    return { nextIn, nextOut, sent: this.#outbox.numbers.sent };
  }

  /** Gives the session to a connection whose Logon has the right key. */
  attach(link: Link, logon: Message): void {
    this.#link = link;
    this.#logout = undefined;
    if (this.#address !== link.address) {
      this.#address = link.address;
      this.#context.noteAddresses();
    }
    this.#context.metrics.received(this.name, logon.msgType);
    this.#take({ type: 'logon', message: logon, ...this.#context.clocks() });
  }

  /** @param isRead whether the peer closed the connection in an orderly way after everything was written */
  detach(link: Link, isRead: boolean): void {
    if (this.#link !== link) return;
    this.#link = undefined;
    this.#outbox.end(this.#logout === 'own' || (this.#logout === 'peer' && isRead));
    this.#take({ type: 'disconnected', ...this.#context.clocks() });
    this.#context.commits.after(() => this.#application.disconnected());
    this.#applyNumbers();
  }

  receive(message: Message, bytes: Buffer): void {
    this.#bytes = bytes;
    this.#context.metrics.received(this.name, message.msgType);
    this.#take({ type: 'message', message, ...this.#context.clocks() });
  }

  append(messages: readonly OutgoingMessage[], { cursor, inbox = [], routes = [] }: Finished = {}): void {
    const { store, commits, clocks } = this.#context;
    this.#appendEncoded(
      messages.map(({ body, ...rest }) => ({ ...rest, body: encodeFields(this.#shown(body)) })),
      clocks(),
    );
    if (cursor !== undefined) this.#cursor = cursor;
    for (const [key, route] of routes) {
      this.routes.delete(key);
      if (route !== undefined) this.routes.set(key, route);
      store.saveRoute(this.name, key, route);
    }
    store.finish(this.name, inbox);
    for (const id of inbox) this.#unfinished.delete(id);
    commits.mark(this);
  }

  logout(text: string): void {
    this.#application.close().catch((error) => this.#log.error({ err: error }, 'the application failed to close'));
    this.disconnect(text);
  }

  /** Logs the peer out; its application lives on. */
  disconnect(text: string): void {
    this.#take({ type: 'logout', text, ...this.#context.clocks() });
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
    this.#context.commits.mark(this);
    this.logons.close();
    await this.#application.close();
  }

  /** For Commits: before the transaction ends. */
  save(): void {
    const { nextIn, nextOut } = this.#state;
    const numbers = { nextIn, nextOut, ...this.#outbox.numbers, received: this.#received };
    this.#context.store.save(this.name, { ...numbers, cursor: this.#cursor, address: this.#address });
  }

  #shown(body: OutgoingMessage['body']): OutgoingMessage['body'] {
    return this.options.withoutCustomFields === true ? body.filter(([tag, value]) => !isAdded(tag, value)) : body;
  }

  #appendEncoded(messages: readonly ApplicationMessage[], { now, at }: Clocks): void {
    if (messages.length > 0) this.#take({ type: 'application', messages, now, at });
  }

  #applyNumbers(): void {
    if (this.#numbersToSet === undefined) return;
    const numbers = this.#numbersToSet;
    this.#numbersToSet = undefined;
    this.#take({ type: 'setNumbers', ...numbers, ...this.#context.clocks() });
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
    this.#appendEncoded(renumbered, input);
    this.#setTimer();
  }

  #do(output: Exclude<Output, { type: 'reset' }>, now: number): void {
    const { commits, metrics } = this.#context;
    const link = this.#link;
    switch (output.type) {
      case 'send': {
        const { message, isStored } = output;
        if (isStored) this.#outbox.keep(message, now);
        this.#outbox.issue(message.seq);
        if (message.msgType === '3') metrics.rejected(this.name);
        if (link !== undefined) commits.after(() => link.sender.write(message, isStored));
        break;
      }
      case 'store':
        this.#outbox.keep(output.message, now);
        break;
      case 'resend':
        metrics.resend(this.name);
        if (link !== undefined) commits.after(() => link.sender.resend(output.from, output.to));
        break;
      case 'deliver':
        this.#deliver(output.message);
        break;
      case 'loggedOn':
        this.#log.info('logged on');
        commits.after(() => this.#application.connected());
        break;
      case 'disconnect':
        this.#log.info({ reason: output.text }, 'disconnecting');
        this.#logout = output.logout;
        if (link !== undefined) commits.after(() => link.end());
        break;
      case 'log':
        this.#log[output.level]({ seq: output.seq }, output.text);
    }
  }

  /** Too many messages without an outcome: an order is refused at once, so that the rest of the session goes on. */
  #deliver(message: Message): void {
    const { store, commits, settings } = this.#context;
    const id = ++this.#received;
    const most = settings.limits.unfinished * (CANCELS.has(message.msgType) ? 2 : 1);
    if (this.#unfinished.size >= most) {
      commits.after(() => this.#application.refuse(id, message, 'too many messages of the session are unfinished'));
      return;
    }
    store.receive(this.name, id, this.#bytes);
    this.#unfinished.add(id);
    commits.after(() => this.#application.receive(id, message));
  }

  /** Returns the messages that may not have arrived, which get new numbers. */
  #reset(): readonly ApplicationMessage[] {
    const link = this.#link;
    // Nothing of the old numbers is written any more; what was to be written in this transaction is forgotten after it.
    link?.sender.reset();
    if (link !== undefined) this.#context.commits.after(() => link.sender.reset());
    // Numbers below the next one are of messages that no longer exist.
    return this.#outbox.reset(this.#state.nextOut - 1);
  }

  given(link: Link, numbers: readonly Range[], count: number): void {
    this.#context.metrics.sent(this.name, count);
    if (link !== this.#link) return;
    const { at } = this.#context.clocks();
    this.#outbox.give(numbers, { at, cutAfterMs: cutAfterMs(this.#state), isLagging: link.sender.isLagging });
  }

  #setTimer(): void {
    const at = deadline(this.#state);
    if (at === undefined || (this.#timer !== undefined && this.#timer.at <= at)) return;
    clearTimeout(this.#timer?.handle);
    const expire = () => {
      this.#timer = undefined;
      this.#take({ type: 'time', ...this.#context.clocks() });
    };
    this.#timer = { at, handle: setTimeout(expire, Math.max(0, at - this.#context.clocks().at)) };
  }
}
