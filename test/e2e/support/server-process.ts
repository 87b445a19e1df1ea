/**
 * The real server as a child process, as an operator starts it, on its own data folder and free
 * ports.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeAfterTest } from '../../support/cleanup.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** As `npm start` starts it. */
const PROGRAM = `${ROOT}/scripts/start.mjs`;
/** The collection of all garbage before it is ready is a tenth of a start, which such short lives do not repay. */
const NO_COLLECTION = '--no-expose-gc';
const READY = /^\{.*"msg":"ready"\}$/m;
/** The last thing that the sandbox prints: the body of the first order. */
const WELCOME = /\nOpenATS is ready\.\n[\s\S]*-d '.*'\n\n/;

export interface ServerOptions {
  /** Settings, besides free ports and the data folder; nothing but PATH comes from the environment of the tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** An existing data folder; otherwise a new one, which is removed after the test. */
  readonly dataDir?: string;
  /** A command that runs the server for us, for example to limit it: ['sh', '-c', 'ulimit -f 64; exec "$@"', 'sh']. */
  readonly wrapper?: readonly string[];
}

export interface Credentials {
  readonly clientID: string;
  readonly developerAPIKey: string;
}

export interface Addresses {
  readonly api: string;
  readonly legacy: string;
  readonly metrics: string;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The process ended although it was waited for something else; the message holds all that it wrote. */
export class ServerEnded extends Error {
  override readonly name = 'ServerEnded';
}

const running = new Set<ServerProcess>();

process.on('exit', () => {
  for (const server of running) server.signal('SIGKILL');
});

export class ServerProcess {
  readonly dataDir: string;
  /** Resolves when the process has ended and all its output is here. */
  readonly exited: Promise<Exit>;
  stdout = '';
  stderr = '';
  readonly #options: ServerOptions;
  readonly #child: ChildProcess;
  #exit: Exit | null = null;
  #watchers: (() => void)[] = [];
  #addresses: Addresses | null = null;

  private constructor(options: ServerOptions) {
    this.#options = options;
    this.dataDir = options.dataDir ?? temporaryFolder();
    const [command, ...args] = [...(options.wrapper ?? []), process.execPath, NO_COLLECTION, PROGRAM];
    this.#child = spawn(command as string, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        LEGACY_PORT: '0',
        METRICS_PORT: '0',
        // A test that wants orders of somebody else asks for them.
        SANDBOX_TICKER: 'off',
        ...options.settings,
        DATA_DIR: this.dataDir,
      },
    });
    running.add(this);
    closeAfterTest(() => this.kill());
    this.exited = new Promise((resolve) => {
      this.#child.on('close', (code, signal) => resolve(this.#ended({ code, signal })));
      this.#child.on('error', (error) => {
        this.stderr += String(error);
        resolve(this.#ended({ code: null, signal: null }));
      });
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
      this.#look();
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
      this.#look();
    });
  }

  /** Starts the server and waits until it is ready; throws ServerEnded when it ends before. */
  static async start(options: ServerOptions = {}): Promise<ServerProcess> {
    const server = ServerProcess.launch(options);
    await server.ready();
    return server;
  }

  /** Starts the process and waits for nothing, for starts that are to fail. */
  static launch(options: ServerOptions = {}): ServerProcess {
    return new ServerProcess(options);
  }

  /** Resolves when the ports listen. */
  async ready(): Promise<Addresses> {
    const line = await this.printed(READY);
    const { api, legacy, metrics } = JSON.parse(line) as Addresses;
    this.#addresses = { api, legacy, metrics };
    return this.#addresses;
  }

  /** The text that the sandbox greets with; printed once its demo security is there. */
  welcome(): Promise<string> {
    return this.printed(WELCOME);
  }

  /** Resolves with the first piece of stdout that matches; throws ServerEnded when the process ends without it. */
  async printed(pattern: RegExp): Promise<string> {
    for (;;) {
      const [found] = pattern.exec(this.stdout) ?? [];
      if (found !== undefined) return found;
      if (this.#exit !== null) throw new ServerEnded(`the server ended: ${this.account()}`);
      await new Promise<void>((resolve) => this.#watchers.push(resolve));
    }
  }

  get addresses(): Addresses {
    if (this.#addresses === null) throw new Error('the server is not ready yet');
    return this.#addresses;
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  /** The sandbox client, owner of the demo security. */
  get client(): Credentials {
    return this.#credentials('sandbox-client.json');
  }

  /** The sandbox operator: a master key. */
  get operator(): Credentials {
    return this.#credentials('sandbox-operator.json');
  }

  /** The JSON lines of the log; of the last line a part may be here only. */
  get logLines(): Record<string, unknown>[] {
    const whole = this.stdout.split('\n').slice(0, -1);
    const lines = whole.filter((line) => line.startsWith('{"level"') && line.endsWith('}'));
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** How it ended and all that it wrote, for messages of failed tests. */
  account(): string {
    return `${JSON.stringify(this.#exit)}\n${this.stdout}\n${this.stderr}`;
  }

  signal(signal: NodeJS.Signals): void {
    if (this.#exit === null) this.#child.kill(signal);
  }

  /** SIGKILL: the process has no say. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.exited;
  }

  /** SIGTERM; resolves with the exit code, null when it took a signal to end it. */
  async stop(): Promise<number | null> {
    this.signal('SIGTERM');
    return (await this.exited).code;
  }

  /** Settings and folder of this process, for the next one on the same folder. */
  get sameOptions(): ServerOptions {
    const { settings } = this.#options;
    return { ...(settings === undefined ? {} : { settings }), dataDir: this.dataDir };
  }

  /** Starts again on the same folder, with the same settings unless others are given, once the process has ended. */
  async restart(options: Omit<ServerOptions, 'dataDir'> = {}): Promise<ServerProcess> {
    await this.exited;
    return ServerProcess.start({ ...this.sameOptions, ...options });
  }

  #credentials(name: string): Credentials {
    return JSON.parse(readFileSync(join(this.dataDir, name), 'utf8')) as Credentials;
  }

  #ended(exit: Exit): Exit {
    this.#exit = exit;
    running.delete(this);
    this.#look();
    return exit;
  }

  #look(): void {
    for (const watcher of this.#watchers.splice(0)) watcher();
  }
}
