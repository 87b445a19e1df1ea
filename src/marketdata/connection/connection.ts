import type { Socket } from 'node:net';
import type { RawData, WebSocket } from 'ws';
import { type Credentials, type Verdict, WrongCredentials } from '../../http/auth/index.ts';
import type { Client } from '../../http/methods/index.ts';
import { Subscriptions } from '../channels/index.ts';
import {
  CLOSE,
  errorMessage,
  goodbye,
  mayStream,
  pong,
  type Request,
  type RequestId,
  readRequest,
  STREAM_ERRORS,
  StreamError,
  type SubscribeRequest,
  subscribed,
  subscriptionsList,
  unsubscribed,
} from '../requests/index.ts';
import {
  answerPing,
  CloseMessage,
  Frame,
  PeerWatch,
  type PlainWriter,
  SendQueue,
  type SocketWriter,
  type Visited,
} from '../wire/index.ts';
import { Admission } from './admission.ts';
import { Inbox } from './inbox.ts';
import { OrderWatch } from './order-watch.ts';
import { PendingCalls } from './pending-calls.ts';
import type { StreamContext } from './stream-context.ts';

/** arriving: nobody yet; checking: credentials are with the authenticator; closing: the close was sent. */
type State = 'arriving' | 'checking' | 'open' | 'closing' | 'closed';

/** Requests that show that a connection is used (S34). */
const ASKS: ReadonlySet<Request['op']> = new Set(['subscribe', 'call', 'cancelOnDisconnect']);
/** Answers count against the limit of unsent bytes too: who asks on without reading is ended at this multiple of it. */
const UNSENT_LIMITS_MAX = 2;

/** Of a peer that never said who it is: it is not waited for long. */
const STRANGER_GRACE_MS = 1_000;
const RENEWAL_RETRY_MS = 5_000;
/** A session that ended, on whichever node, ends its streams within a second (P8). */
const SESSION_RENEWAL_MS = 300;

export interface ConnectionDeps {
  readonly webSocket: WebSocket;
  readonly socket: Socket;
  readonly writer: SocketWriter & Pick<PlainWriter, 'cutAfter'>;
  /** A valid address. */
  readonly ip: string;
  /** Of the cookie that came with the upgrade; counts where the first message is no auth. */
  readonly session?: string | undefined;
}

/** One WebSocket from its first byte to its end. */
export class Connection implements Visited {
  readonly #context: StreamContext;
  readonly #webSocket: WebSocket;
  readonly #socket: Socket;
  readonly #ip: string;
  readonly #session: string | undefined;
  readonly #sendQueue: SendQueue;
  readonly #writer: Pick<PlainWriter, 'cutAfter'>;
  readonly #subscriptions: Subscriptions;
  readonly #admission: Admission;
  readonly #calls: PendingCalls;
  readonly #peer: PeerWatch;
  readonly #watch: OrderWatch;
  /** Held while credentials are checked. */
  readonly #inbox: Inbox;
  #state: State = 'arriving';
  #client: Client | null = null;
  readonly #arrivedMs: number;
  #renewAtMs = 0;
  /** Infinity once there was one (S34). */
  #firstRequestByMs = Number.POSITIVE_INFINITY;
  /** Whose access changed while the credentials were checked, is not known: all are checked again. */
  #accessChanged = false;
  #closeMessage: CloseMessage | null = null;

