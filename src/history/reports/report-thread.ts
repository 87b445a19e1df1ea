import { Worker } from 'node:worker_threads';
import type { DatabaseLocation } from '../../database/open-database.ts';

export interface ReportTask {
  /** Of the history. */
  readonly database: DatabaseLocation;
  readonly shard: number;
  readonly date: string;
  /** Its folder; earlier content is removed. */
  readonly folder: string;
}

/** Makes the report of a day in its own thread. Rejects when the signal interrupts it; a part of it is left then. */
export function makeReportAside(task: ReportTask, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./report-worker.ts', import.meta.url), { workerData: task, execArgv: [] });
  const end = () => void worker.terminate();
  signal.addEventListener('abort', end, { once: true });
  return new Promise<void>((resolve, reject) => {
    worker.on('error', reject);
    worker.on('exit', (code) => {
      if (code === 0 && !signal.aborted) resolve();
      else reject(new Error(`the thread that made the report of ${task.date} was ended`));
    });
  }).finally(() => signal.removeEventListener('abort', end));
}
