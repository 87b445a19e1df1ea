import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

interface Usage {
  readonly cpu_seconds: number;
  readonly rss_bytes: number;
}

/** The bare server as the benchmark sees it. */
export class BareProcess {
  readonly #process: ChildProcess;
  readonly port: number;

  private constructor(child: ChildProcess, port: number) {
    this.#process = child;
    this.port = port;
  }

  static async start(): Promise<BareProcess> {
    const child = fork(new URL('./bare-server.ts', import.meta.url), { execArgv: [] });
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    return new BareProcess(child, port);
  }

  get pid(): number {
    return this.#process.pid as number;
  }

  async usage(): Promise<Usage> {
    this.#process.send('usage');
    const [usage] = (await once(this.#process, 'message')) as [Usage];
    return usage;
  }

  close(): void {
    this.#process.kill();
  }
}
