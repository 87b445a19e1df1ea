/** Calls over HTTP: repeated where that is safe, at the next address where there is one. */
import type { Addresses } from '../shared/index.ts';
import {
  ApiRefusal,
  type Backoff,
  fullJitter,
  isOver,
  NeverSent,
  NoAnswer,
  newKey,
  sleep,
  type Timers,
  UnexpectedAnswer,
} from '../shared/index.ts';
import { type Prepared, prepare, type Way, wayOf } from './request.ts';

export interface RetrySettings extends Backoff {
  /** For one try, its answer included, milliseconds; six times that with files, and the field `wait` on top. */
  readonly attemptMs: number;
}

export const RETRY: RetrySettings = { attemptMs: 10_000, baseMs: 100, capMs: 5000 };

/** Of several nodes that do not serve one does so soon: they are asked again after half to all of this. */
const MOVING_MS = 250;

export interface CallOptions {
  /** Ends the call; it rejects with the signal's reason. What was sent may have been done. */
  readonly signal?: AbortSignal | undefined;
  /** 1 to 200 visible ASCII characters; made where it is absent and the method takes one (C34). */
  readonly idempotencyKey?: string | undefined;
  /**
   * The call is not sent after this; what was sent before may still be answered. Rejects with NeverSent where it was
   * not sent by then, with NoAnswer where it was and its outcome is unknown.
   */
  readonly goodUntil?: Date | undefined;
}

export interface HttpDeps {
  /** From the call until it is given up, milliseconds. */
  readonly budgetMs: number;
  readonly addresses: Addresses;
  /** Of each call: the key, or what a page of the service sends with its cookie. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly retry: RetrySettings;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly timers: Timers;
  readonly random: () => number;
}

type Answer = Readonly<Record<string, unknown>>;

/** Milliseconds since 1970. Throws TypeError for an invalid date. */
export function deadlineOf({ goodUntil }: CallOptions): number | undefined {
  const deadlineMs = goodUntil?.getTime();
  if (Number.isNaN(deadlineMs)) throw new TypeError('goodUntil is not a valid date');
  return deadlineMs;
}

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
  /** Milliseconds since 1970; undefined: there is no deadline. */
  readonly goodUntilMs: number | undefined;
  /** How long the service may wait by itself before it answers. */
  readonly waitMs: number;
}

const FILES_TAKE = 6;

export class HttpCalls {
  readonly #deps: HttpDeps;

  constructor(deps: HttpDeps) {
    this.#deps = deps;
  }

  /** The whole answer of success. Throws ApiRefusal, NoAnswer, UnexpectedAnswer, or the signal's reason. */
  async call(name: string, fields: Answer, options: CallOptions = {}): Promise<Answer> {
    const way = wayOf(name);
    const key = way.repetition === 'key' ? (options.idempotencyKey ?? newKey()) : undefined;
    const headers: Record<string, string> = { ...this.#deps.headers() };
    if (key !== undefined) headers['idempotency-key'] = key;
    const waitMs = typeof fields.wait === 'number' ? fields.wait * 1000 : 0;
    return this.#repeated({
      name,
      way,
      key,
      waitMs,
      signal: options.signal,
      goodUntilMs: deadlineOf(options),
      prepared: prepare(way, fields, headers),
    });
  }

  async #repeated(call: Call): Promise<Answer> {
    const { budgetMs, retry, timers, random, addresses } = this.#deps;
    const endMs = timers.now() + budgetMs * (call.way.takesFiles ? FILES_TAKE : 1) + call.waitMs;
    const details = { attempts: 0, idempotencyKey: call.key, cause: new Error('its time is over') };
    let failure: Error = new NeverSent(call.name, details);
    let isMoving = false;
    let mayBeDone = false;
    for (let attempt = 1; timers.now() < endMs && !isOver(timers, call.goodUntilMs); attempt++) {
      const base = addresses.current;
      const outcome = await this.#attempt(call, base, endMs);
      if ('answer' in outcome) return outcome.answer;
      mayBeDone ||= 'broken' in outcome && mayHaveArrived(outcome.broken);
      failure = failureOf(outcome, call, { attempts: attempt, mayBeDone });
      if (!isWorthAnother(outcome)) throw failure;
      const http = 'refusal' in outcome ? outcome.refusal.http : 0;
      if (http !== 429) addresses.failed(base);
      isMoving ||= addresses.count > 1 && http === 503;
      // Another address is asked at once; only a round that failed at all of them is waited for.
      if (attempt % addresses.count !== 0 && base !== addresses.current) continue;
      const round = Math.floor((attempt - 1) / addresses.count);
      const waitMs =
        isMoving && http !== 429
          ? MOVING_MS * (0.5 + random() / 2)
          : Math.max(fullJitter(retry, round, random), retryAfterOf(outcome));
      isMoving = false;
      if (timers.now() + waitMs >= endMs || isOver(timers, call.goodUntilMs, waitMs)) throw failure;
      await sleep(timers, waitMs, call.signal);
    }
    throw failure;
  }

  async #attempt(call: Call, base: string, endMs: number): Promise<Outcome> {
    const { timers, retry } = this.#deps;
    call.signal?.throwIfAborted();
    const ending = new AbortController();
    const onAbort = () => ending.abort(call.signal?.reason);
    call.signal?.addEventListener('abort', onAbort, { once: true });
    const longestMs = retry.attemptMs * (call.way.takesFiles ? FILES_TAKE : 1) + call.waitMs;
    const attemptMs = Math.min(longestMs, endMs - timers.now());
    const tooLong = timers.after(attemptMs, () => ending.abort(new Error(`no answer in ${attemptMs} ms`)));
    try {
      const { path, init } = call.prepared;
      const response = await this.#deps.fetch(base + path, { ...init, signal: ending.signal });
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

function failureOf(
  outcome: Exclude<Outcome, { answer: Answer }>,
  { name, way, key }: Call,
  { attempts, mayBeDone }: { readonly attempts: number; readonly mayBeDone: boolean },
): Error {
  const isRead = way.repetition === 'read';
  // A final refusal is the outcome, also of the tries before it: they had the same key.
  if ('refusal' in outcome && (isRead || !mayBeDone || !isWorthAnother(outcome))) return outcome.refusal;
  const cause = 'refusal' in outcome ? outcome.refusal : outcome.broken;
  if (cause instanceof UnexpectedAnswer) return cause;
  const details = { attempts, idempotencyKey: key, cause };
  return mayBeDone ? new NoAnswer(name, { ...details, mayBeDone: !isRead }) : new NeverSent(name, details);
}

/** Codes of Node where no connection was made, so nothing was sent. Browsers do not say. */
const NOT_CONNECTED: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function mayHaveArrived(error: unknown): boolean {
  return !(error instanceof Error && 'code' in error && NOT_CONNECTED.has(error.code));
}

/** Node says "fetch failed", and in its cause why. */
function innermost(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}
