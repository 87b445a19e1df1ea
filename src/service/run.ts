/** The service as a process: opened, and open until a signal or a loss of the venue ends it. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { warmUp } from '../exchange/warm-up.ts';
import { whenWritten } from '../http/logger.ts';
import { isAway } from './away.ts';
import { isOpenSandbox, prepareSandbox } from './sandbox.ts';
import { Service } from './service.ts';

const STOP_MS_MAX = 9500;
/** Between two tries to open what is away. */
const AWAY_MS = 300;
/** What the last lines of the log are waited for. */
const LOGGED_MS_MAX = 100;
/** Of sysexits(3): a temporary failure. */
const ANEW_EXIT_CODE = 75;

/** Resolves when the ports are open. `tellWhy` says what kept an opened service from that; the process then ends. */
export async function run(config: Config, log: Logger, tellWhy: (error: unknown) => void): Promise<void> {
  warmUp();
  const service = await openPatiently(config, log);
  let stopping = false;
  /** By a signal: a process that is to begin anew then ends. */
  let isToEnd = false;
  const stop = (end: () => void) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      log.error({}, 'stopping took too long');
      process.exit(1);
    }, STOP_MS_MAX).unref();
    service.stop().then(end, (error: unknown) => {
      log.error({ err: error }, 'stopping failed');
      process.exit(1);
    });
  };
  const exit = (code: number) => () => {
    log.info({}, 'stopped');
    process.exit(code);
  };
  const stopAtSignal = (signal: string) => {
    if (!stopping) log.info({ signal }, 'stopping');
    isToEnd = true;
    stop(exit(0));
  };
  process.on('SIGTERM', () => stopAtSignal('SIGTERM'));
  process.on('SIGINT', () => stopAtSignal('SIGINT'));
  service.anew.then(({ reason, atOnce }) => {
    if (stopping) return;
    log.warn({ reason }, 'this node begins anew as a standby');
    const again = async () => {
      await whenWritten(log, LOGGED_MS_MAX);
      if (isToEnd) exit(0)();
      else beginAnew(log);
    };
    if (atOnce) void again();
    else stop(again);
  });
  if (isOpenSandbox(service)) {
    const { HOST: host } = config;
    log.warn(
      { host },
      'this is a sandbox on an address that other machines may reach; its keys are in the data folder',
    );
  }
  try {
    await (config.JOURNAL_URL === null ? openAlone(service, log) : openNode(service, log));
  } catch (error) {
    tellWhy(error);
    stop(exit(1));
  }
}

async function openAlone(service: Service, log: Logger): Promise<void> {
  const { config } = service;
  // Whoever sees the ports open finds everything there: the demo is made before they are.
  const demo = config.ENVIRONMENT === 'sandbox' ? await prepareSandbox(service) : undefined;
  const ticker = await service.openTicker();
  await service.listen();
  log.info({ ...service.addresses, dataDir: config.DATA_DIR, environment: config.ENVIRONMENT }, 'ready');
  if (demo !== undefined) process.stdout.write(demo.welcome(ticker));
}

/** The ports are open before the venue is owned: they say that it is not. */
async function openNode(service: Service, log: Logger): Promise<void> {
  const { config, exchange } = service;
  if (config.ENVIRONMENT === 'sandbox') {
    // Files of a demo are those of one node: another one finds its securities, and makes none of its own.
    service.onOwned(async () => {
      if (exchange.securities().length === 0) await prepareSandbox(service);
    });
    service.afterOwned(async () => void (await service.openSandbox()));
  }
  await service.listen();
  log.info({ ...service.addresses, dataDir: config.DATA_DIR, environment: config.ENVIRONMENT }, 'standing by');
  service.join();
}

/** A node of a cluster waits for its databases, which may be failing over; a process alone says what is wrong. */
async function openPatiently(config: Config, log: Logger): Promise<Service> {
  for (;;) {
    try {
      return await Service.open(config, log);
    } catch (error) {
      if (config.JOURNAL_URL === null || !isAway(error)) throw error;
      log.warn({ reason: (error as Error).message }, 'the databases are away; tried again');
      await delay(AWAY_MS);
    }
  }
}

/** The same program in the same process, of which nothing is left: no connection, no file, no lock. */
function beginAnew(log: Logger): void {
  try {
    const [, ...args] = process.argv;
    process.execve?.(
      process.execPath,
      [process.execPath, ...process.execArgv, ...args],
      process.env as NodeJS.Dict<string>,
    );
  } catch (error) {
    log.error({ err: error }, 'this process cannot begin anew by itself');
  }
  // Whoever watches over the process starts it again.
  process.exit(ANEW_EXIT_CODE);
}
