import { randomUUID } from 'node:crypto';
import type { AdvanceState, ClockAdvance, Happened, HappenedPage } from '../../modules/sandbox/index.ts';
import type { Timers } from '../../time/timers.ts';
import type { Microseconds, Milliseconds } from '../../time/units.ts';

/** What happens later is only counted. */
const EVENTS_MAX = 10_000;

/** One move of the clock: how far it has come, and what happened on the way. */
export class Advance implements ClockAdvance {
  readonly id = randomUUID();
  readonly fromUs: Microseconds;
  readonly toUs: Microseconds;
  nowUs: Microseconds;
  state: AdvanceState = 'Under way';
  reason: string | null = null;
  moments = 0;
  readonly #timers: Pick<Timers, 'after' | 'nowMs'>;
  readonly #startedMs: number;
  #tookMs: number | undefined;
  readonly #ended = Promise.withResolvers<void>();
  readonly #counts = new Map<string, Map<string, number>>();
  readonly #events: Happened[] = [];

  constructor(fromUs: Microseconds, toUs: Microseconds, timers: Pick<Timers, 'after' | 'nowMs'>) {
    this.fromUs = fromUs;
    this.toUs = toUs;
    this.nowUs = fromUs;
    this.#timers = timers;
    this.#startedMs = timers.nowMs();
  }

  get tookMs(): number {
    return Math.round(this.#tookMs ?? this.#timers.nowMs() - this.#startedMs);
  }

  async endedWithin(ms: Milliseconds): Promise<void> {
    const late = Promise.withResolvers<void>();
    const cancel = this.#timers.after(ms, late.resolve);
    await Promise.race([this.#ended.promise, late.promise]);
    cancel();
  }

  reached(nowUs: Microseconds): void {
    this.nowUs = nowUs;
    this.moments++;
  }

  add(event: Happened): void {
    const counts = this.#counts.get(event.clientId) ?? new Map<string, number>();
    this.#counts.set(event.clientId, counts);
    counts.set(event.name, (counts.get(event.name) ?? 0) + 1);
    if (this.#events.length < EVENTS_MAX) this.#events.push(event);
  }

  /** @param reason why it failed; absent: it is done */
  end(reason: string | null = null): void {
    this.state = reason === null ? 'Done' : 'Failed';
    this.reason = reason;
    this.#tookMs = this.#timers.nowMs() - this.#startedMs;
    this.#ended.resolve();
  }

  countsOf(clientId: string): Record<string, number> {
    const own = this.#counts.get(clientId) ?? new Map<string, number>();
    return Object.fromEntries([...(this.#counts.get('') ?? []), ...own].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  happened(clientId: string, after: number, limit: number): HappenedPage {
    const events: Happened[] = [];
    let next = after;
    for (; next < this.#events.length && events.length < limit; next++) {
      const event = this.#events[next] as Happened;
      if (event.clientId === '' || event.clientId === clientId) events.push(event);
    }
    return { events, next: next < this.#events.length ? next : null };
  }
}
