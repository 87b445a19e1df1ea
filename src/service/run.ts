/** The service as a process: opened, and open until a signal or a loss of the venue ends it. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { warmUp } from '../exchange/desks/index.ts';
import { whenWritten } from '../http/server/index.ts';
import { type Restart, unavailableReason } from './lifecycle/index.ts';
import { Ports } from './ports.ts';
import { isOpenSandbox, prepareSandbox, unlessRefused, welcome, welcomeOfLeader } from './prepare-sandbox.ts';
import { Service } from './service.ts';

const STARTS = 'this node starts';
/** The delay between two attempts to open unavailable databases. */
const RETRY_MS = 300;
/** How long the exit waits for the last lines of the log. */
const LOGGED_MS_MAX = 100;
/** Of sysexits(3): a temporary failure. */
const RESTART_EXIT_CODE = 75;

/**
 * Until a signal ends the process. A node that lost the venue, or handed it over, closes its service and opens another
 * one at the same ports: on a busy machine a new process takes many times longer. Rejects with what kept a service
 * from opening.
 */
export async function run(config: Config, log: Logger): Promise<never> {
  const signals = new Signals(log);
  // A process alone opens its ports when it is ready.
  const ports = config.JOURNAL_URL === null ? undefined : await Ports.open(config, log, STARTS);
  warmUp();
  // Nothing here holds the service that was closed: its venue may fill the memory.
  for (;;) await serve(config, log, { signals, ports });
}

interface ProcessParts {
  readonly signals: Signals;
  readonly ports: Ports | undefined;
}

/** Opens a service and closes it, to open another one; where the process is to end, it ends it. */
async function serve(config: Config, log: Logger, { signals, ports }: ProcessParts): Promise<void> {
  const service = await openPatiently(config, log, ports);
  const signalled = signals.wait();
  warnOfOpenSandbox(service, log);
  try {
    await (ports === undefined ? openAlone(service, log) : openNode(service, log, ports));
  } catch (error) {
    await close(service, { cause: undefined, log });
    throw error;
  }
  const cause = await Promise.race([signalled, service.restart]);
  if (signals.isToEnd) ports?.endWithService();
  if (cause !== undefined) {
    log.warn({ reason: cause.reason }, 'this node restarts as a standby');
    ports?.waitsBecause(`this node restarts as a standby: ${cause.publicReason}`);
  }
  const end = await close(service, { cause, log });
  if (signals.isToEnd) exit(end === 'ended' ? 0 : 1, log);
  signals.release();
  if (end === 'left') await restartProcess(log);
}

/** Ask for an orderly end of the process; while no service is open, they end it at once. */
class Signals {
  readonly #log: Logger;
  #wake: (() => void) | undefined;
  isToEnd = false;

  constructor(log: Logger) {
    this.#log = log;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.#take(signal));
  }

  /** Resolves at the next one. */
  wait(): Promise<undefined> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#wake = () => resolve(undefined);
    return promise;
  }

  release(): void {
    this.#wake = undefined;
  }

  #take(signal: string): void {
    if (!this.isToEnd) this.#log.info({ signal }, 'stopping');
    this.isToEnd = true;
    if (this.#wake === undefined) exit(0, this.#log);
    this.#wake();
  }
}

function exit(code: number, log: Logger): never {
  if (code === 0) log.info({}, 'stopped');
  process.exit(code);
}

/**
 * How a service ended. `unwritten`: every part has ended, and what one would have written to a database is gone, as
 * after a crash. `left`: a part may not have ended.
 */
type End = 'ended' | 'unwritten' | 'left';

interface Closing {
  /** Undefined: the process ends. */
  readonly cause: Restart | undefined;
  readonly log: Logger;
}

/** How long a stop waits for its databases, and for all of its parts. */
interface Patience {
  readonly databasesMs: number;
  readonly partsMs: number;
}

/** The process ends with the service; its supervisor may kill it after ten seconds. */
const LAST: Patience = { databasesMs: 7000, partsMs: 9500 };
/** The node is a standby next. A restart of the process would close its ports (J29). */
const HANDED_OVER: Patience = { databasesMs: 7000, partsMs: 20_000 };
/** The same for a node that lost the venue: nobody needs its remaining work. */
const LOST: Patience = { databasesMs: 4000, partsMs: 20_000 };

