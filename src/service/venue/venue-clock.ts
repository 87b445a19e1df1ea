/**
 * The clock of a sandbox, which integrators stop, let run and move on (Z1). A move is a walk from one moment at which
 * something is due to the next: the venue opens and closes, orders expire, batches go to the bank, webhooks are tried
 * again, each at its own time. No time passes while anything of a moment is under way, so what happens depends on
 * nothing but what was there, whether the clock is moved once by a year or a thousand times by hours.
 *
 * The journal knows each change of its course, and each moment before anything but the venue itself does something at
 * it: after a crash time goes on from there, and a move goes on to where it was to end (Z2).
 */
import type { Logger } from 'pino';
import { easternDate, endOfDate } from '../../calendar/eastern-time.ts';
import type { ClockCourse, ExchangeEvent } from '../../exchange/api/index.ts';
import type { LiveExchange } from '../../exchange/live-exchange.ts';
import type { SandboxClock } from '../../modules/sandbox/index.ts';
import { jobFailed } from '../../time/failed-jobs.ts';
import type { MovableTime } from '../../time/movable-time.ts';
import type { Timers } from '../../time/timers.ts';
import type { Microseconds } from '../../time/units.ts';
import { type Outbox, type RecordKey, webhooksOf } from '../../webhooks/index.ts';
import { Advance } from './advance.ts';

export interface VenueClockDeps {
  readonly time: MovableTime;
  readonly exchange: Pick<
    LiveExchange,
    'submit' | 'subscribe' | 'security' | 'state' | 'calendar' | 'alwaysOpen' | 'lastEventSeq'
  >;
  readonly outbox: Pick<Outbox, 'changes'>;
  /** Resolves once the order history has what happened. */
  readonly historyReached: (eventSeq: number) => Promise<void>;
  readonly timers: Pick<Timers, 'after' | 'nowMs'>;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

/** From one step of a clock that runs at another rate than 1 to the next. */
const STEP_MS = 50;
/** Those that can be asked for. */
const ADVANCES_KEPT = 20;

export class VenueClock implements SandboxClock {
  readonly #deps: VenueClockDeps;
  readonly #advances = new Map<string, Advance>();
  rate: number;
  advance: Advance | undefined;
  /** From where it runs at its rate. */
  #from: { readonly atUs: Microseconds; readonly systemUs: Microseconds };
  /** Changes of its course, one after the other. */
  #work: Promise<unknown> = Promise.resolve();
  #cancelStep = () => {};
  readonly #stop = new AbortController();

  constructor(deps: VenueClockDeps) {
    const { time, exchange } = deps;
    this.#deps = deps;
    this.rate = exchange.state.counters.clock?.rate ?? 1;
    this.#from = { atUs: time.nowUs(), systemUs: time.systemUs() };
  }

  /** An advance that a stop or a crash cut off goes on. */
  start(): void {
    const until = this.#deps.exchange.state.counters.clock?.until ?? null;
    if (until !== null) this.begin(until);
    else this.#planStep();
  }

  /** The next start goes on with what is under way. */
  async end(): Promise<void> {
    this.#stop.abort();
    this.#cancelStep();
    await this.#work;
  }

  /** On its way the last moment that is in the journal: a later one may not have been, after a crash. */
  nowUs(): Microseconds {
    const { advance } = this;
    return advance?.state === 'Under way' ? advance.nowUs : this.#deps.time.nowUs();
  }

  /** Of a market that never closes: when its next trading day begins. */
  get nextOpeningUs(): Microseconds | undefined {
    const { calendar, alwaysOpen } = this.#deps.exchange;
    if (alwaysOpen) return endOfDate(easternDate(this.nowUs()));
    const next = calendar.nextTransition(this.nowUs(), null);
    return (next?.market === 'closed' ? calendar.nextTransition(next.time, null) : next)?.time;
  }

  advanceOf(id: string): Advance | undefined {
    return this.#advances.get(id);
  }

