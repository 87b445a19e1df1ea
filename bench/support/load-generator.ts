import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { LoadOrder, LoadReport } from './load-process.ts';

/** The load generator as the benchmark sees it; it runs in a process of its own. */
export class LoadGenerator {
  readonly #process: ChildProcess = fork(new URL('./load-process.ts', import.meta.url), { execArgv: [] });

  async run(order: LoadOrder): Promise<LoadReport> {
    this.#process.send(order);
    const [answer] = (await once(this.#process, 'message')) as [{ report?: LoadReport; error?: string }];
    if (answer.report === undefined) throw new Error(`the load was cut short: ${answer.error}`);
    return answer.report;
  }

  close(): void {
    this.#process.kill();
  }
}
