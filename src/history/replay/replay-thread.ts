import { Worker } from 'node:worker_threads';
import type { ReplayedMarket, ReplayQuestion, ReplayRefusal } from '../../exchange/api/index.ts';
import type { Timers } from '../../time/timers.ts';
import type { Milliseconds } from '../../time/units.ts';
import type { ReplaySource } from './replay-market.ts';

export interface ReplayTask extends Omit<ReplaySource, 'files'> {
  readonly question: ReplayQuestion;
}

export interface MarketReplaysDeps extends Omit<ReplaySource, 'files' | 'durable'> {
  /** The last durable command. */
  readonly durable: () => ReplaySource['durable'];
  readonly after: Timers['after'];
}

/** Replays that wait for the one that runs; each may take the memory of a venue. */
const WAITING_MAX = 8;
const REPLAY_MS_MAX: Milliseconds = 30_000;

/** Reads the past of markets in threads, one at a time, so that orders wait for none. */
export class MarketReplays {
  readonly #deps: MarketReplaysDeps;
  readonly #ended = new AbortController();
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(deps: MarketReplaysDeps) {
    this.#deps = deps;
  }

  /** Rejects when the thread failed, or took too long. */
  async read(question: ReplayQuestion): Promise<ReplayedMarket | ReplayRefusal> {
    if (this.#waiting >= WAITING_MAX || this.#ended.signal.aborted) return 'busy';
    this.#waiting++;
    const read = this.#last.then(() => this.#read(question)).finally(() => this.#waiting--);
    this.#last = read.catch(() => {});
    return read;
  }

  /** Ends the running replay, and resolves when its thread has ended. */
  async end(): Promise<void> {
    this.#ended.abort();
    await this.#last;
  }

  #read(question: ReplayQuestion): Promise<ReplayedMarket | ReplayRefusal> {
    const { folder, archiveFolder, shard, durable, after } = this.#deps;
    const { signal } = this.#ended;
    if (signal.aborted) return Promise.resolve('busy');
    const workerData: ReplayTask = { folder, archiveFolder, shard, durable: durable(), question };
    // Flags of the process that started this one (a test runner, a profiler) are not for the thread.
    const worker = new Worker(new URL('./replay-worker.ts', import.meta.url), { workerData, execArgv: [] });
    const end = () => void worker.terminate();
    const cancelTimer = after(REPLAY_MS_MAX, end);
    signal.addEventListener('abort', end, { once: true });
    return new Promise<ReplayedMarket | ReplayRefusal>((resolve, reject) => {
      worker.on('message', resolve);
      worker.on('error', reject);
      worker.on('exit', () => reject(new Error('the thread that reads the past of a market was ended')));
    }).finally(() => {
      cancelTimer();
      signal.removeEventListener('abort', end);
    });
  }
}
