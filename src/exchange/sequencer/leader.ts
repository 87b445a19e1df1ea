import { isDeepStrictEqual } from 'node:util';
import { type BusinessTime, SystemTime } from '../../time/business-time.ts';
import type { Clock } from '../../time/clock.ts';
import type { Timers } from '../../time/timers.ts';
import { type Command, type OrderLimits, type Outcome, RULES, VenueUnavailable } from '../api/index.ts';
import type { Origin } from '../commands/index.ts';
import type { Journal } from '../journal/index.ts';
import type { Replica } from '../replica/index.ts';
import type { Draw } from './auction-clock.ts';
import { Sequencer } from './sequencer.ts';
import { SessionClock } from './session-clock.ts';

export interface LeaderOptions {
  /** Has everything that the journal holds, and from now on nothing but what this leader appends. */
  readonly replica: Replica;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly timers: Pick<Timers, 'nowMs' | 'after' | 'soon'>;
  /** Wakes the venue where its clock may be moved; absent: `timers` do. */
  readonly time?: Pick<BusinessTime, 'at'>;
  /** Commands that may wait for the journal; more are refused. */
  readonly waitingMax: number;
  /** Events that the history may lag; above that, orders are refused until it has caught up. */
  readonly unprojectedMax: number;
  /** The most that a client may keep; null: as the journal has it. */
  readonly limits: OrderLimits | null;
  /** The newest rules that every process which may own the venue knows; absent: those of this release. */
  readonly rules?: number;
  /** Draws the ends of calls (Q8); absent: so that nobody can foresee them. */
  readonly draw?: Draw;
  /** Called with the seconds from the start of a group's write until it is durable. */
  readonly onWritten?: (seconds: number) => void;
  readonly log: { error(fields: object, message: string): void };
}

/**
 * The leading part of a replica: it takes commands, gives them their order in the journal, has them
 * applied, and keeps the market's hours. The session clock is made here, from what the replica has: a replica that
 * follows another's journal has none.
 */
export class Leader {
  readonly #options: LeaderOptions;
  readonly #time: Pick<BusinessTime, 'at'>;
  readonly #sessions: SessionClock;
  readonly #sequencer: Sequencer;
  readonly #failed: Promise<Error>;
  #cancelTimer: () => void = () => {};
  #timerFor = 0;

  constructor(options: LeaderOptions) {
    const { replica, journal, timers, waitingMax, onWritten = () => {}, log } = options;
    if (journal.shard !== replica.shard) {
      throw new Error(`the journal is that of shard ${journal.shard}, the venue that of shard ${replica.shard}`);
    }
    if (journal.sequence !== replica.sequence) {
      throw new Error(`the journal ends at command ${journal.sequence}, the venue at command ${replica.sequence}`);
    }
    this.#options = options;
    this.#time = options.time ?? new SystemTime(options.clock, timers);
    this.#sessions = new SessionClock(replica, options.draw);
    const { promise, resolve } = Promise.withResolvers<Error>();
    this.#failed = promise;
    this.#sequencer = new Sequencer({
      replica,
      journal,
      sessions: this.#sessions,
      timers,
      waitingMax,
      onWritten,
      onPublished: () => {
        if (this.#sessions.next !== this.#timerFor) this.#armTimer();
      },
      onFailure: (error) => {
        log.error({ error: error.message }, 'the venue stops taking orders; a restart recovers');
        resolve(error);
      },
    });
  }

  /** Makes up for the openings and closes that were missed, and keeps the market's hours from then on. */
  start(): void {
    this.#setRules();
    this.#setLimits();
    this.#cutOffSessions();
    this.#sequencer.poke();
    this.#armTimer();
  }

  /** J14. */
  #setRules(): void {
    const { rules = RULES, replica } = this.#options;
    if (rules <= (replica.state.counters.rules ?? 1)) return;
    this.#sequencer.submit({ type: 'rules', version: rules }).catch(() => {});
  }

  /** Journals the configured limits if they differ from those in force, before this run takes a client's command. */
  #setLimits(): void {
    const { limits, replica } = this.#options;
    if (limits === null || isDeepStrictEqual(limits, replica.state.limits)) return;
    // When it fails the venue has failed, and says so itself.
    this.#sequencer.submit({ type: 'limits', ...limits }).catch(() => {});
  }

  /** V58: those of one node, which is gone. */
  cutOffSessionsOf(process: string): Promise<Outcome> {
    return this.#sequencer.submit({ type: 'restarted', process });
  }

  /** V58. */
  #cutOffSessions(): void {
    if (!this.#options.replica.state.watched.areCutOffByRestart) return;
    this.#sequencer.submit({ type: 'restarted' }).catch(() => {});
  }

  /** Takes no more commands, finishes those that wait, closes the journal and marks its end. */
  async stop(): Promise<void> {
    await this.finish();
    await this.#options.journal.stop();
  }

  /** The same but for the journal. */
  async finish(): Promise<void> {
    this.#cancelTimer();
    await this.#sequencer.stop();
    this.#cancelTimer();
  }

  /** As Orders.submit. @param origin where another node passed it on */
  submit(command: Command, origin?: Origin): Promise<Outcome> {
    const { replica, unprojectedMax } = this.#options;
    if (replica.unprojected >= unprojectedMax) {
      return Promise.reject(new VenueUnavailable('the order history lags; try again shortly'));
    }
    return this.#sequencer.submit(command, origin);
  }

  /** Resolves with the reason when the venue has stopped for good. */
  get failed(): Promise<Error> {
    return this.#failed;
  }

  /** Why no command is taken now, or null. */
  get unavailable(): string | null {
    return this.#sequencer.unavailable;
  }

  /** Whether no commands are taken because it was stopped, and not because something failed. */
  get isStopping(): boolean {
    return this.#sequencer.isStopping;
  }

  /** Whether commands wait or are under way. */
  get isBusy(): boolean {
    return this.#sequencer.isBusy;
  }

  /** Figures for the metrics. */
  get figures() {
    const { waiting, groups, commands, journalBytes } = this.#sequencer;
    return { waiting, groups, commands, journalBytes };
  }

  #armTimer(): void {
    this.#cancelTimer();
    this.#timerFor = this.#sessions.next;
    this.#cancelTimer = this.#time.at(
      this.#timerFor,
      () => {
        this.#sequencer.poke();
        this.#armTimer();
      },
      'venue',
    );
  }
}
