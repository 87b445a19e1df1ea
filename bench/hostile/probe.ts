import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/** One request that is sent again and again. */
export interface Probed {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Sends a request every few milliseconds, each after the answer to the one before, and keeps the times of the answers.
 */
export class Probe {
  readonly #port: number;
  readonly #probed: Probed;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #running = true;
  #done: Promise<void> = Promise.resolve();
  #times_ms: number[] = [];

  constructor(port: number, probed: Probed) {
    this.#port = port;
    this.#probed = probed;
  }

  start(interval_ms: number): void {
    this.#done = this.#run(interval_ms);
  }

  /** The times since the last call, in milliseconds. */
  take(): number[] {
    const times = this.#times_ms;
    this.#times_ms = [];
    return times;
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#done;
    this.#agent.destroy();
  }

  async #run(interval_ms: number): Promise<void> {
    while (this.#running) {
      const start = performance.now();
      await this.#once();
      this.#times_ms.push(performance.now() - start);
      await setTimeout(interval_ms);
    }
  }

  #once(): Promise<void> {
    const { method, path, headers = {}, body = '' } = this.#probed;
    return new Promise((resolve, reject) => {
      const call = request(
        { host: '127.0.0.1', port: this.#port, method, path, headers, agent: this.#agent },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (chunk: string) => {
            text += chunk;
          });
          answer.on('end', () => {
            if (text.includes('"statusCode":"101"')) resolve();
            else reject(new Error(`${path}: ${text}`));
          });
        },
      );
      call.on('error', reject);
      call.end(body);
    });
  }
}
