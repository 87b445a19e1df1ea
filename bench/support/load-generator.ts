import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { LoadOrder, LoadReport } from './load-process.ts';

interface Answer {
  readonly report?: LoadReport;
  readonly error?: string;
}

/** The load generator as the benchmark sees it; it runs in a separate process. */
export class LoadGenerator {
  readonly #process: ChildProcess = fork(new URL('./load-process.ts', import.meta.url), { execArgv: [] });
  readonly #ended = once(this.#process, 'exit').then(() => [{ error: 'its process ended' }]);

  async run(order: LoadOrder): Promise<LoadReport> {
    this.#process.send(order);
    const [answer] = (await Promise.race([once(this.#process, 'message'), this.#ended])) as [Answer];
    if (answer.report === undefined) throw new Error(`the load was cut short: ${answer.error}`);
    return answer.report;
  }

  close(): void {
    this.#process.kill();
  }
}
