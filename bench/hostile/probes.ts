import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Probed } from './probe.ts';
import type { ProbeRequest } from './probe-process.ts';

/** Probes of a server, in a separate process. */
export class Probes {
  readonly #process: ChildProcess = fork(new URL('./probe-process.ts', import.meta.url), { execArgv: [] });

  async start(port: number, probed: readonly Probed[], interval_ms: number): Promise<void> {
    await this.#ask({ type: 'start', port, probed, interval_ms });
  }

  /** The times of each probe since the last call, in milliseconds. */
  take(): Promise<readonly (readonly number[])[]> {
    return this.#ask({ type: 'take' });
  }

  /** Ends the process once each probe has its last answer. */
  async stop(): Promise<void> {
    await this.#ask({ type: 'stop' });
  }

  /** Whatever it does. */
  kill(): void {
    this.#process.kill('SIGKILL');
  }

  async #ask(request: ProbeRequest): Promise<readonly (readonly number[])[]> {
    const answered = Promise.race([once(this.#process, 'message'), this.#ended()]);
    this.#process.send(request);
    const [times] = await answered;
    return times;
  }

  async #ended(): Promise<never> {
    await once(this.#process, 'exit');
    throw new Error('the process of the probes has ended');
  }
}
