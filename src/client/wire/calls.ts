/**
 * Calls of methods over the stream (S17 to S19). Each has an idempotency key: an unanswered call is sent again on the
 * next connection and done once. Calls take effect in the order in which they were made: one that the service could not
 * take is sent again only where no later one was done.
 */

import { type CallOptions, deadlineOf } from '../http/index.ts';
import {
  ApiRefusal,
  fullJitter,
  isOver,
  NeverSent,
  NoAnswer,
  newKey,
  StreamClosed,
  StreamRefusal,
  type Timers,
} from '../shared/index.ts';
import { isPassing } from './link.ts';
import type { Message } from './messages.ts';
import { Pace } from './pace.ts';

export interface StreamCallSettings {
  /** Calls on their way at once; the others wait (1,000 of a connection at most: S18). */
  readonly underWayMax: number;
  /** Calls without an answer in all; more are refused here. */
  readonly waitingMax: number;
  /** From the call to its answer, milliseconds. */
  readonly totalMs: number;
}

export const STREAM_CALLS: Omit<StreamCallSettings, 'totalMs'> = { underWayMax: 500, waitingMax: 10_000 };

/** How long a call waits each time that the service could not take it. */
const REPEATS = { baseMs: 100, capMs: 5000 };

/** Until a deadline is checked again: the clock may have been set meanwhile. */
const WATCH_MS = 10_000;

/** Messages with calls: below callFramesPerSecondMax of the service (S16), which reads more than those later. */
const PACE = { atOnce: 1000, perSecond: 2500 };

/** Of one message (S17), which may have 64 KiB (S16); a character has up to 4 bytes. */
const BATCH = { callsMax: 100, lengthMax: 15_000 };

type Answer = Readonly<Record<string, unknown>>;

interface Call {
  readonly id: string;
  /** Its place in the order of the calls. */
  readonly number: number;
  readonly op: string;
  readonly key: string;
  /** As it is sent: written once, however often it is sent. */
  readonly text: string;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
  /** Milliseconds since 1970; undefined: there is no deadline. */
  readonly goodUntilMs: number | undefined;
  readonly stop: () => void;
  /** The times it was sent. */
  tries: number;
  /** The times it was answered that it cannot be taken now. */
  failures: number;
  /** The last such answer. */
  refusal: Error | undefined;
  /** It was sent on a connection that ended without an answer. */
  mayBeDone: boolean;
  stopWatch: () => void;
}

export interface CallsDeps {
  readonly timers: Timers;
  readonly random: () => number;
  readonly settings: StreamCallSettings;
  /** There is something to send. */
  readonly wake: () => void;
}

export class StreamCalls {
  readonly #deps: CallsDeps;
  /** In the order of the calls; those that were sent on this connection first. */
  readonly #calls = new Map<string, Call>();
  readonly #sent = new Set<string>();
  /** Of those sent, the ones that the service could not take. */
  readonly #refused = new Set<Call>();
  /** Calls that may be under way: one after a refusal, then twice as many with each success. */
  #window: number;
  readonly #pace: Pace;
  #send: ((text: string) => void) | null = null;
  #next = 1;
  #isFlushing = false;
  #stopTimer: () => void = () => {};

  constructor(deps: CallsDeps) {
    this.#deps = deps;
    this.#window = deps.settings.underWayMax;
    this.#pace = new Pace(deps.timers, PACE);
  }

  get isUsed(): boolean {
    return this.#calls.size > 0;
  }

