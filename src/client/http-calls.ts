/** Calls over HTTP: repeated where that is safe, at the next address where there is one. */
import type { Addresses } from './addresses.ts';
import { type Backoff, fullJitter, newKey } from './backoff.ts';
import { ApiRefusal, NoAnswer, UnexpectedAnswer } from './errors.ts';
import { type Prepared, prepare, type Way, wayOf } from './request.ts';
import { sleep, type Timers } from './timers.ts';

export interface RetrySettings extends Backoff {
  /** Tries of one call in all; of several addresses, those of rounds in which none said 503. */
  readonly attempts: number;
  /** From the first try until no other is begun, milliseconds; the field `wait` of getEvents comes on top. */
  readonly totalMs: number;
  /** For one try, its answer included, milliseconds; six times that with files, and `wait` on top. */
  readonly attemptMs: number;
}

export const RETRY: RetrySettings = { attempts: 8, totalMs: 30_000, attemptMs: 10_000, baseMs: 100, capMs: 5000 };

/** Of several nodes that do not serve one does so soon: they are asked again after half to all of this. */
const MOVING_MS = 250;

export interface CallOptions {
  /** Ends the call; it rejects with the signal's reason. What was sent may have been done. */
  readonly signal?: AbortSignal | undefined;
  /** 1 to 200 visible ASCII characters; made where it is absent and the method takes one (C34). */
  readonly idempotencyKey?: string | undefined;
}

export interface HttpMeans {
  readonly addresses: Addresses;
  readonly authorization: string;
  readonly retry: RetrySettings;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly timers: Timers;
  readonly random: () => number;
}

type Answer = Readonly<Record<string, unknown>>;

/** One try: its answer, or why it may be worth another one. */
type Outcome =
  | { readonly answer: Answer }
  | { readonly refusal: ApiRefusal }
  | { readonly broken: unknown; readonly retryAfterMs?: number | undefined };

interface Call {
  readonly name: string;
  readonly way: Way;
  readonly prepared: Prepared;
  readonly key: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** How long the service may wait by itself before it answers. */
  readonly waitMs: number;
}

const FILES_TAKE = 6;

export class HttpCalls {
  readonly #means: HttpMeans;

  constructor(means: HttpMeans) {
    this.#means = means;
  }

  /** The whole answer of success. Throws ApiRefusal, NoAnswer, UnexpectedAnswer, or the signal's reason. */
  async call(name: string, fields: Answer, options: CallOptions = {}): Promise<Answer> {
    const way = wayOf(name);
    const key = way.repetition === 'key' ? (options.idempotencyKey ?? newKey()) : undefined;
    const headers: Record<string, string> = { authorization: this.#means.authorization };
    if (key !== undefined) headers['idempotency-key'] = key;
    const waitMs = typeof fields.wait === 'number' ? fields.wait * 1000 : 0;
    return this.#repeated({
      name,
      way,
      key,
      waitMs,
      signal: options.signal,
      prepared: prepare(way, fields, headers),
    });
  }

  async #repeated(call: Call): Promise<Answer> {
    const { retry, timers, random, addresses } = this.#means;
    const began = timers.now();
    const rounds = new Rounds();
    for (let attempt = 1; ; attempt++) {
      const base = addresses.current;
      const outcome = await this.#attempt(call, base);
      if ('answer' in outcome) return outcome.answer;
      const failure = failureOf(outcome, call, attempt);
      if (!isWorthAnother(outcome)) throw failure;
      const http = 'refusal' in outcome ? outcome.refusal.http : 0;
      if (http !== 429) addresses.failed(base);
      // Another address is asked at once; only a round that failed at all of them is waited for.
      const round = Math.floor((attempt - 1) / addresses.count);
      const isRoundOver = attempt % addresses.count === 0 || base === addresses.current;
      const isMoving = rounds.tried(addresses.count > 1 && http === 503, isRoundOver) && http !== 429;
      const pauseMs = () =>
        isMoving ? MOVING_MS * (0.5 + random() / 2) : Math.max(fullJitter(retry, round, random), retryAfterOf(outcome));
      const waitMs = isRoundOver ? pauseMs() : 0;
      if (rounds.tries >= retry.attempts || timers.now() - began + waitMs >= retry.totalMs + call.waitMs) throw failure;
      await sleep(timers, waitMs, call.signal);
    }
  }

  async #attempt(call: Call, base: string): Promise<Outcome> {
    const { timers, retry } = this.#means;
    call.signal?.throwIfAborted();
    const ending = new AbortController();
    const onAbort = () => ending.abort(call.signal?.reason);
    call.signal?.addEventListener('abort', onAbort, { once: true });
    const attemptMs = retry.attemptMs * (call.way.takesFiles ? FILES_TAKE : 1) + call.waitMs;
    const tooLong = timers.after(attemptMs, () => ending.abort(new Error(`no answer in ${attemptMs} ms`)));
    try {
      const { path, init } = call.prepared;
      const response = await this.#means.fetch(base + path, { ...init, signal: ending.signal });
      return outcomeOf(response, await response.text(), call.name);
    } catch (error) {
      if (call.signal?.aborted) throw call.signal.reason;
      return { broken: innermost(error) };
    } finally {
      tooLong();
      call.signal?.removeEventListener('abort', onAbort);
    }
  }
}

