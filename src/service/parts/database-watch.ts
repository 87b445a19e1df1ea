import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { DatabaseUnavailable, type ImpossibleSum } from '../../database/queries/index.ts';
import type { Timers } from '../../time/timers.ts';
import type { ServiceState } from '../lifecycle/index.ts';
import { scrapedMetrics } from '../metrics/index.ts';

/** Between a fault and the write that finds out whether it lasts. */
const FAULT_PROBE_MS = 5000;
/** The same where the database cannot be reached: a fail-over takes about a second. */
const LOST_PROBE_MS = 250;

export interface DatabaseWatchDeps {
  readonly state: Pick<ServiceState, 'databaseFailure'>;
  readonly after: Timers['after'];
  /** Writes to the database; rejects where that fails. */
  readonly probe: () => Promise<unknown>;
  readonly log: Pick<Logger, 'error' | 'info'>;
}

/**
 * Keeps `state.databaseFailure`: set by the first statement that finds a fault of the database, or by a lost connection
 * that cannot be replaced; cleared by a write that succeeds.
 */
export class DatabaseWatch {
  readonly #deps: DatabaseWatchDeps;
  #isProbing = false;
  #hasEnded = false;
  #cancel: () => void = () => {};
  #failures = 0;
  #impossibleSums = 0;

  constructor(deps: DatabaseWatchDeps) {
    this.#deps = deps;
  }

  /** Statements and attempts at a connection that failed because of the database. */
  get failures(): number {
    return this.#failures;
  }

  /** Statements that the ledger has refused (B6). */
  get impossibleSums(): number {
    return this.#impossibleSums;
  }

  /** The call is answered with 500 and changes nothing; the line of its error has no amounts on SQLite. */
  refused({ message, statement }: ImpossibleSum): void {
    this.#impossibleSums++;
    this.#deps.log.error({ refused: message, ...statement }, 'the ledger refused an impossible sum');
  }

  failed(error: DatabaseUnavailable): void {
    this.#failures++;
    if (error.isFault) this.#report(error);
    if (this.#isProbing) return;
    this.#isProbing = true;
    // A full disk may take the few bytes of a probe at one moment, and nothing more at the next.
    if (error.isFault) this.#probeLater(FAULT_PROBE_MS);
    else void this.#probe();
  }

  end(): void {
    this.#hasEnded = true;
    this.#cancel();
  }

  #probeLater(delayMs: number): void {
    if (!this.#hasEnded) this.#cancel = this.#deps.after(delayMs, () => void this.#probe());
  }

  async #probe(): Promise<void> {
    const { state, probe, log } = this.#deps;
    try {
      await probe();
      this.#isProbing = false;
      if (state.databaseFailure !== null) log.info({}, 'the reference database works again');
      state.databaseFailure = null;
    } catch (error) {
      const unavailable = error instanceof DatabaseUnavailable ? error : undefined;
      if (unavailable !== undefined) this.#report(unavailable);
      this.#probeLater(unavailable?.isFault === false ? LOST_PROBE_MS : FAULT_PROBE_MS);
    }
  }

  #report({ code, cause }: DatabaseUnavailable): void {
    const { state, log } = this.#deps;
    if (state.databaseFailure !== null || this.#hasEnded) return;
    state.databaseFailure = `the reference database fails${code === undefined ? '' : ` (${code})`}`;
    log.error({ code, err: cause }, 'the reference database fails: calls that need it get 503');
  }
}

export function addDatabaseMetrics(registry: Registry, watch: DatabaseWatch, state: DatabaseWatchDeps['state']): void {
  const { gauge, counter } = scrapedMetrics(registry, 'database_');
  gauge(
    'failing',
    '1 while the reference database fails: its disk is full, it takes no writes, or it cannot be reached',
    () => (state.databaseFailure === null ? 0 : 1),
  );
  counter(
    'failures_total',
    'Statements, and attempts at a connection, that failed because of the reference database, since the start',
    () => watch.failures,
  );
  const ledger = scrapedMetrics(registry, 'ledger_');
  ledger.counter(
    'impossible_sums_total',
    'Statements that the ledger refused since the start: entries that do not sum to 0, a balance that cannot be (B6)',
    () => watch.impossibleSums,
  );
}