async function close(service: Service, { cause, log }: Closing): Promise<End> {
  const { promise: isLate, resolve } = Promise.withResolvers<'left'>();
  const atOnce = cause?.atOnce === true;
  const patience = cause === undefined ? LAST : atOnce ? LOST : HANDED_OVER;
  const timers = [
    setTimeout(() => {
      log.warn({}, 'stopping waits for the databases no longer');
      service.abandonDatabases();
    }, patience.databasesMs),
    setTimeout(() => {
      log.error({}, 'stopping took too long');
      resolve('left');
    }, patience.partsMs),
  ];
  const isStopped = service.stop(atOnce).then(
    () => 'ended' as const,
    (error: unknown) => {
      log.error({ err: error }, 'stopping failed');
      return areUnavailable(error) ? 'unwritten' : 'left';
    },
  );
  const end = await Promise.race([isStopped, isLate]);
  for (const timer of timers) clearTimeout(timer);
  return end;
}

/** Whether all that failed failed because of a database. */
function areUnavailable(error: unknown): boolean {
  if (error instanceof SuppressedError) return areUnavailable(error.error) && areUnavailable(error.suppressed);
  return unavailableReason(error) !== undefined;
}

function warnOfOpenSandbox(service: Service, log: Logger): void {
  if (!isOpenSandbox(service)) return;
  const { HOST: host } = service.config;
  log.warn({ host }, 'this is a sandbox on an address that other machines may reach; its keys are in the data folder');
}

async function openAlone(service: Service, log: Logger): Promise<void> {
  const { config } = service;
  // The demo is made before the ports open, so that the first caller finds it.
  const isSandbox = config.ENVIRONMENT === 'sandbox';
  const demo = isSandbox ? await unlessRefused('a demo', log, () => prepareSandbox(service)) : undefined;
  const ticker = await unlessRefused('a ticking security', log, () => service.openTicker());
  collectStart();
  await service.listen();
  log.info({ ...service.addresses, dataDir: config.DATA_DIR, environment: config.ENVIRONMENT }, 'ready');
  if (isSandbox) process.stdout.write(await welcome(service, { demo, ticker }));
}

/**
 * Collects all garbage of the start while nobody waits: V8 sets its next full collection by what is left, and would
 * otherwise set it so low that the first minutes of work had several. Does nothing without --expose-gc.
 */
function collectStart(): void {
  globalThis.gc?.();
}

/** The ports are open before the venue is owned: they say that it is not. */
async function openNode(service: Service, log: Logger, ports: Ports): Promise<void> {
  const { config, exchange } = service;
  if (config.ENVIRONMENT === 'sandbox') {
    // One node writes the files of a demo: another one finds its securities and does not create them.
    service.onOwned(async () => {
      if (exchange.securities().length > 0) return;
      await unlessRefused('a demo', log, () => prepareSandbox(service));
    });
    service.afterOwned(async () => {
      await unlessRefused('its client', log, () => service.openSandbox());
      process.stdout.write(await welcomeOfLeader(service));
    });
  }
  collectStart();
  await service.listen(ports);
  log.info({ ...service.addresses, dataDir: config.DATA_DIR, environment: config.ENVIRONMENT }, 'standing by');
  service.join();
}

/** A node of a cluster waits for its databases, which may be failing over; a process alone says what is wrong. */
async function openPatiently(config: Config, log: Logger, ports: Ports | undefined): Promise<Service> {
  for (;;) {
    try {
      return await Service.open(config, log);
    } catch (error) {
      const reason = unavailableReason(error);
      if (ports === undefined || reason === undefined) throw error;
      ports.waitsBecause(`this node waits for its databases: ${reason}`);
      log.warn({ reason: (error as Error).message }, 'the databases are unavailable; tried again');
      await delay(RETRY_MS);
    }
  }
}

/** The same program in the same process, of which nothing is left: no connection, no file, no lock. */
async function restartProcess(log: Logger): Promise<never> {
  await whenWritten(log, LOGGED_MS_MAX);
  try {
    const [, ...args] = process.argv;
    process.execve?.(
      process.execPath,
      [process.execPath, ...process.execArgv, ...args],
      process.env as NodeJS.Dict<string>,
    );
  } catch (error) {
    log.error({ err: error }, 'this process cannot restart by itself');
  }
  // The supervisor of the process restarts it.
  process.exit(RESTART_EXIT_CODE);
}
