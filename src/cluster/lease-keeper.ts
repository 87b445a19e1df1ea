import type { Timers } from '../time/timers.ts';
import { commitProblem } from './durability.ts';
import { HOSTS_MS_MAX, type HostWatch } from './host-watch.ts';
import { MARGIN_MS, RENEWALS_A_LEASE } from './leadership.ts';
import type { LeaseCell } from './lease-cell.ts';
import type { Ledger } from './ledger.ts';

export interface LeaseKeeperDeps {
  readonly cell: LeaseCell;
  /** Name of this node. */
  readonly node: string;
  readonly leaseMs: number;
  readonly openLedger: () => Promise<Pick<Ledger, 'renew' | 'close'>>;
  readonly hosts: Pick<HostWatch, 'checkNow'>;
  readonly timers: Pick<Timers, 'nowMs' | 'after' | 'every'>;
}

/**
 * Renews the lease of a leader over its own connection when the main thread is late: on a busy machine a thread that
 * does nothing else runs sooner. It stops when the main thread has not run for a whole lease, because that may hang.
 */
export class LeaseKeeper {
  readonly #deps: LeaseKeeperDeps;
  readonly #endTimer: () => void;
  #ledger: Awaited<ReturnType<LeaseKeeperDeps['openLedger']>> | undefined;
  #isLooking = false;

  constructor(deps: LeaseKeeperDeps) {
    this.#deps = deps;
    this.#endTimer = deps.timers.every(deps.leaseMs / RENEWALS_A_LEASE, () => void this.#renewOrGiveUp());
  }

  end(): void {
    this.#endTimer();
    this.#ledger?.close();
  }

  async #renewOrGiveUp(): Promise<void> {
    if (this.#isLooking || this.#deps.cell.epoch === 0) return;
    this.#isLooking = true;
    try {
      this.#ledger ??= await this.#deps.openLedger();
      if (this.#isWanted && (await this.#areHostsInOrder()) && this.#isWanted) await this.#renew(this.#ledger);
    } catch {
      // The main thread finds out what is wrong; this one connects again.
      this.#ledger?.close();
      this.#ledger = undefined;
    }
    this.#isLooking = false;
  }

  get #isWanted(): boolean {
    const { cell, leaseMs, timers } = this.#deps;
    const nowMs = timers.nowMs();
    const isAlive = nowMs - cell.aliveAtMs < leaseMs;
    return cell.epoch !== 0 && isAlive && cell.untilMs - nowMs < leaseMs / 2;
  }

  /** As the main thread would check them: hosts that are gone say nothing (J20). */
  async #areHostsInOrder(): Promise<boolean> {
    const { hosts, timers } = this.#deps;
    const { promise, resolve } = Promise.withResolvers<null>();
    const cancel = timers.after(HOSTS_MS_MAX, () => resolve(null));
    const problem = await Promise.race([hosts.checkNow(), promise]);
    cancel();
    return problem === null;
  }

  async #renew(ledger: Pick<Ledger, 'renew'>): Promise<void> {
    const { cell, node, leaseMs, timers } = this.#deps;
    const { epoch } = cell;
    const sentAtMs = timers.nowMs();
    const status = await ledger.renew(epoch, node, leaseMs);
    // A renewal that did not wait for the standby may be lost with the primary (J19).
    if (status === undefined || commitProblem(status.commits) !== null) return;
    if (cell.epoch === epoch) cell.kept(sentAtMs + leaseMs - MARGIN_MS);
  }
}
