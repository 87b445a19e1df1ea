import type { BusinessTime } from '../time/business-time.ts';
import type { Clock } from '../time/clock.ts';
import type { Timers } from '../time/timers.ts';
import {
  type Command,
  type OrderLimits,
  type Orders,
  type Outcome,
  RULES,
  type SecurityId,
  VenueUnavailable,
} from './api/index.ts';
import type { Origin } from './commands/index.ts';
import {
  type CommandSeq,
  cutTornTail,
  type FileSystem,
  type Journal,
  type JournalPosition,
  JournalWriter,
} from './journal/index.ts';
import type { VenueCounters } from './records/index.ts';
import { Replica } from './replica/index.ts';
import { type Draw, Leader } from './sequencer/index.ts';
import { type Recovered, recover } from './storage/index.ts';

interface ExchangeLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface ExchangeDeps {
  /** Folder of the journal and the snapshots. */
  readonly folder: string;
  /** Where full segments of the journal were moved to; null or absent: nowhere. */
  readonly archiveFolder?: string | null;
  readonly shard: number;
  readonly files: FileSystem;
  readonly clock: Clock;
  readonly timers: Pick<Timers, 'nowMs' | 'after' | 'soon'>;
  /** As in LeaderOptions. */
  readonly time?: Pick<BusinessTime, 'at'>;
  /** Called with what was recovered, before the clock is read. What it throws stops the start. */
  readonly onRecovered?: (counters: Pick<VenueCounters, 'time' | 'clock'>) => void;
  /** The market of every security is open around the clock (sandbox). */
  readonly alwaysOpen: boolean;
  /** Securities that are open around the clock (V30); read whenever hours change. None when absent. */
  readonly neverCloses?: ReadonlySet<SecurityId>;
  /** A segment of the journal is closed and a new one begun above this size. */
  readonly segmentBytesMax: number;
  /** As in LeaderOptions. */
  readonly waitingMax: number;
  readonly unprojectedMax: number;
  readonly limits: OrderLimits | null;
  /** Recovered only: it follows the journal of another process until it becomes the leader. */
  readonly isStandby?: boolean;
  /** As in LeaderOptions. */
  readonly draw?: Draw;
  readonly log: ExchangeLog;
}

/** The range of commands that were read back. Each group names the hash of the group before it. */
export interface ChainCheck {
  /** Microseconds since 1970 UTC. */
  readonly at: number;
  readonly after: CommandSeq;
  readonly upTo: CommandSeq;
}

/**
 * The matching engine made durable and live in one process: recovered from its files, a replica, and its leader. One
 * that is a standby has no leader until `lead`.
 */
export class LiveExchange extends Replica implements Orders {
  readonly #deps: ExchangeDeps;
  readonly #files: JournalWriter;
  readonly #recoverySeconds: number;
  readonly #checked: ChainCheck;
  #leader: Leader | undefined;
  #passOn: ((command: Command) => Promise<Outcome>) | undefined;
  #stopped: Promise<void> | undefined;
  #onWritten: (seconds: number) => void = () => {};

