import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { OrderParties } from './order-requests.ts';

/** Flags with which a venue collects garbage when it is asked to. */
export const COLLECTING: readonly string[] = [
  '--expose-gc',
  `--import=${new URL('./collect-on-signal.ts', import.meta.url).href}`,
];
const COLLECT_MS = 1000;
const SETTLE_POLL_MS = 50;
/** A history that has come no further for so long will not. */
const STALLED_MS = 30_000;
const LOG_TAIL_CHARACTERS = 2000;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The program itself, started as `npm start` starts it, with its default settings but for ports, folder and market
 * hours.
 */
export class VenueProcess {
  readonly #process: ChildProcess;
  readonly #dataDir: string;
  readonly port: number;
  readonly #metricsUrl: string;
  #logTail = '';

  private constructor(child: ChildProcess, dataDir: string, ready: ReadyEntry) {
    this.#process = child;
    this.#dataDir = dataDir;
    this.port = Number(new URL(ready.api).port);
    this.#metricsUrl = `${ready.metrics}/metrics`;
    // Read on, or the log would fill the pipe and stop the venue.
    child.stdout?.on('data', (chunk) => {
      this.#logTail = `${this.#logTail}${chunk}`.slice(-LOG_TAIL_CHARACTERS);
    });
  }

  /**
   * @param flags of Node, in addition to those of `npm start`, @param settings besides those that every venue here has
   */
  static async start(
    dataDir: string,
    flags: readonly string[] = [],
    settings: Readonly<Record<string, string>> = {},
  ): Promise<VenueProcess> {
    const child = spawn(process.execPath, [...flags, ...startArguments()], {
      cwd: ROOT,
      // Nothing else of this process's environment: it may hold settings of another installation.
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        LEGACY_PORT: '0',
        METRICS_PORT: '0',
        DATA_DIR: dataDir,
        MARKET_ALWAYS_OPEN: 'true',
        // One client stands for many here.
        ORDERS_PER_CLIENT_MAX: '1000000000',
        CONTINGENT_ORDERS_PER_SECURITY_MAX: '1000000000',
        ORDERS_PER_TOKEN_MAX: '1000000000',
        RATE_LIMIT_PER_KEY: '0',
        RATE_LIMIT_PER_ADDRESS: '0',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ready = await readyEntry(child.stdout);
    return new VenueProcess(child, dataDir, ready);
  }

  get pid(): number {
    return this.#process.pid as number;
  }

  /** Credentials, security and account of the sandbox that the program made in its data folder. */
  parties(): OrderParties {
    const read = (name: string) => JSON.parse(readFileSync(join(this.#dataDir, name), 'utf8'));
    return { ...read('sandbox-client.json'), ...read('sandbox-demo.json') };
  }

  /** Calls a method as the operator; throws unless it succeeds. */
  async operate(method: string, fields: object): Promise<void> {
    const operator = JSON.parse(readFileSync(join(this.#dataDir, 'sandbox-operator.json'), 'utf8')) as OrderParties;
    const response = await fetch(`http://127.0.0.1:${this.port}/v3/${method}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${operator.clientID}:${operator.developerAPIKey}`,
      },
      body: JSON.stringify(fields),
    });
    const answer = (await response.json()) as { statusCode: string };
    if (answer.statusCode !== '101') throw new Error(`${method}: ${JSON.stringify(answer)}`);
  }

  /** The figures of GET /metrics that have no labels, by name. */
  async figures(): Promise<ReadonlyMap<string, number>> {
    const text = await (await fetch(this.#metricsUrl)).text();
    const lines = text.split('\n').filter((line) => /^\w+ /.test(line));
    return new Map(
      lines.map((line) => {
        const [name = '', value] = line.split(' ');
        return [name, Number(value)];
      }),
    );
  }

  /**
   * Resolves once the order history has caught up, so that its work falls on nobody else's measurement. Throws with the
   * end of the venue's log when it gets no further.
   */
  async settled(): Promise<void> {
    let least = Number.POSITIVE_INFINITY;
    let progressAt = performance.now();
    for (;;) {
      const lag = (await this.figures()).get('openats_history_lag_events') ?? 0;
      if (lag === 0) return;
      if (lag < least) {
        least = lag;
        progressAt = performance.now();
      } else if (performance.now() - progressAt > STALLED_MS) {
        throw new Error(`the history lags by ${lag} events; the log of the venue ends: ${this.#logTail}`);
      }
      await setTimeout(SETTLE_POLL_MS);
    }
  }

  /** Has the garbage of the main thread collected; for a venue that was started with COLLECTING. */
  async collectGarbage(): Promise<void> {
    this.#process.kill('SIGUSR2');
    await setTimeout(COLLECT_MS);
  }

  /** SIGKILL: the process has no say. */
  async kill(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.kill('SIGKILL')) await once(this.#process, 'exit');
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.kill('SIGTERM')) await once(this.#process, 'exit');
    const code = this.#process.exitCode;
    if (code !== 0) throw new Error(`the venue ended with code ${code}; its log ends: ${this.#logTail}`);
  }
}

interface ReadyEntry {
  readonly api: string;
  readonly metrics: string;
}

/** The line of the log that says where the ports are. */
async function readyEntry(log: Readable): Promise<ReadyEntry> {
  for await (const line of createInterface({ input: log })) {
    const entry = line.startsWith('{') ? JSON.parse(line) : {};
    if (entry.level === 'fatal') throw new Error(`the venue did not start: ${entry.reason}`);
    if (entry.msg === 'ready') return entry;
  }
  throw new Error('the venue ended before it was ready');
}

/** What `npm start` gives to node: its flags and the file. */
function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const [, rest] = /^(?:exec )?node (.+)$/.exec(scripts.start) ?? [];
  if (rest === undefined) throw new Error(`npm start is not what this benchmark knows: ${scripts.start}`);
  return rest.split(' ');
}
