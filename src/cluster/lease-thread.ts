import { Worker } from 'node:worker_threads';
import { LeaseCell } from './lease-cell.ts';

export interface LeaseThreadSettings {
  /** As JOURNAL_URL. */
  readonly url: string;
  readonly shard: number;
  /** Name of this node. */
  readonly node: string;
  readonly leaseMs: number;
  /** The name of its connection in the database. */
  readonly applicationName: string;
}

export interface LeaseThreadData extends LeaseThreadSettings {
  readonly buffer: SharedArrayBuffer;
}

/** Where this thread's clock of `systemTimers` begins, by the clock that all threads of the process have in common. */
export function threadOriginMs(): number {
  return Number(process.hrtime.bigint()) / 1_000_000 - performance.now();
}

/** A LeaseKeeper in a separate thread. Without it the main thread still renews the lease. */
export class LeaseThread {
  readonly cell = new LeaseCell(threadOriginMs());
  readonly #worker: Worker;

  constructor(settings: LeaseThreadSettings, onFailure: (error: Error) => void) {
    const workerData: LeaseThreadData = { ...settings, buffer: this.cell.buffer };
    this.#worker = new Worker(new URL('./lease-worker.ts', import.meta.url), { workerData, execArgv: [] });
    this.#worker.on('error', onFailure);
    this.#worker.unref();
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
