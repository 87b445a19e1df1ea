import { WebSocket } from 'ws';
import { ReplayFailure } from './failure.ts';
import type { TopCheck } from './top-check.ts';
import type { StreamedTop } from './top-text.ts';

export interface TopStreamSettings {
  /** ws://host:port/v3/stream */
  readonly url: string;
  readonly authorization: string;
  readonly securityId: number;
  /** Goes on after the last top of the check, instead of beginning with what the security shows now. */
  readonly resume: boolean;
  readonly retryMsMax: number;
  readonly retryDelayMs: number;
  /** A line on which nothing comes for this long, not even a heartbeat, is dead. */
  readonly silenceMsMax: number;
  readonly note: (line: string) => void;
}

interface StreamMessage extends StreamedTop {
  readonly type: string;
  readonly seq: number;
  readonly code: string;
  readonly message: string;
}

/**
 * Subscribed to the top of book of one security, across lost connections: each time it goes on after the last top that
 * it has, and nothing is taken that does not follow it (S10).
 */
export class TopStream {
  readonly #settings: TopStreamSettings;
  readonly #check: TopCheck;
  readonly #begun = Promise.withResolvers<void>();
  readonly #settled = Promise.withResolvers<void>();
  #socket: WebSocket | null = null;
  #hasBegun: boolean;
  /** After a gap, until the server goes on from before it, what comes is not taken. */
  #resuming = false;
  #isSettling = false;
  #ended = false;
  #lostAt: number | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(settings: TopStreamSettings, check: TopCheck) {
    this.#settings = settings;
    this.#check = check;
    this.#hasBegun = settings.resume;
    // Whoever waits later hears of it then.
    this.#begun.promise.catch(() => {});
    this.#settled.promise.catch(() => {});
    this.#connect();
  }

  /** Resolves when everything from now on will be received. */
  begun(): Promise<void> {
    return this.#begun.promise;
  }

  /** Resolves when everything that the server had published before this call is received. */
  settled(): Promise<void> {
    this.#isSettling = true;
    this.#ping();
    return this.#settled.promise;
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#socket?.terminate();
  }

  #connect(): void {
    const { url, authorization } = this.#settings;
    const socket = new WebSocket(url, { headers: { authorization } });
    this.#socket = socket;
    let reason = 'closed';
    const watch = setTimeout(() => socket.terminate(), this.#settings.silenceMsMax);
    socket.on('open', () => this.#subscribe());
    socket.on('message', (data) => {
      watch.refresh();
      this.#take(JSON.parse(String(data)) as StreamMessage);
    });
    socket.on('error', (error) => {
      reason = error.message;
    });
    socket.on('close', () => {
      clearTimeout(watch);
      this.#lose(reason);
    });
  }

  #subscribe(): void {
    const { securityId } = this.#settings;
    const after = this.#hasBegun ? { after: { [securityId]: this.#check.seq } } : {};
    this.#resuming = this.#hasBegun;
    this.#send({ op: 'subscribe', channel: 'topOfBook', securityIds: [String(securityId)], ...after });
  }

  #ping(): void {
    if (this.#isSettling && this.#socket?.readyState === WebSocket.OPEN && !this.#resuming) this.#send({ op: 'ping' });
  }

  #send(message: object): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #take(message: StreamMessage): void {
    if (message.type === 'subscribed') {
      this.#lostAt = null;
      this.#resuming = false;
      if (this.#hasBegun) this.#begun.resolve();
      this.#ping();
    } else if (message.type === 'snapshot') this.#takeSnapshot(message);
    else if (message.type === 'update') this.#takeUpdate(message);
    else if (message.type === 'pong') this.#pong();
    else if (message.type === 'error') this.#fail(`the stream answers ${message.code}: ${message.message}`);
  }

  /** One that was asked for before a gap showed does not say that all came. */
  #pong(): void {
    if (!this.#resuming) this.#settled.resolve();
  }

  #takeSnapshot({ seq }: StreamMessage): void {
    // What was missed is no longer kept: it cannot be checked.
    if (this.#hasBegun) this.#check.fail(`the stream no longer keeps what came after seq ${this.#check.seq}`);
    this.#check.begin(seq);
    this.#hasBegun = true;
    this.#begun.resolve();
  }

  #takeUpdate(message: StreamMessage): void {
    if (this.#resuming) return;
    const { seq } = this.#check;
    if (message.seq === seq + 1) this.#check.take(message.seq, message);
    else if (message.seq > seq) this.#subscribe();
    else this.#check.fail(`seq ${message.seq} came after seq ${seq}`);
  }

  #lose(reason: string): void {
    if (this.#ended) return;
    const nowMs = performance.now();
    const { note, retryDelayMs, retryMsMax } = this.#settings;
    if (this.#lostAt === null) note(`the stream is lost (${reason}); it goes on after seq ${this.#check.seq}`);
    this.#lostAt ??= nowMs;
    if (nowMs - this.#lostAt > retryMsMax) this.#fail(`the stream cannot be reached: ${reason}`);
    else this.#timer = setTimeout(() => this.#connect(), retryDelayMs);
  }

  #fail(message: string): void {
    const failure = new ReplayFailure(message);
    this.#check.fail(message);
    this.close();
    this.#begun.reject(failure);
    this.#settled.reject(failure);
  }
}