/** Counts the tries of a call. Those of a round in which one of several addresses said 503 do not count. */
class Rounds {
  tries = 0;
  #ofThis = 0;
  #isMoving = false;

  /** Whether it ends such a round. */
  tried(isMoving: boolean, isLast: boolean): boolean {
    this.tries++;
    this.#ofThis++;
    this.#isMoving ||= isMoving;
    if (!isLast) return false;
    const wasMoving = this.#isMoving;
    if (wasMoving) this.tries -= this.#ofThis;
    this.#ofThis = 0;
    this.#isMoving = false;
    return wasMoving;
  }
}

function outcomeOf(response: Response, text: string, method: string): Outcome {
  const http = response.status;
  const retryAfterMs = retryAfter(response.headers.get('retry-after'));
  const answer = envelopeOf(text);
  if (answer === undefined) return { broken: new UnexpectedAnswer(method, http, text), retryAfterMs };
  const refusal = ApiRefusal.of(answer, { method, http, retryAfterMs });
  return refusal === undefined ? { answer } : { refusal };
}

function envelopeOf(text: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'statusCode' in value ? (value as Answer) : undefined;
  } catch {
    return undefined;
  }
}

/** Seconds only: dates would need a clock that agrees with the server's. */
function retryAfter(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined;
}

function retryAfterOf(outcome: Outcome): number {
  const waitMs =
    'refusal' in outcome ? outcome.refusal.retryAfterMs : (outcome as { retryAfterMs?: number }).retryAfterMs;
  return waitMs ?? 0;
}

/** Every call is safe to repeat: it is a read or has a key. */
function isWorthAnother(outcome: Outcome): boolean {
  if ('refusal' in outcome) {
    const { http } = outcome.refusal;
    return http === 429 || http === 503;
  }
  const isForGood = 'broken' in outcome && outcome.broken instanceof UnexpectedAnswer && outcome.broken.http < 500;
  return !isForGood;
}

function failureOf(outcome: Exclude<Outcome, { answer: Answer }>, call: Call, attempts: number): Error {
  if ('refusal' in outcome) return outcome.refusal;
  if (outcome.broken instanceof UnexpectedAnswer) return outcome.broken;
  const mayBeDone = call.way.repetition !== 'read';
  return new NoAnswer(call.name, { attempts, mayBeDone, idempotencyKey: call.key, cause: outcome.broken });
}

/** Node says "fetch failed", and in its cause why. */
function innermost(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}