  /** Recovers the venue from its folder. Throws JournalDamaged for damage that must not be passed over. */
  constructor(deps: ExchangeDeps) {
    const { files, folder, clock, timers } = deps;
    const startedMs = timers.nowMs();
    const { state, end, snapshotSequence } = recoverFrom(deps);
    deps.onRecovered?.(state.counters);
    super({ ...deps, state, sequence: end.sequence });
    this.#recoverySeconds = (timers.nowMs() - startedMs) / 1000;
    this.#checked = { at: clock.nowUs(), after: snapshotSequence, upTo: end.sequence };
    this.#deps = deps;
    this.#files = new JournalWriter(files, folder, deps.segmentBytesMax, end);
    if (deps.isStandby !== true) this.lead(this.#files);
  }

  /**
   * From now on commands are taken, once it is started, and go to this journal: the replica has all that it holds.
   * `rules` as in LeaderOptions.
   */
  lead(journal: Journal, rules = RULES): void {
    // The leader changes this replica and knows nothing else of the exchange, as Replica is the type of its option.
    const onWritten = (seconds: number) => this.#onWritten(seconds);
    this.#leader = new Leader({ ...this.#deps, replica: this, journal, rules, onWritten });
  }

  /**
   * Follows a journal again, where its own takes nothing more of this process. Throws where a group that the files hold
   * was not applied as a whole.
   */
  async becomeStandby(): Promise<void> {
    const leader = this.#leader;
    this.#leader = undefined;
    await leader?.finish();
    if (this.sequence !== this.#files.sequence) {
      throw new Error(`the venue ends at command ${this.sequence}, its files at ${this.#files.sequence}`);
    }
  }

  /** The journal in the files of this process: of a standby, a copy of the journal that it follows. */
  get files(): JournalWriter {
    return this.#files;
  }

  /** After the last command in the files. */
  get position(): JournalPosition {
    const { shard, sequence, hash } = this.#files;
    return { shard, sequence, hash };
  }

  /** Makes up for the openings and closes that were missed, and keeps the market's hours from then on. */
  start(): void {
    this.#leader?.start();
  }

  /** By which commands are applied (J14). */
  get rules(): number {
    return this.state.counters.rules ?? 1;
  }

  imports(): SecurityId[] {
    return [...this.state.register.imports].sort((a, b) => a - b);
  }

  /** Takes no more commands, finishes those that wait, closes the journal and marks its end. */
  stop(): Promise<void> {
    this.#stopped ??= (this.#leader ?? this.#files).stop();
    return this.#stopped;
  }

  /** @param origin where another node passed it on */
  submit(command: Command, origin?: Origin): Promise<Outcome> {
    if (this.#leader !== undefined) return this.#leader.submit(command, origin);
    return this.#passOn?.(command) ?? Promise.reject(new VenueUnavailable(STANDBY));
  }

  /** A node is gone, with the connections of its sessions (V58). */
  cutOffSessionsOf(process: string): Promise<Outcome> {
    return this.#leader?.cutOffSessionsOf(process) ?? Promise.reject(new VenueUnavailable(STANDBY));
  }

  /** The handling of commands while this process follows the journal of another. */
  passOn(passOn: (command: Command) => Promise<Outcome>): void {
    this.#passOn = passOn;
  }

  // ---------------------------------------------------------------- for the rest of the process

  /** Resolves with the reason when its leader, which it must have, has stopped for good. */
  get failed(): Promise<Error> {
    if (this.#leader === undefined) throw new Error('a standby has no leader');
    return this.#leader.failed;
  }

  /** Why no command is taken now, or null: what /health and /ready say. */
  get unavailable(): string | null {
    if (this.#leader !== undefined) return this.#leader.unavailable;
    return this.#passOn === undefined ? STANDBY : null;
  }

  /** Whether the venue takes no commands because it was stopped, and not because something failed. */
  get isStopping(): boolean {
    return this.#leader?.isStopping ?? this.#stopped !== undefined;
  }

  /** Whether commands wait or are under way, or the history lags far. */
  get isBusy(): boolean {
    return (this.#leader?.isBusy ?? false) || this.unprojected > UNPROJECTED_MAX;
  }

  /** Calls back after each group with the seconds from its write until it was known to be durable. */
  onGroupWritten(listener: (seconds: number) => void): void {
    this.#onWritten = listener;
  }

  /** The part of the journal's chain that the start checked: after the snapshot that it began with. */
  get chainCheck(): ChainCheck {
    return this.#checked;
  }

  /** Figures for the metrics. */
  get figures() {
    const { state, unprojected } = this;
    return {
      ...(this.#leader?.figures ?? NO_FIGURES),
      liveOrders: state.orders.size,
      securities: state.securities.size,
      unprojected,
      searchSteps: state.engine.steps,
      pendingBooks: state.engine.pendingBooks,
      pendingEffects: state.pending.size,
      recoverySeconds: this.#recoverySeconds,
    };
  }
}

/** Events by which the history may lag while a clock is moved on. */
const UNPROJECTED_MAX = 20_000;

const STANDBY = 'this node is a standby';
const NO_FIGURES = { waiting: 0, groups: 0, commands: 0, journalBytes: 0 };

/** Recovers the venue from its folder, ready for the next command. A torn end of the journal is cut off. */
function recoverFrom({ files, folder, shard, archiveFolder, timers, log }: ExchangeDeps): Recovered {
  files.ensureFolder(folder);
  if (archiveFolder) files.ensureFolder(archiveFolder);
  const startedMs = timers.nowMs();
  const recovered = recover(files, folder, shard, { archiveFolder });
  for (const warning of recovered.warnings) log.warn({}, warning);
  const kept = cutTornTail(files, recovered.end);
  if (kept !== null) log.warn({ file: kept, bytes: recovered.end.tornBytes }, 'a torn last record was cut off');
  log.info(
    {
      snapshot: recovered.snapshotSequence,
      commands: recovered.commands,
      liveOrders: recovered.state.orders.size,
      securities: recovered.state.securities.size,
      duration_ms: Math.round(timers.nowMs() - startedMs),
    },
    'the venue is recovered',
  );
  return recovered;
}
