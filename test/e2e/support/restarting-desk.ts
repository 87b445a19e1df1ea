/** Calls to a server that is killed and started again: what has no answer is asked for again, with the same key. */
import { randomUUID } from 'node:crypto';
import { call, type Reply } from './requests.ts';
import type { ServerProcess } from './server-process.ts';

export class RestartingDesk {
  #server: ServerProcess;
  #replaced = Promise.withResolvers<void>();
  #answered: () => void = () => {};
  /** Calls whose answer came only when they were asked for again. */
  repeated = 0;

  constructor(server: ServerProcess) {
    this.#server = server;
  }

  get server(): ServerProcess {
    return this.#server;
  }

  /** Resolves once the server that runs now, or has just been killed, has a successor. */
  get replaced(): Promise<void> {
    return this.#replaced.promise;
  }

  /**
   * The answer of a call that must succeed, however often the server is killed meanwhile.
   * @param codes those that are no failure
   */
  async must(
    name: string,
    body: object,
    by: 'client' | 'operator' = 'client',
    codes: readonly string[] = ['101'],
  ): Promise<Reply['body']> {
    const headers = { 'idempotency-key': randomUUID() };
    for (let attempt = 1; ; attempt++) {
      const server = this.#server;
      const replaced = this.#replaced.promise;
      try {
        const reply = await call(server, name, body, { credentials: server[by], headers });
        if (!codes.includes(reply.body.statusCode)) throw new Error(`${name}: ${JSON.stringify(reply.body)}`);
        if (attempt > 1) this.repeated += 1;
        this.#answered();
        return reply.body;
      } catch (error) {
        // fetch says so where the server is gone; everything else is a fault.
        if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
      }
      await replaced;
    }
  }

  /** Resolves once that number of further calls was answered. */
  afterAnswers(count: number): Promise<void> {
    return new Promise((resolve) => {
      let left = count;
      this.#answered = () => {
        left -= 1;
        if (left === 0) resolve();
      };
    });
  }

  /** Kills the server; `meanwhile` runs while it is down; then starts it again. */
  async kill(meanwhile: () => Promise<void>): Promise<void> {
    await this.#server.kill();
    await meanwhile();
    this.#server = await this.#server.restart();
    const { resolve } = this.#replaced;
    this.#replaced = Promise.withResolvers();
    resolve();
  }
}
