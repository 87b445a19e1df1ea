import { Client } from 'undici';
import { AnswerReader, type HttpAnswer } from './answer-reader.ts';
import { ReplayFailure } from './failure.ts';

export interface HttpRequest {
  readonly verb: 'POST' | 'PUT';
  readonly path: string;
  /** JSON. */
  readonly body: string;
  readonly authorization: string;
  /** Idempotency-Key; absent for calls that may be made twice. */
  readonly key?: string;
}

export interface HttpReply {
  readonly httpStatus: number;
  /** True when the server gave the answer of an earlier request with the same key. */
  readonly replayed: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface ConnectionSettings {
  /** http://host:port */
  readonly url: string;
  /** Requests in flight at most. */
  readonly window: number;
  /** How long a lost server is waited for. */
  readonly retryMsMax: number;
  readonly retryDelayMs: number;
  /** An answer that takes longer counts as lost. */
  readonly answerMsMax: number;
  readonly note: (line: string) => void;
}

interface Unanswered {
  readonly request: HttpRequest;
  readonly resolve: (reply: HttpReply) => void;
  readonly reject: (error: Error) => void;
}

/** The server cannot take the call now: it is asked again, like one that cannot be reached. */
const TRY_LATER: ReadonlySet<number> = new Set([429, 503]);

/**
 * One connection on which requests are pipelined: they take effect in the order of the calls. When it is lost, all
 * that is unanswered is sent again on a new one, in the same order and with the same idempotency keys, so that each
 * takes effect once.
 */
export class OrderedConnection {
  readonly #settings: ConnectionSettings;
  readonly #unanswered: Unanswered[] = [];
  /** null while the server cannot be reached. */
  #line: Client | null;
  #failure: Error | null = null;
  /** Since when no answer came, by the monotonic clock, in milliseconds; null while all is well. */
  #lostAt: number | null = null;
  #waiters: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** How often the server was lost; attempts to reach it again are not counted. */
  losses = 0;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
    this.#line = this.#open();
  }

  call(request: HttpRequest): Promise<HttpReply> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      const unanswered = { request, resolve, reject };
      this.#unanswered.push(unanswered);
      if (this.#line !== null) this.#send(this.#line, unanswered);
    });
  }

  get inFlight(): number {
    return this.#unanswered.length;
  }

  /** Resolves when fewer requests than the window are in flight; undefined when that is so now. */
  room(): Promise<void> | undefined {
    return this.#failure === null && this.inFlight < this.#settings.window
      ? undefined
      : this.#until(this.#settings.window - 1);
  }

  drained(): Promise<void> {
    return this.#until(0);
  }

  /** Ends the connection; whoever waits for it gets the failure. */
  async close(failure: Error = new ReplayFailure('the connection is closed')): Promise<void> {
    this.#fail(failure);
    const line = this.#line;
    this.#line = null;
    await line?.destroy();
  }

  async #until(inFlightMax: number): Promise<void> {
    while (this.#failure === null && this.inFlight > inFlightMax) {
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    }
    if (this.#failure !== null) throw this.#failure;
  }

  #open(): Client {
    const { url, window, answerMsMax } = this.#settings;
    const line = new Client(url, {
      pipelining: window,
      headersTimeout: answerMsMax,
      bodyTimeout: answerMsMax,
      connect: { timeout: answerMsMax },
    });
    line.on('disconnect', (_url, _targets, error) => {
      if (this.inFlight > 0) this.#lose(line, error);
    });
    return line;
  }

  #send(line: Client, unanswered: Unanswered): void {
    const { verb, path, body, authorization, key } = unanswered.request;
    const headers: Record<string, string> = { authorization, 'content-type': 'application/json' };
    if (key !== undefined) headers['idempotency-key'] = key;
    // idempotent and blocking are undici's conditions for the next request to follow before this one's answer.
    line.dispatch(
      { method: verb, path, headers, body, idempotent: true, blocking: false },
      new AnswerReader(
        (answer) => this.#answered(line, unanswered, answer),
        (error) => this.#lose(line, error),
      ),
    );
  }

  #answered(line: Client, unanswered: Unanswered, answer: HttpAnswer): void {
    if (line !== this.#line) return;
    if (TRY_LATER.has(answer.httpStatus)) {
      this.#lose(line, new Error(`HTTP ${answer.httpStatus}`));
      return;
    }
    if (this.#unanswered.shift() !== unanswered) throw new Error('an answer came out of order');
    if (this.#lostAt !== null) this.#settings.note('the server answers again');
    this.#lostAt = null;
    const fields = fieldsOf(answer.text);
    if (fields === undefined) {
      const failure = new ReplayFailure(`${unanswered.request.path}: HTTP ${answer.httpStatus} without a JSON object`);
      unanswered.reject(failure);
      this.#fail(failure);
      return;
    }
    const replayed = answer.headers['idempotency-replayed'] === 'true';
    unanswered.resolve({ httpStatus: answer.httpStatus, replayed, fields });
    this.#wake();
  }

  #lose(line: Client, error: Error): void {
    if (line !== this.#line) return;
    this.#line = null;
    // Not in the middle of undici's own work, and before it connects again: it would send the rest without the first.
    queueMicrotask(() => void line.destroy());
    const nowMs = performance.now();
    const { retryMsMax, retryDelayMs, note } = this.#settings;
    if (this.#lostAt === null) {
      this.#lostAt = nowMs;
      this.losses++;
      note(`${this.inFlight} calls are unanswered (${error.message}); they are sent again`);
    } else if (nowMs - this.#lostAt > retryMsMax) {
      this.#fail(new ReplayFailure(`the server does not answer: ${error.message}`));
      return;
    }
    this.#timer = setTimeout(() => this.#sendAgain(), retryDelayMs);
  }

  #sendAgain(): void {
    const line = this.#open();
    this.#line = line;
    for (const unanswered of this.#unanswered) this.#send(line, unanswered);
  }

  #fail(failure: Error): void {
    clearTimeout(this.#timer);
    this.#failure ??= failure;
    for (const { reject } of this.#unanswered.splice(0)) reject(this.#failure);
    this.#wake();
  }

  #wake(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiters) waiter();
  }
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const fields: unknown = JSON.parse(text);
    return typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
