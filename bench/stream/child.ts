import { type ChildProcess, fork } from 'node:child_process';

type Report = { readonly answer: unknown } | { readonly error: string } | { readonly progress: number };

/** A process of the stream's benchmark as its parent sees it: one answer to each order, in their sequence. */
export class StreamChild<Order extends object> {
  readonly #process: ChildProcess;
  readonly #waiting: PromiseWithResolvers<unknown>[] = [];
  /** Why nothing more can be asked. */
  #failure: Error | null = null;
  onProgress: (received: number) => void = () => {};

  private constructor(file: string, args: readonly string[], flags: readonly string[]) {
    this.#process = fork(new URL(file, import.meta.url), args, { execArgv: [...flags] });
    this.#process.on('message', (report: Report) => this.#take(report));
    this.#process.on('exit', (code, signal) => this.#fail(`a process of the benchmark ended: ${code ?? signal}`));
  }

  /** Resolves with the child and what it said first. */
  static async start<Order extends object>(
    file: string,
    args: readonly string[] = [],
    flags: readonly string[] = [],
  ): Promise<{ readonly child: StreamChild<Order>; readonly greeting: unknown }> {
    const child = new StreamChild<Order>(file, args, flags);
    return { child, greeting: await child.#answer() };
  }

  /** Rejects when the process failed, now or before. */
  async ask(order: Order): Promise<unknown> {
    if (this.#failure !== null) throw this.#failure;
    this.#process.send(order);
    return this.#answer();
  }

  /** Says something that is not answered. */
  report(message: { readonly progress: number }): void {
    this.#process.send(message);
  }

  close(): void {
    this.#process.removeAllListeners('exit');
    this.#process.kill();
  }

  #answer(): Promise<unknown> {
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.push(waiting);
    return waiting.promise;
  }

  #take(report: Report): void {
    if ('progress' in report) this.onProgress(report.progress);
    else if ('error' in report) this.#fail(report.error);
    else this.#waiting.shift()?.resolve(report.answer);
  }

  #fail(reason: string): void {
    this.#failure ??= new Error(reason);
    for (const waiting of this.#waiting.splice(0)) waiting.reject(this.#failure);
  }
}