  setRate(rate: number): Promise<void> {
    return this.#afterWork(async () => {
      const { time } = this.#deps;
      this.#cancelStep();
      time.freeze();
      await time.settled();
      await this.#journal({ rate, systemUs: time.systemUs(), until: null });
      this.rate = rate;
      this.#goOn();
    });
  }

  begin(toUs: Microseconds): Advance {
    const { time, timers } = this.#deps;
    this.#cancelStep();
    const advance = new Advance(time.nowUs(), toUs, timers);
    this.advance = advance;
    this.#advances.set(advance.id, advance);
    for (const id of this.#advances.keys()) {
      if (this.#advances.size <= ADVANCES_KEPT) break;
      this.#advances.delete(id);
    }
    void this.#afterWork(() => this.#move(advance));
    return advance;
  }

  #afterWork(work: () => Promise<void>): Promise<void> {
    const done = this.#work.then(work);
    this.#work = done.catch(() => {});
    return done;
  }

  async #move(advance: Advance): Promise<void> {
    const { time, exchange, historyReached, log } = this.#deps;
    const { toUs } = advance;
    time.freeze();
    const forget = this.#observe(advance);
    try {
      await this.#journal(this.#courseTo(toUs));
      await time.walk(toUs, {
        reached: async (nowUs) => {
          await this.#journal(this.#courseTo(toUs));
          advance.reached(nowUs);
        },
        signal: this.#stop.signal,
      });
      if (this.#stop.signal.aborted) return advance.end('the venue stops; the next start goes on');
      await this.#journal(this.#courseTo(null));
      await time.settled();
      // What can be read then has what happened.
      await historyReached(exchange.lastEventSeq());
      advance.nowUs = toUs;
      advance.end();
      log.info({ to: toUs, moments: advance.moments, tookMs: advance.tookMs }, 'the clock was moved on');
    } catch (error) {
      log.error({ err: error, advance: advance.id }, 'the clock could not be moved on');
      await this.#journal(this.#courseTo(null)).catch(() => {});
      advance.nowUs = time.nowUs();
      advance.end(error instanceof Error ? error.message : String(error));
    } finally {
      forget();
    }
    this.#goOn();
  }

  #courseTo(until: Microseconds | null): ClockCourse {
    return { rate: this.rate, systemUs: this.#deps.time.systemUs(), until };
  }

  async #journal(course: ClockCourse): Promise<void> {
    await this.#deps.exchange.submit({ type: 'clock', ...course });
  }

  /** At its rate from where it is. */
  #goOn(): void {
    const { time } = this.#deps;
    this.#from = { atUs: time.nowUs(), systemUs: time.systemUs() };
    if (this.rate === 1) time.run();
    else this.#planStep();
  }

  #planStep(): void {
    if (this.rate === 0 || this.rate === 1 || this.#stop.signal.aborted) return;
    this.#cancelStep();
    this.#cancelStep = this.#deps.timers.after(STEP_MS, () => {
      void this.#afterWork(() => this.#step());
    });
  }

  /** A walk: what is due comes in order at any rate, and a rate that is too high for it is not reached. */
  async #step(): Promise<void> {
    if (this.advance?.state === 'Under way') return;
    const { time, log } = this.#deps;
    const { atUs, systemUs } = this.#from;
    const toUs = Math.round(atUs + (time.systemUs() - systemUs) * this.rate);
    try {
      await time.walk(toUs, {
        // As if it had run at its rate from the moment on.
        reached: (nowUs) =>
          this.#journal({ rate: this.rate, systemUs: systemAt(this.#from, this.rate, nowUs), until: null }),
        signal: this.#stop.signal,
      });
    } catch (error) {
      jobFailed(log, 'the clock could not be moved on by a step', error);
    }
    this.#planStep();
  }

  /** Notes what happens; the returned function ends that. */
  #observe(advance: Advance): () => void {
    const { exchange, outbox, time } = this.#deps;
    const add = (clientId: string, name: string, about: readonly RecordKey[]) =>
      advance.add({ clientId, timeUs: time.nowUs(), name, about });
    const securityOf = (securityId: Parameters<typeof exchange.security>[0]) => exchange.security(securityId);
    const take = (event: ExchangeEvent) => {
      if (event.type === 'market') add('', 'market', [`security ${event.securityId}`, event.market]);
      for (const { clientId, method, about } of webhooksOf(event, securityOf)) add(clientId, method, about);
    };
    outbox.changes.onChange = ({ clientId, method, about }) => add(clientId, method, about);
    const unsubscribe = exchange.subscribe(take);
    return () => {
      unsubscribe();
      outbox.changes.onChange = undefined;
    };
  }
}

function systemAt({ atUs, systemUs }: { atUs: number; systemUs: number }, rate: number, nowUs: number): Microseconds {
  return Math.round(systemUs + (nowUs - atUs) / rate);
}
