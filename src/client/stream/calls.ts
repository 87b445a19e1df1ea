/**
 * Calls of methods over the stream (S17 to S19). Each has an idempotency key, so what had no answer when the line broke
 * is sent again on the next one, in the order in which it was called: done once, answered as it was.
 */
import { fullJitter, newKey } from '../backoff.ts';
import { ApiRefusal, NoAnswer, StreamClosed, StreamRefusal } from '../errors.ts';
import type { CallOptions } from '../http-calls.ts';
import type { Timers } from '../timers.ts';
import { isPassing } from './link.ts';
import type { Message } from './messages.ts';

export interface StreamCallSettings {
  /** Calls on their way at once; the others wait (1,000 of a connection at most: S18). */
  readonly underWayMax: number;
  /** Calls without an answer in all; more are refused here. */
  readonly waitingMax: number;
  /** From the call to its answer, milliseconds. */
  readonly totalMs: number;
}

export const STREAM_CALLS: Omit<StreamCallSettings, 'totalMs'> = { underWayMax: 500, waitingMax: 10_000 };

/** How often a call is repeated that the service could not take, and how long it waits each time. */
const REPEATS = { attempts: 8, baseMs: 100, capMs: 5000 };

/** Of one message (S17), which may have 64 KiB (S16); a character has up to 4 bytes. */
const BATCH = { callsMax: 100, lengthMax: 15_000 };

type Answer = Readonly<Record<string, unknown>>;

interface Call {
  readonly id: string;
  readonly op: string;
  readonly key: string;
  readonly message: object;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
  /** The times it was answered that it cannot be taken now. */
  failures: number;
  stop: () => void;
}

export interface CallsMeans {
  readonly timers: Timers;
  readonly random: () => number;
  readonly settings: StreamCallSettings;
  /** There is something to send. */
  readonly wake: () => void;
}

export class StreamCalls {
  readonly #means: CallsMeans;
  /** In the order of the calls; those that were sent on this line first. */
  readonly #calls = new Map<string, Call>();
  readonly #sent = new Set<string>();
  #send: ((message: object) => void) | null = null;
  #next = 1;
  #isFlushing = false;

  constructor(means: CallsMeans) {
    this.#means = means;
  }

  get isUsed(): boolean {
    return this.#calls.size > 0;
  }

  /** Rejects with ApiRefusal, NoAnswer, StreamRefusal, StreamClosed, or the signal's reason. */
  call(op: string, fields: Answer, { signal, idempotencyKey = newKey() }: CallOptions = {}): Promise<Answer> {
    const { settings, timers, wake } = this.#means;
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#calls.size >= settings.waitingMax) {
        throw new StreamRefusal('too-many-calls', `${settings.waitingMax} calls wait for their answers`);
      }
      const id = `c${this.#next++}`;
      const message = { op, id, idempotencyKey, fields };
      const tooLong = timers.after(settings.totalMs, () => this.#giveUp(id));
      const onAbort = () => this.#settle(id)?.reject(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      const stop = () => {
        tooLong();
        signal?.removeEventListener('abort', onAbort);
      };
      this.#calls.set(id, { id, op, key: idempotencyKey, message, resolve, reject, failures: 0, stop });
      this.#flush();
      wake();
    });
  }

  opened(send: (message: object) => void): void {
    this.#send = send;
    this.#flush();
  }

  cut(): void {
    this.#send = null;
    this.#sent.clear();
  }

  ended(error: Error | undefined): void {
    this.cut();
    for (const id of [...this.#calls.keys()]) {
      this.#settle(id)?.reject(error ?? new StreamClosed('the stream was closed before the answer'));
    }
  }

  /** Whether the message was about one of these. */
  received(message: Message): boolean {
    const id = String(message.id);
    const call = this.#calls.get(id);
    if (call === undefined) return id.startsWith('c') && (message.type === 'answer' || message.type === 'error');
    if (message.type === 'error') this.#failed(call, message);
    else if (message.type === 'answer') this.#answered(call, message);
    return true;
  }

  /** The service did not read one of the messages, and cannot say which: all are sent again, which is safe. */
  sendAgain(): void {
    const send = this.#send;
    this.#means.timers.after(REPEATS.baseMs * 10, () => {
      if (this.#send !== send) return;
      this.#sent.clear();
      this.#flush();
    });
  }

  #answered(call: Call, message: Message): void {
    const { type: _type, id: _id, op: _op, ...answer } = message;
    const refusal = ApiRefusal.of(answer, { method: call.op });
    if (refusal !== undefined && ['429', '503'].includes(refusal.statusCode) && this.#repeat(call)) return;
    const settled = this.#settle(call.id);
    if (refusal === undefined) settled?.resolve(answer);
    else settled?.reject(refusal);
  }

  #failed(call: Call, { code, message }: Message): void {
    // A venue that stops ends the line next: the call is sent again on another one.
    if (code === 'stopping') return;
    if (isPassing(String(code)) && this.#repeat(call)) return;
    this.#settle(call.id)?.reject(new StreamRefusal(String(code), String(message)));
  }

  /** Again after a while, with the same key. */
  #repeat(call: Call): boolean {
    const { timers, random } = this.#means;
    if (++call.failures >= REPEATS.attempts) return false;
    const send = this.#send;
    timers.after(fullJitter(REPEATS, call.failures, random), () => {
      if (this.#send !== send || !this.#calls.has(call.id)) return;
      this.#sent.delete(call.id);
      this.#flush();
    });
    return true;
  }

  #giveUp(id: string): void {
    const call = this.#settle(id);
    if (call === undefined) return;
    const cause = new Error(`no answer in ${this.#means.settings.totalMs} ms`);
    call.reject(new NoAnswer(call.op, { attempts: 1, mayBeDone: true, idempotencyKey: call.key, cause }));
  }

  #settle(id: string): Call | undefined {
    const call = this.#calls.get(id);
    if (call === undefined) return undefined;
    this.#calls.delete(id);
    this.#sent.delete(id);
    call.stop();
    this.#flush();
    return call;
  }

  /** Calls of one turn go together. */
  #flush(): void {
    if (this.#isFlushing || this.#send === null) return;
    this.#isFlushing = true;
    queueMicrotask(() => {
      this.#isFlushing = false;
      this.#sendWaiting();
    });
  }

  #sendWaiting(): void {
    const { underWayMax } = this.#means.settings;
    // The line may have gone since the turn began.
    if (this.#send === null || this.#sent.size >= Math.min(underWayMax, this.#calls.size)) return;
    let batch: object[] = [];
    let length = 0;
    for (const { id, message } of this.#calls.values()) {
      if (this.#sent.has(id)) continue;
      if (this.#sent.size >= underWayMax) break;
      this.#sent.add(id);
      const own = JSON.stringify(message).length;
      if (batch.length === BATCH.callsMax || length + own > BATCH.lengthMax) {
        this.#sendBatch(batch);
        batch = [];
        length = 0;
      }
      batch.push(message);
      length += own;
    }
    this.#sendBatch(batch);
  }

  #sendBatch(calls: readonly object[]): void {
    if (calls.length > 1) this.#send?.({ op: 'batch', calls });
    else if (calls.length === 1) this.#send?.(calls[0]!);
  }
}