  /** Rejects with ApiRefusal, NoAnswer, NeverSent, StreamRefusal, StreamClosed, or the signal's reason. */
  call(op: string, fields: Answer, options: CallOptions = {}): Promise<Answer> {
    const { settings, timers, wake } = this.#deps;
    const { signal, idempotencyKey = newKey() } = options;
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const goodUntilMs = deadlineOf(options);
      if (this.#calls.size >= settings.waitingMax) {
        throw new StreamRefusal('too-many-calls', `${settings.waitingMax} calls wait for their answers`);
      }
      wake();
      const number = this.#next++;
      const id = `c${number}`;
      const text = JSON.stringify({ op, id, idempotencyKey, fields });
      const tooLong = timers.after(settings.totalMs, () => this.#giveUp(id));
      const onAbort = () => this.#settle(id)?.reject(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      const stop = () => {
        tooLong();
        call.stopWatch();
        signal?.removeEventListener('abort', onAbort);
      };
      const call: Call = {
        ...{ id, number, op, key: idempotencyKey, text, resolve, reject, goodUntilMs, stop },
        ...{ tries: 0, failures: 0, refusal: undefined, mayBeDone: false, stopWatch: () => {} },
      };
      this.#calls.set(id, call);
      this.#watch(call);
      this.#flush();
    });
  }

  opened(send: (text: string) => void): void {
    this.#send = send;
    this.#window = this.#deps.settings.underWayMax;
    this.#pace.restart();
    this.#flush();
  }

  cut(): void {
    this.#send = null;
    this.#stopTimer();
    const sent = [...this.#sent].map((id) => this.#calls.get(id)!);
    const unanswered = sent.findLast((call) => !this.#refused.has(call));
    // It may have been done.
    if (unanswered !== undefined) this.#rejectBefore(unanswered);
    for (const call of sent) call.mayBeDone ||= !this.#refused.has(call);
    this.#refused.clear();
    this.#sent.clear();
    for (const { id } of sent) this.#late(id);
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

  #answered(call: Call, message: Message): void {
    const { type: _type, id: _id, op: _op, ...answer } = message;
    const refusal = ApiRefusal.of(answer, { method: call.op });
    if (refusal === undefined) {
      this.#window = Math.min(this.#window * 2, this.#deps.settings.underWayMax);
      this.#rejectBefore(call);
      this.#settle(call.id)?.resolve(answer);
    } else if (['429', '503'].includes(refusal.statusCode)) {
      this.#holdBack(call, refusal);
    } else {
      this.#settle(call.id)?.reject(refusal);
    }
  }

  #failed(call: Call, { code, message }: Message): void {
    const refusal = new StreamRefusal(String(code), String(message));
    if (isPassing(refusal.code)) this.#holdBack(call, refusal);
    else this.#settle(call.id)?.reject(refusal);
  }

  /** The call is sent again with the same key, unless a later one is done first. */
  #holdBack(call: Call, refusal: Error): void {
    call.failures += 1;
    call.refusal = refusal;
    this.#refused.add(call);
    this.#window = 1;
    this.#late(call.id);
    this.#sendAgainWhenQuiet();
  }

  /** Refused calls that would take effect after a later call are not repeated. */
  #rejectBefore(later: Call): void {
    for (const call of this.#refused) if (call.number < later.number) this.#fail(call, 'a later call came first');
  }

  /** Once every call on this connection is answered, all refused ones are sent again, in the order of the calls. */
  #sendAgainWhenQuiet(): void {
    const first = this.#refused.values().next().value;
    if (first === undefined || this.#refused.size < this.#sent.size || this.#send === null) return;
    const { timers, random } = this.#deps;
    this.#stopTimer();
    this.#stopTimer = timers.after(fullJitter(REPEATS, first.failures, random), () => {
      this.#refused.clear();
      this.#sent.clear();
      this.#flush();
    });
  }

  #giveUp(id: string): void {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    call.mayBeDone ||= this.#isUnanswered(call);
    this.#fail(call, `no answer in ${this.#deps.settings.totalMs} ms`);
  }

  #isUnanswered(call: Call): boolean {
    return this.#sent.has(call.id) && !this.#refused.has(call);
  }

  #watch(call: Call): void {
    const { timers } = this.#deps;
    if (call.goodUntilMs === undefined) return;
    const leftMs = call.goodUntilMs - timers.dateMs();
    if (leftMs <= 0) this.#late(call.id);
    else call.stopWatch = timers.after(Math.min(leftMs, WATCH_MS), () => this.#watch(call));
  }

  /** The deadline of a call may be over: then it is not sent any more. One that was sent waits for its answer. */
  #late(id: string): void {
    const call = this.#calls.get(id);
    if (call === undefined || !isOver(this.#deps.timers, call.goodUntilMs) || this.#isUnanswered(call)) return;
    this.#fail(call, 'its time is over');
  }

  #fail(call: Call, why: string): void {
    const { op, key, tries, refusal, mayBeDone } = call;
    const details = { attempts: tries, idempotencyKey: key, cause: refusal ?? new Error(why) };
    const error = mayBeDone ? new NoAnswer(op, { ...details, mayBeDone }) : (refusal ?? new NeverSent(op, details));
    this.#settle(call.id)?.reject(error);
  }

  #settle(id: string): Call | undefined {
    const call = this.#calls.get(id);
    if (call === undefined) return undefined;
    this.#calls.delete(id);
    this.#sent.delete(id);
    this.#refused.delete(call);
    call.stop();
    this.#sendAgainWhenQuiet();
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
    // The connection may have ended since the turn began.
    if (this.#send === null || this.#refused.size > 0) return;
    if (this.#sent.size >= Math.min(this.#window, this.#calls.size)) return;
    let batch: string[] = [];
    let length = 0;
    for (const call of this.#calls.values()) {
      const { id, text } = call;
      if (this.#sent.has(id)) continue;
      if (this.#sent.size >= this.#window) break;
      if (isOver(this.#deps.timers, call.goodUntilMs)) {
        this.#late(id);
        continue;
      }
      if (batch.length === BATCH.callsMax || length + text.length > BATCH.lengthMax) {
        this.#sendBatch(batch);
        batch = [];
        length = 0;
      }
      if (batch.length === 0 && !this.#pace.take()) {
        this.#stopTimer();
        this.#stopTimer = this.#deps.timers.after(this.#pace.waitMs, () => this.#flush());
        return;
      }
      this.#sent.add(id);
      call.tries += 1;
      batch.push(text);
      length += text.length;
    }
    this.#sendBatch(batch);
  }

  #sendBatch(calls: readonly string[]): void {
    if (calls.length > 1) this.#send?.(`{"op":"batch","calls":[${calls.join(',')}]}`);
    else if (calls.length === 1) this.#send?.(calls[0]!);
  }
}
