import type { Timers } from '../time/timers.ts';
import type { CommitSettings } from './durability.ts';
import type { LeaseCell } from './lease-cell.ts';
import type { AppendedGroup, Ledger, Renewal } from './ledger.ts';

/** The leader ends its lease this much sooner than the database does, because two clocks may differ (J5). */
export const MARGIN_MS = 250;
/** How often the lease is renewed and its end is checked. */
export const RENEWALS_A_LEASE = 6;
const WATCH_MS = 50;
/** Until the first call is answered the lease is this many times longer: on a busy machine a takeover takes seconds. */
export const TAKEOVER_LEASES = 3;

/** Another node leads the shard, or the lease ran out before a call was served: this one answers nothing more. */
export class Deposed extends Error {
  override readonly name = 'Deposed';
}

export interface LeadershipDeps {
  readonly ledger: Pick<Ledger, 'append' | 'renew' | 'close'>;
  /** Name of this node. */
  readonly node: string;
  readonly epoch: number;
  /** Shared with the thread that renews the lease where this one is late. */
  readonly cell: LeaseCell;
  readonly leaseMs: number;
  /** When the statement was sent that took the shard, for TAKEOVER_LEASES leases, by the timers' clock. */
  readonly takenAtMs: number;
  readonly timers: Pick<Timers, 'nowMs' | 'every'>;
  /** Called with each renewal. */
  readonly onRenewed?: (renewal: Renewal, roundTripMs: number) => void;
  /** Called with how long the lease had run out when it was renewed after all. */
  readonly onLapsed?: (ms: number) => void;
  /** Called with the durability settings of each commit; throws when they are not enough (J19). */
  readonly onCommitted?: (settings: CommitSettings) => void;
}

/**
 * This process leads its shard (J3 to J6): each append carries the epoch, the lease is renewed at its own pace, and a
 * deadline by a clock that never goes back says when the process must be silent. Where the lease ran out and no other
 * node raised the epoch, a renewal continues it. The first statement that fails, or whose outcome is not known, ends
 * the leadership for good.
 */
export class Leadership {
  readonly #deps: LeadershipDeps;
  readonly #lost = Promise.withResolvers<Error>();
  readonly #endTimers: (() => void)[];
  /** The duration that the next statement asks for. */
  #leaseMs: number;
  #validUntilMs: number;
  #isServing = false;
  #state: 'held' | 'released' | 'lost' = 'held';

  constructor(deps: LeadershipDeps) {
    const { leaseMs, takenAtMs, timers } = deps;
    this.#deps = deps;
    this.#leaseMs = leaseMs * TAKEOVER_LEASES;
    this.#validUntilMs = takenAtMs + this.#leaseMs - MARGIN_MS;
    this.#endTimers = [
      timers.every(leaseMs / RENEWALS_A_LEASE, () => void this.#renew()),
      timers.every(WATCH_MS, () => this.#watch()),
    ];
  }

  get epoch(): number {
    return this.#deps.epoch;
  }

  /** Resolves with the reason when it is lost; never when it was given up. */
  get lost(): Promise<Error> {
    return this.#lost.promise;
  }

  /** Whether it was neither lost nor given up, as far as this process knows. */
  get isHeld(): boolean {
    return this.#state === 'held';
  }

  /** Whether this process may answer now. */
  get isValid(): boolean {
    return this.isHeld && this.#deps.timers.nowMs() < this.#untilMs;
  }

  get #untilMs(): number {
    const { cell } = this.#deps;
    return Math.max(this.#validUntilMs, cell.epoch === this.epoch ? cell.keptUntilMs : 0);
  }

  /** Calls are answered from now on: another node need not wait longer than one lease. */
  served(): void {
    const { leaseMs, timers } = this.#deps;
    this.#leaseMs = leaseMs;
    // Before a shorter lease is asked for, which is counted from later on.
    this.#validUntilMs = Math.min(this.#validUntilMs, timers.nowMs() + leaseMs - MARGIN_MS);
    this.#isServing = true;
    this.#watch();
    void this.#renew();
  }

  /** Rejects, and is lost, when the group may not be in the journal: whether it is, is not known. */
  async append(group: AppendedGroup): Promise<void> {
    if (!this.isHeld) throw new Deposed('the lease is over');
    const { ledger, epoch, onCommitted } = this.#deps;
    await this.#orLose(async () => {
      const settings = await ledger.append(epoch, group, this.#leaseMs);
      if (settings === undefined) throw new Deposed('another node leads the shard');
      onCommitted?.(settings);
    });
  }

  async #renew(): Promise<void> {
    const { ledger, epoch, node, timers } = this.#deps;
    if (!this.isHeld) return;
    const sentAtMs = timers.nowMs();
    await this.#orLose(async () => {
      const renewal = await ledger.renew(epoch, node, this.#leaseMs);
      if (renewal === undefined) throw new Deposed('another node leads the shard');
      this.#renewed(renewal, sentAtMs);
    }).catch(() => {});
  }

  /** The lease runs from the moment at which the statement was sent. */
  #renewed(renewal: Renewal, sentAtMs: number): void {
    const { timers, onRenewed, onLapsed } = this.#deps;
    if (!this.isHeld) return;
    onRenewed?.(renewal, timers.nowMs() - sentAtMs);
    const lapsedMs = timers.nowMs() - this.#untilMs;
    // A longer one that was asked for may have been followed by a shorter one.
    this.#validUntilMs = Math.max(this.#validUntilMs, sentAtMs + this.#leaseMs - MARGIN_MS);
    if (lapsedMs >= 0 && this.isValid) onLapsed?.(lapsedMs);
  }

  /** A failure of the work ends the leadership. */
  async #orLose(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw this.#lose(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #watch(): void {
    const { cell, epoch, timers } = this.#deps;
    // Until calls are served the lease is longer than those of the other thread.
    if (this.isHeld && this.#isServing) cell.hold(epoch, timers.nowMs(), this.#validUntilMs);
  }

  #lose(error: Error): Error {
    if (this.isHeld) {
      this.#end('lost');
      this.#deps.ledger.close();
      this.#lost.resolve(error);
    }
    return error;
  }

  /**
   * Gives the shard up for another node to take at once. Nothing may be appended any more. Answers false where it was
   * lost before.
   */
  async release(): Promise<boolean> {
    if (!this.isHeld) return this.#state === 'released';
    this.#end('released');
    const { ledger, epoch, node } = this.#deps;
    try {
      await ledger.renew(epoch, node, 0);
      return true;
    } finally {
      ledger.close();
    }
  }

  #end(state: 'released' | 'lost'): void {
    this.#state = state;
    this.#deps.cell.release();
    for (const end of this.#endTimers) end();
  }
}