  /** Attaches its handlers before anything is awaited: a message may follow the upgrade at once. */
  constructor(context: StreamContext, { webSocket, socket, writer, ip, session }: ConnectionDeps) {
    const nowMs = context.timers.nowMs();
    const { settings, counters } = context;
    this.#context = context;
    this.#webSocket = webSocket;
    this.#socket = socket;
    this.#ip = ip;
    this.#session = session;
    this.#writer = writer;
    this.#sendQueue = new SendQueue(writer, settings.unsentBytesMax, counters, nowMs);
    this.#subscriptions = new Subscriptions(context.channels, settings, {
      sendQueue: this.#sendQueue,
      client: () => this.#client as Client,
    });
    this.#admission = new Admission(settings, nowMs);
    this.#calls = new PendingCalls({
      calls: context.calls,
      answer: (text) => this.#sendQueue.send(new Frame(text), this.#nowMs()),
      cut: () => webSocket.terminate(),
      onEnd: () => this.#leave(),
    });
    this.#peer = new PeerWatch(settings.pingIntervalMs, nowMs);
    this.#watch = new OrderWatch(context, this.#calls, (message) => this.#reply(message));
    this.#inbox = new Inbox({
      pace: context.readingPace,
      perSecondMax: settings.callFramesPerSecondMax,
      timers: context.timers,
      webSocket,
      handle: (text) => this.#handle(text),
    });
    this.#arrivedMs = nowMs;
    webSocket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    webSocket.on('ping', (data) => this.#admit() && answerPing(webSocket, data, context.maySend()));
    webSocket.on('pong', () => this.#peer.alive());
    webSocket.on('close', () => this.#closed());
    webSocket.on('error', (error) => this.#broken(error));
  }

  get clientId(): string | null {
    return this.#client?.clientId ?? null;
  }

  get unsentBytes(): number {
    return this.#sendQueue.unsentBytes;
  }

  /** Checks credentials that came with the upgrade; undefined: they were not of the right form. */
  present(credentials: Credentials | undefined): void {
    const { guard } = this.#context;
    if (credentials !== undefined) void this.#authenticate(() => guard.check(credentials, this.#ip), null);
    else this.#failStranger(new StreamError('authentication-failed'));
  }

  /** The socket can take more. */
  drained(): void {
    if (this.#state === 'open') this.#sendQueue.drained(this.#nowMs());
  }

  /** A client, one of its keys or the clients below it may no longer do something. */
  accessChanged(clientId: string): void {
    if (this.#state === 'checking') this.#accessChanged = true;
    else if (this.#client?.clientId === clientId || this.#client?.parentId === clientId) void this.#renew();
  }

  /** The venue stops: says goodbye, after the answers to the calls that are under way. */
  stop(): void {
    this.#watch.keep();
    if (this.#state === 'open') this.#calls.end(this.#nowMs());
    else this.#leave();
  }

  #leave(reason = 'the venue stops'): void {
    if (this.#state === 'open') this.#sendQueue.last(new Frame(JSON.stringify(goodbye())));
    this.close(CLOSE.goingAway, reason);
  }

  close(code: number, reason: string): void {
    if (code === CLOSE.goingAway) this.#closeMessage?.hurry(this.#nowMs());
    if (this.#state === 'closing' || this.#state === 'closed') return;
    this.#leaveChannels(code === CLOSE.tooSlow ? this.#context.settings.overLimitMs : 0);
    this.#sendQueue.flush();
    this.#webSocket.close(code, reason);
    // The peer's own close must be read, also when it comes while credentials are checked.
    this.#webSocket.resume();
  }

  visit(nowMs: number): number | null {
    const { authenticationTimeoutMs, heartbeatMs } = this.#context.settings;
    switch (this.#state) {
      case 'closed':
        return null;
      case 'closing':
        return this.#waitForClose(nowMs);
      case 'arriving':
      case 'checking':
        if (nowMs - this.#arrivedMs < authenticationTimeoutMs) return this.#arrivedMs + authenticationTimeoutMs - nowMs;
        this.#failStranger(new StreamError('authentication-timeout'));
        return this.#waitForClose(nowMs);
      case 'open':
        this.#check(nowMs);
        return Math.min(this.#sendQueue.lastMessageMs + heartbeatMs, this.#renewAtMs) - nowMs;
    }
  }

  #waitForClose(nowMs: number): number {
    const remainingMs = this.#closeMessage?.remainingMs(nowMs) ?? 0;
    if (remainingMs === 0) this.#webSocket.terminate();
    return remainingMs;
  }

  #nowMs(): number {
    return this.#context.timers.nowMs();
  }

  /** Once a second or so: slow or dead peers are ended, silent connections get a heartbeat. */
  #check(nowMs: number): void {
    const { overLimitMs, heartbeatMs, closeGraceMs } = this.#context.settings;
    if (this.#calls.hasWaited(nowMs, closeGraceMs)) return void this.#leave();
    if (nowMs >= this.#firstRequestByMs) {
      this.#fail(new StreamError('nothing-asked'), CLOSE.tooSlow);
      return;
    }
    if (nowMs >= this.#renewAtMs) void this.#renew();
    const overMs = this.#sendQueue.overLimitMs(nowMs);
    if (overMs !== null) {
      this.#peer.postpone(nowMs);
      if (overMs >= Math.min(overLimitMs, this.#watch.patienceMs)) this.#endTooSlow();
      return;
    }
    const step = this.#peer.next(nowMs, this.#watch.pingIntervalMs);
    if (step === 'cut') {
      this.#context.log.info({ clientId: this.clientId }, 'stream: a peer that no longer answers was cut');
      this.#leaveChannels();
      this.#webSocket.terminate();
      return;
    }
    if (step === 'ping' && this.#context.maySend()) this.#webSocket.ping();
    if (nowMs - this.#sendQueue.lastMessageMs >= heartbeatMs) {
      this.#sendQueue.send(this.#context.heartbeat.frame(nowMs), nowMs);
    }
  }

  #endTooSlow(): void {
    this.#context.counters.connectionsTooSlow += 1;
    this.#context.log.warn({ clientId: this.clientId }, 'stream: a connection that did not read was ended');
    this.close(CLOSE.tooSlow, 'too slow');
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#peer.alive();
    if (!(this.#state === 'open' ? this.#listens() : this.#admit())) return;
    // An empty text is not JSON, so a binary frame is refused by the same rule.
    this.#inbox.add(isBinary ? '' : data.toString());
  }

  /** Whether messages are still taken: not from a peer that asks on without reading. */
  #listens(): boolean {
    if (this.#state === 'closing' || this.#state === 'closed') return false;
    if (this.#sendQueue.unsentBytes <= UNSENT_LIMITS_MAX * this.#context.settings.unsentBytesMax) return true;
    this.#endTooSlow();
    return false;
  }

  /** Whether a ping, or a message that is no call, is within the limits of its sender. */
  #admit(id?: RequestId): boolean {
    if (!this.#listens()) return false;
    const admitted = this.#admission.request(this.#nowMs());
    if (admitted === 'read') return true;
    const error = new StreamError('too-many-messages', undefined, id);
    if (admitted === 'ended') this.#fail(error, CLOSE.tooMany);
    else this.#sendError(error);
    return false;
  }

  #handle(text: string): void {
    if (this.#state === 'closing' || this.#state === 'closed') return;
    try {
      const request = readRequest(text, this.#state !== 'open');
      // What arrived before the connection was open has counted as a request already, at most one read of it.
      const isCall = !(request instanceof StreamError) && request.op === 'call';
      if (isCall) this.#admission.call();
      else if (this.#state === 'open' && !this.#admit(request.id)) return;
      if (request instanceof StreamError) throw request;
      if (this.#state === 'open') this.#perform(request);
      else if (request.op === 'auth') {
        void this.#authenticate(() => this.#context.guard.check(request, this.#ip), request);
      } else if (this.#session !== undefined) void this.#openBySession(this.#session, text);
      else throw new StreamError('not-authenticated', undefined, request.id);
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    if (!(error instanceof StreamError)) {
      this.#context.log.error({ err: error, clientId: this.clientId }, 'stream: a request failed');
      this.#fail(new StreamError('internal-error'), CLOSE.internal);
    } else if (this.#state === 'open') {
      this.#sendError(error);
    } else {
      this.#failStranger(error);
    }
  }

  #perform(request: Request): void {
    const { id } = request;
    if (ASKS.has(request.op)) this.#firstRequestByMs = Number.POSITIVE_INFINITY;
    switch (request.op) {
      case 'call':
        this.#calls.perform(request, { client: this.#client as Client, ip: this.#ip });
        return;
      case 'subscribe':
        this.#subscribe(request);
        return;
      case 'unsubscribe':
        this.#subscriptions.unsubscribe(request);
        this.#reply(unsubscribed(request));
        return;
      case 'list':
        this.#reply(subscriptionsList(id, this.#subscriptions.list()));
        return;
      case 'ping':
        this.#reply(pong(id, this.#context.exchange, this.#subscriptions.cursor));
        return;
      case 'cancelOnDisconnect':
        this.#watch.perform(request, this.#client as Client);
        return;
      case 'auth':
        throw new StreamError('already-authenticated', undefined, id);
    }
  }

  #subscribe(request: SubscribeRequest): void {
    const { faults } = this.#context;
    if (faults?.isSet && request.since !== undefined) {
      const detail = faults.ofCursor(this.#client as Client);
      if (detail !== undefined) throw new StreamError('cursor-too-old', detail, request.id);
    }
    this.#subscriptions.subscribe(request, this.#nowMs(), (beginning) => this.#reply(subscribed(request, beginning)));
  }

  /** The first message asks for something: it is handled once the session of the cookie is known. */
  async #openBySession(token: string, text: string): Promise<void> {
    const check = () => this.#context.guard.checkSession({ token, isUse: true }, this.#ip);
    await this.#authenticate(check, null, () => this.#handle(text));
  }

  /** request: the auth message, answered when it succeeds; null: the credentials came with the upgrade. */
  async #authenticate(
    check: () => Verdict | Promise<Verdict>,
    request: { readonly id: RequestId } | null,
    opened: () => void = () => {},
  ): Promise<void> {
    this.#state = 'checking';
    this.#inbox.hold();
    try {
      const verdict = await check();
      if (this.#isChecking()) this.#identified(verdict, request?.id);
      if (this.#isOpen() && request) this.#reply({ type: 'authenticated', id: request.id, clientID: this.clientId });
      if (this.#isOpen()) opened();
    } catch (error) {
      if (this.#isChecking()) this.#failed(error);
    }
    this.#inbox.release();
  }

  // Methods, because the compiler does not see that the state changes during an await.
  #isChecking(): boolean {
    return this.#state === 'checking';
  }

  #isOpen(): boolean {
    return this.#state === 'open';
  }

  #identified(client: Verdict, id: RequestId): void {
    const { roster, settings } = this.#context;
    if (client instanceof WrongCredentials) {
      this.#noteRefusal({ address: this.#ip, statusCode: '103' });
      this.#refuse(client, id);
    } else if (!mayStream(client)) {
      const { clientId, keyId, user } = client;
      this.#noteRefusal({ clientId, keyId, userId: user?.userId, address: this.#ip, statusCode: '111' });
      this.#fail(new StreamError('not-authorised', undefined, id), CLOSE.notAuthorised);
    } else {
      const refusal = roster.identify(this, client.clientId, settings);
      if (refusal === undefined) this.#open(client);
      else this.#fail(new StreamError(refusal, undefined, id), CLOSE.tooMany);
    }
  }

  #noteRefusal(fields: object): void {
    this.#context.refusals.note(Object.values(fields).join(' '), fields, 'stream: refused');
  }

  #open(client: Client): void {
    this.#remember(client);
    this.#state = 'open';
    this.#firstRequestByMs = this.#nowMs() + this.#context.settings.firstRequestMs;
    if (this.#accessChanged) void this.#renew();
    this.#takeFault();
  }

  /** A client has one more fault. */
  faultSet(clientId: string): void {
    if (this.#state === 'open' && this.clientId === clientId) this.#takeFault();
  }

  #takeFault(): void {
    const { faults } = this.#context;
    if (this.#client === null || !faults?.isSet) return;
    const fault = faults.ofConnection(this.#client);
    if (fault?.type === 'cut') this.#writer.cutAfter(fault.bytes, fault.isCut);
    else if (fault !== undefined) this.#leave(fault.reason);
  }

  /** It is checked again after a while, and when the key ends by itself (C94). */
  #remember(client: Client): void {
    const endsMs = client.endsAtUs === undefined ? Infinity : (client.endsAtUs - this.#context.exchange.nowUs()) / 1000;
    this.#client = client;
    this.#renewAtMs = this.#nowMs() + Math.min(this.#renewalMs, Math.max(0, endsMs));
  }

  get #renewalMs(): number {
    return this.#client?.user === undefined ? this.#context.settings.renewalMs : SESSION_RENEWAL_MS;
  }

  /** Looks again at what the client may do: it may have lost its key, its access or the method since. */
  async #renew(): Promise<void> {
    const { guard, log } = this.#context;
    if (this.#client === null || this.#state !== 'open') return;
    this.#renewAtMs = this.#nowMs() + this.#renewalMs;
    try {
      const client = await guard.renew(this.#client);
      if (!this.#isOpen()) return;
      if (client === undefined)
        this.close(CLOSE.notAuthenticated, this.#client.user ? 'the session is over' : 'the key is no longer valid');
      else if (!mayStream(client)) this.#fail(new StreamError('not-authorised'), CLOSE.notAuthorised);
      else this.#remember(client);
    } catch (error) {
      this.#renewAtMs = this.#nowMs() + RENEWAL_RETRY_MS;
      log.warn({ err: error, clientId: this.clientId }, 'stream: a key could not be checked again');
    }
  }

  #refuse({ secondsToWait: wait }: WrongCredentials, id: RequestId): void {
    if (wait === 0) this.#fail(new StreamError('authentication-failed', undefined, id), CLOSE.notAuthenticated);
    else this.#fail(new StreamError('too-many-failures', `wait ${wait} seconds`, id), CLOSE.tooMany);
  }

  /** Goes out at once: the peer may close next, and its close is answered by the WebSocket at once too. */
  #reply(message: object): void {
    this.#sendQueue.send(new Frame(JSON.stringify(message)), this.#nowMs());
    this.#sendQueue.flush();
  }

  #sendError(error: StreamError): void {
    this.#reply(errorMessage(error));
  }

  /** No credentials came, which counts as wrong ones do. */
  #failStranger(error: StreamError): void {
    this.#context.guard.countMissing(this.#ip);
    this.#noteRefusal({ address: this.#ip, statusCode: '103' });
    this.#fail(error, CLOSE.notAuthenticated);
  }

  /** An error that ends the connection: the message, then the close. */
  #fail(error: StreamError, close: number): void {
    this.#sendError(error);
    this.close(close, STREAM_ERRORS[error.code]);
  }

  /** patienceMs: how long a connection that still takes unsent bytes may go on taking them. */
  #leaveChannels(patienceMs = 0): void {
    this.#subscriptions.clear();
    if (this.#state === 'closing' || this.#state === 'closed') return;
    this.#state = 'closing';
    this.#watch.lost();
    const { closeGraceMs } = this.#context.settings;
    const graceMs = this.#client === null ? Math.min(STRANGER_GRACE_MS, closeGraceMs) : closeGraceMs;
    this.#closeMessage = new CloseMessage(this.#socket, graceMs, patienceMs, this.#nowMs());
  }

  /** A broken frame or a message too big: the WebSocket has sent its close itself. */
  #broken(error: Error): void {
    this.#context.log.info({ err: error, clientId: this.clientId }, 'stream: a connection failed');
    this.#leaveChannels();
  }

  #closed(): void {
    this.#inbox.end();
    this.#leaveChannels();
    this.#state = 'closed';
    this.#context.roster.leave(this);
  }
}
