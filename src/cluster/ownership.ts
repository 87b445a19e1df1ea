import type { Timers } from '../time/timers.ts';
import type { AppendedGroup, Ledger, ShardStatus } from './ledger.ts';

/** The owner believes its lease to be over so much sooner than the database does: what two clocks may differ (J5). */
export const MARGIN_MS = 250;
/** How often the lease is renewed and its end is looked at. */
const RENEWALS_A_LEASE = 6;
const WATCH_MS = 50;

/** Another node owns the shard, or the lease ran out: this one says nothing more. */
export class Deposed extends Error {
  override readonly name = 'Deposed';
}

export interface OwnershipOptions {
  readonly ledger: Pick<Ledger, 'append' | 'renew' | 'release' | 'close'>;
  readonly epoch: number;
  readonly leaseMs: number;
  /** When the statement was sent that took the shard, by the timers' clock. */
  readonly takenAtMs: number;
  readonly timers: Pick<Timers, 'nowMs' | 'every'>;
  /** Told with each renewal. */
  readonly onRenewed?: (status: ShardStatus, roundTripMs: number) => void;
}

/**
 * That this process owns its shard (J3 to J6): each append carries the epoch and renews the lease, an idle owner
 * renews it by itself, and a deadline of its own, by a clock that never goes back, says when it must be silent. It is
 * lost for good with the first statement whose outcome is not known.
 */
export class Ownership {
  readonly #options: OwnershipOptions;
  readonly #lost = Promise.withResolvers<Error>();
  readonly #endTimers: (() => void)[];
  #validUntilMs: number;
  #state: 'held' | 'released' | 'lost' = 'held';

  constructor(options: OwnershipOptions) {
    const { leaseMs, takenAtMs, timers } = options;
    this.#options = options;
    this.#validUntilMs = takenAtMs + leaseMs - MARGIN_MS;
    this.#endTimers = [
      timers.every(leaseMs / RENEWALS_A_LEASE, () => void this.#renew()),
      timers.every(WATCH_MS, () => this.#watch()),
    ];
  }

  get epoch(): number {
    return this.#options.epoch;
  }

  /** Resolves with the reason when it is lost; never when it was given up. */
  get lost(): Promise<Error> {
    return this.#lost.promise;
  }

  /** Whether this process may answer now. */
  get isValid(): boolean {
    return this.#state === 'held' && this.#options.timers.nowMs() < this.#validUntilMs;
  }

  /** Rejects, and is lost, when the group may not be in the journal: whether it is, is not known. */
  async append(group: AppendedGroup): Promise<void> {
    if (!this.isValid) throw this.#lose(new Deposed('the lease is over'));
    const { ledger, epoch, leaseMs } = this.#options;
    await this.#during(async () => {
      if (!(await ledger.append(epoch, group, leaseMs))) throw new Deposed('another node owns the shard');
    });
  }

  async #renew(): Promise<void> {
    const { ledger, epoch, leaseMs, timers, onRenewed } = this.#options;
    if (this.#state !== 'held') return;
    const sentAtMs = timers.nowMs();
    await this.#during(async () => {
      const status = await ledger.renew(epoch, leaseMs);
      if (status === undefined) throw new Deposed('another node owns the shard');
      if (this.#state === 'held') onRenewed?.(status, timers.nowMs() - sentAtMs);
    }).catch(() => {});
  }

  /** A statement that renews the lease from the moment at which it is sent; whatever fails in it ends the ownership. */
  async #during(work: () => Promise<void>): Promise<void> {
    const { leaseMs, timers } = this.#options;
    const sentAtMs = timers.nowMs();
    try {
      await work();
    } catch (error) {
      throw this.#lose(error instanceof Error ? error : new Error(String(error)));
    }
    this.#validUntilMs = Math.max(this.#validUntilMs, sentAtMs + leaseMs - MARGIN_MS);
    if (!this.isValid && this.#state !== 'released') throw this.#lose(new Deposed('the lease ran out during a commit'));
  }

  #watch(): void {
    if (this.#state === 'held' && !this.isValid) this.#lose(new Deposed('the lease ran out'));
  }

  #lose(error: Error): Error {
    if (this.#state === 'held') {
      this.#end('lost');
      this.#options.ledger.close();
      this.#lost.resolve(error);
    }
    return error;
  }

  /**
   * Gives the shard up for another node to take at once. Nothing may be appended any more. Answers false where it was
   * lost before.
   */
  async release(): Promise<boolean> {
    if (this.#state !== 'held') return this.#state === 'released';
    this.#end('released');
    const { ledger, epoch } = this.#options;
    try {
      await ledger.release(epoch);
      return true;
    } finally {
      ledger.close();
    }
  }

  #end(state: 'released' | 'lost'): void {
    this.#state = state;
    for (const end of this.#endTimers) end();
  }
}
