/** The service as a process: opened, and open until a signal or a loss of the venue ends it. */
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { warmUp } from '../exchange/desks/index.ts';
import { whenWritten } from '../http/server/index.ts';
import { EndRequest, live } from './life.ts';
import { Ports } from './ports.ts';
import { isOpenSandbox, prepareSandbox, unlessRefused, welcome, welcomeOfLeader } from './prepare-sandbox.ts';
import { changeFolder, hasMovableClock } from './sandbox/index.ts';
import { Service } from './service.ts';

const STARTS = 'this node starts';
/** How long the exit waits for the last lines of the log. */
const LOGGED_MS_MAX = 100;
/** Of sysexits(3): a temporary failure. */
const RESTART_EXIT_CODE = 75;

/** Until a signal ends the process. Rejects with what kept a service from opening. */
export async function run(config: Config, log: Logger): Promise<never> {
  const endRequest = new EndRequest(() => exit(0, log));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!endRequest.isMade) log.info({ signal }, 'stopping');
      endRequest.make();
    });
  }
  // A process alone opens its ports when it is ready.
  const ports = config.JOURNAL_URL === null ? undefined : await Ports.open(config, log, STARTS);
  warmUp();
  return live({
    open: async () => {
      if (hasMovableClock(config)) await changeSandbox(config, log);
      return Service.open(config, log);
    },
    begin: (service) => {
      warnOfOpenSandbox(service, log);
      return ports === undefined ? openAlone(service, log) : openNode(service, log, ports);
    },
    ports,
    endRequest,
    exit: (code) => exit(code, log),
    restartProcess: () => restartProcess(log),
    after: processTimer,
    log,
  });
}

/** Does with the data folder what a call asked for (Z14). */
async function changeSandbox({ DATA_DIR }: Config, log: Logger): Promise<void> {
  const change = await changeFolder(DATA_DIR);
  if (change !== undefined) log.info({ ...change }, 'the data folder of the sandbox was changed');
}

/** Keeps the process running, unlike those of the system's timers. */
function processTimer(delayMs: number, callback: () => void): () => void {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
}

function exit(code: number, log: Logger): never {
  if (code === 0) log.info({}, 'stopped');
  process.exit(code);
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
