import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { LiveExchange } from '../exchange/live-exchange.ts';
import { ApiError, type Method } from '../http/methods/index.ts';
import type { ExampleIds } from '../modules/examples/index.ts';
import { type Clock, SystemClock } from '../time/clock.ts';
import { MovableTime } from '../time/movable-time.ts';
import { systemTimers } from '../time/timers.ts';
import {
  LeaderTasks,
  newState,
  type PartContext,
  type PartWatch,
  type Restart,
  ShutdownStack,
} from './lifecycle/index.ts';
import { loadLibraries } from './parts/index.ts';
import { openParts, type Parts } from './parts.ts';
import { type Addresses, Ports } from './ports.ts';
import {
  ensureTicker,
  hasMovableClock,
  hasTicker,
  OwnCalls,
  readSandboxCredentials,
  type SandboxCredentials,
  startTicker,
  type TickerIds,
} from './sandbox/index.ts';

/** How long a handover waits for calls in progress; later ones have an unknown outcome. */
const ANSWERED_MS_MAX = 100;
const STOPPED = 'the venue has stopped';

/** The program, but for its process. */
export class Service {
  readonly exchange: LiveExchange;
  readonly config: Config;
  readonly #context: PartContext;
  readonly #parts: Parts;
  addresses: Addresses = { api: '', legacy: '', metrics: '' };

