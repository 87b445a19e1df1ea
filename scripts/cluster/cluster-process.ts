/** A node of a cluster as its own process, on fixed ports, which it keeps when it restarts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, POLL_MS } from './postgres-server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** As `npm start` starts it. */
const PROGRAM = `${ROOT}/scripts/start.mjs`;
const LINES_SHOWN = 40;

export interface Credentials {
  readonly clientID: string;
  readonly developerAPIKey: string;
}

export interface ProcessSettings {
  readonly name: string;
  readonly dataDir: string;
  readonly settings: Readonly<Record<string, string>>;
}

export class ClusterProcess {
  readonly name: string;
  readonly dataDir: string;
  readonly port: number;
  /** All of its environment, but PATH. */
  readonly settings: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  #isEnding = false;

  private constructor({ name, dataDir, settings }: ProcessSettings, ports: readonly number[]) {
    const [port = 0, legacy = 0, metrics = 0] = ports;
    this.name = name;
    this.dataDir = dataDir;
    this.port = port;
    this.settings = {
      ...settings,
      DATA_DIR: dataDir,
      NODE_NAME: name,
      PORT: String(port),
      LEGACY_PORT: String(legacy),
      METRICS_PORT: String(metrics),
    };
  }

  static async create(settings: ProcessSettings): Promise<ClusterProcess> {
    return new ClusterProcess(settings, [await freePort(), await freePort(), await freePort()]);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get logFile(): string {
    return `${this.dataDir}.log`;
  }

  get log(): string {
    return readFileSync(this.logFile, 'utf8');
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** It got a signal to end. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  start(settings: Readonly<Record<string, string>> = {}): void {
    // It writes the file itself: nothing of its output is on its way here when it has ended.
    const log = openSync(this.logFile, 'a');
    this.#isEnding = false;
    this.#child = spawn(process.execPath, [PROGRAM], {
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, ...this.settings, ...settings },
    });
    closeSync(log);
  }

  signal(signal: NodeJS.Signals): void {
    if (this.isRunning) this.#child?.kill(signal);
  }

  /** Sends a signal and resolves when the process has ended. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined || !this.isRunning) return;
    this.#isEnding = true;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  /** HTTP status of a path; 0 when there is no answer. */
  async probe(path: string, timeoutMs = 1000): Promise<number> {
    return (await this.ask(path, timeoutMs)).status;
  }

  /** Status and body of a path; status 0 and the reason when there is no answer. */
  async ask(path: string, timeoutMs: number): Promise<{ readonly status: number; readonly text: string }> {
    try {
      const response = await fetch(this.url + path, { signal: AbortSignal.timeout(timeoutMs) });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      return { status: 0, text: String(error instanceof Error ? (error.cause ?? error) : error) };
    }
  }

  /** For the error of a test: what it answers, and its last log lines that are not of requests. */
  async describe(): Promise<string> {
    const [ready, health] = await Promise.all([this.ask('/ready/leader', 1000), this.ask('/health', 1000)]);
    const lines = this.log.split('\n').filter((line) => !line.includes('"msg":"request"'));
    const answers = [`/ready ${ready.status} ${ready.text}`, `/health ${health.status} ${health.text}`];
    const process = this.isRunning ? `process ${this.pid}` : 'ended';
    return [`${this.name} (${process})`, ...answers, ...lines.slice(-LINES_SHOWN)].join('\n');
  }

  async reached(path: string, status: number, msMax = 60_000): Promise<void> {
    for (const end = Date.now() + msMax; Date.now() < end; await delay(POLL_MS)) {
      if ((await this.probe(path)) === status) return;
      if (!this.isRunning) throw new Error(`${this.name} ended: ${await this.describe()}`);
    }
    throw new Error(`${this.name} did not answer ${path} with ${status}: ${await this.describe()}`);
  }

  /** The newest link of the console, which this node prints soon after it has begun to lead. */
  async consoleLink(msMax = 60_000): Promise<string> {
    for (const end = Date.now() + msMax; Date.now() < end; await delay(POLL_MS)) {
      const link = this.log.match(/(?<=^ {2}Console +)\S+/gm)?.at(-1);
      if (link !== undefined) return link;
    }
    throw new Error(`${this.name} printed no link of the console: ${await this.describe()}`);
  }

  /** Of the node that made it. */
  demo(): { readonly issuerId: string; readonly securityId: string; readonly accountId: string } {
    return JSON.parse(readFileSync(join(this.dataDir, 'sandbox-demo.json'), 'utf8')) as ReturnType<
      ClusterProcess['demo']
    >;
  }

  credentials(who: 'client' | 'counterparty' | 'operator'): Credentials {
    return JSON.parse(readFileSync(join(this.dataDir, `sandbox-${who}.json`), 'utf8')) as Credentials;
  }
}
