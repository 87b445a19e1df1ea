import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** The longest turns of a server's event loop, milliseconds. */
export interface LongestTurns {
  /** On the clock: what others wait for. */
  readonly wall_ms: number;
  /** Without the time in which the main thread was ready to run but had no core: with its waits for other threads. */
  readonly withCore_ms: number;
  /** CPU time of the main thread: not what other processes of the machine cause. */
  readonly cpu_ms: number;
}

const POLL_MS = 5;

/** Flags of Node with which a server watches its turns. */
export const WATCHING_TURNS: readonly string[] = [
  `--import=${new URL('../support/watch-turns.ts', import.meta.url).href}`,
];

/** Reads the turns of a server that was started with WATCHING_TURNS and these settings. */
export class Turns {
  readonly #file: string;
  readonly settings: Readonly<Record<string, string>>;

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'longest-turns.json');
    this.settings = { TURNS_FILE: this.#file };
  }

  /** Since the last call. */
  async take(pid: number): Promise<LongestTurns> {
    rmSync(this.#file, { force: true });
    process.kill(pid, 'SIGUSR2');
    while (!existsSync(this.#file)) await setTimeout(POLL_MS);
    return JSON.parse(readFileSync(this.#file, 'utf8'));
  }
}