  private constructor(context: PartContext, parts: Parts) {
    this.config = context.config;
    this.exchange = parts.exchange;
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * Recovers the venue and catches the history up. No port listens until `listen`. Where a step fails, what was opened
   * is closed before this rejects.
   * @param clock of the system; tests pass another one
   */
  static async open(
    config: Config,
    log: Logger,
    watch: PartWatch = loggingWatch(log),
    clock: Clock = new SystemClock(),
  ): Promise<Service> {
    const time = hasMovableClock(config) ? new MovableTime({ clock, timers: systemTimers }) : undefined;
    const context = {
      config,
      log,
      state: newState(),
      shutdown: new ShutdownStack(watch),
      leaderTasks: new LeaderTasks(),
      timers: systemTimers,
      clock: time ?? clock,
      systemUs: () => clock.nowUs(),
      time,
    };
    try {
      await loadLibraries(config);
      const parts = await openParts(context);
      if (context.state.node === undefined) {
        await context.leaderTasks.runSteps();
        context.leaderTasks.served();
        await context.leaderTasks.runBackground();
      }
      context.state.isOpen = true;
      return new Service(context, parts);
    } catch (error) {
      // The watch gets errors of closing; the caller gets the error of the start.
      await context.shutdown[Symbol.asyncDispose]().catch(() => {});
      throw error;
    }
  }

  /** The sandbox's client, and the methods for calls in its name. Throws where there is no sandbox. */
  async openSandbox(): Promise<{ readonly credentials: SandboxCredentials; readonly calls: OwnCalls }> {
    const { log, state } = this.#context;
    const { administration, methods } = this.#parts;
    const credentials = readSandboxCredentials(this.config.DATA_DIR);
    const client = await administration.directory.authenticate(credentials.clientID, credentials.developerAPIKey);
    state.sandbox = credentials;
    if (client === undefined) throw new ApiError(103, 'the key in sandbox-client.json is not valid');
    return { credentials, calls: new OwnCalls({ methods, client, log }) };
  }

  /**
   * Makes what the ticking security needs, and starts it; its end comes before that of the ports. undefined where the
   * settings want none.
   */
  async openTicker(): Promise<TickerIds | undefined> {
    if (!hasTicker(this.config)) return undefined;
    const { log, state, shutdown } = this.#context;
    const { administration, methods, stream } = this.#parts;
    const { clientID, developerAPIKey } = readSandboxCredentials(this.config.DATA_DIR, 'ticker');
    const client = await administration.directory.authenticate(clientID, developerAPIKey);
    if (client === undefined) throw new ApiError(103, 'the key in sandbox-ticker.json is not valid');
    const calls = new OwnCalls({ methods, client, log });
    const ids = await ensureTicker(calls, this.config.DATA_DIR, state.neverCloses);
    const watchers = () => stream.metrics.connections;
    shutdown.add('ticking security', startTicker({ ...systemTimers, calls, ids, watchers, log }));
    return ids;
  }

  /** An address of the reference page that shows the sandbox's key to the first reader on this machine. */
  linkWithKey(): string {
    return `${this.addresses.api}/docs?token=${this.#context.state.tokens.issue()}`;
  }

  /** An address of the console at which the first reader may try the users of the sandbox, within 15 minutes. */
  async signInLink(): Promise<string> {
    const link = { userId: null, purpose: 'sandbox', createdBy: 'start' } as const;
    const { token } = await this.#parts.users.links.issue(link);
    return `${this.config.PUBLIC_URL ?? this.addresses.api}/console#token=${token}`;
  }

  /** Fills the ids of the demo into the examples of the reference page. */
  showInReference(demo: Partial<ExampleIds>): void {
    this.#context.state.demo = demo;
  }

  /** Every method of both hosts. */
  get methods(): readonly Method[] {
    return this.#parts.methods;
  }

  /** Takes the connections of ports from now on; when absent, it opens ports that close when it stops. */
  async listen(ports?: Ports): Promise<void> {
    const { servers, metricsServer } = this.#parts;
    const { config, log, state, shutdown } = this.#context;
    const taken = ports ?? (await Ports.open(config, log, STOPPED));
    await taken.serve(servers, metricsServer);
    shutdown.add('ports', () => (ports === undefined ? taken.close() : taken.release()));
    this.addresses = taken.addresses;
    state.apiAddress = this.addresses.api;
    state.legacyAddress = this.addresses.legacy;
  }

  /** Sets the work of this process when it becomes the leader, before the first call; to be called before `join`. */
  onOwned(work: () => Promise<void>): void {
    this.#context.leaderTasks.addStep(work);
  }

  /** The same for what no call waits for. */
  afterOwned(work: () => Promise<void>): void {
    const { leaderTasks, shutdown } = this.#context;
    leaderTasks.addBackground(shutdown, work);
  }

  /** From now on this process may take the venue over, where it is one of several. */
  join(): void {
    const { state, shutdown } = this.#context;
    const { node } = state;
    if (node === undefined) return;
    shutdown.add('cluster', async () => {
      await node.end();
      if (node.leads) await this.#handOver();
    });
    node.start();
  }

  /** Answers open calls, and gives the venue up before the other parts end: no other node waits for them. */
  async #handOver(): Promise<void> {
    const { entrance } = this.#context.state;
    // The next leader sends again what is not in the log.
    const logged = this.#parts.administration.deps.deliveries.flush();
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = systemTimers.after(ANSWERED_MS_MAX, resolve);
    await Promise.race([Promise.all([entrance?.shut(), logged]), promise]);
    cancel();
    await this.exchange.stop();
  }

  /** Resolves when this node must restart as a standby; never where the process is alone. */
  get restart(): Promise<Restart> {
    return this.#context.state.restart.promise;
  }

  /**
   * Finishes what is in flight, says goodbye to the stream, flushes, and releases the data folder. `atOnce` does not
   * wait for the order history, which catches up later.
   */
  stop(atOnce = false): Promise<void> {
    if (atOnce) this.#context.state.isOpen = false;
    return this.#context.shutdown[Symbol.asyncDispose]();
  }

  /** A stop that is under way waits for no database any more: its connections are cut off. */
  abandonDatabases(): void {
    this.#context.state.databasesAbandoned.abort();
  }
}

function loggingWatch(log: Logger): PartWatch {
  return {
    opened: (part) => log.debug({ part }, 'opened'),
    closed: (part) => log.debug({ part }, 'closed'),
    failed: (part, error) => log.error({ part, err: error }, 'could not be closed'),
  };
}
