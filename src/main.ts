/** Starts and stops the process; nothing else. */
import { readConfig } from './config.ts';
import { warmUp } from './exchange/warm-up.ts';
import { createLogger } from './http/logger.ts';
import { prepareSandbox } from './service/sandbox.ts';
import { Service } from './service/service.ts';

const STOP_MS_MAX = 9500;

const log = createLogger();

async function main(): Promise<void> {
  const config = readConfig(process.env);
  log.level = config.LOG_LEVEL;
  warmUp();
  const service = await Service.open(config, log);
  let stopping = false;
  const stop = (exitCode: number) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      log.error({}, 'stopping took too long');
      process.exit(1);
    }, STOP_MS_MAX).unref();
    service.stop().then(
      () => {
        log.info({}, 'stopped');
        process.exit(exitCode);
      },
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  const stopAtSignal = (signal: string) => {
    if (!stopping) log.info({ signal }, 'stopping');
    stop(0);
  };
  process.on('SIGTERM', () => stopAtSignal('SIGTERM'));
  process.on('SIGINT', () => stopAtSignal('SIGINT'));
  try {
    // Whoever sees the ports open finds everything there: the demo is made before they are.
    const demo = config.ENVIRONMENT === 'sandbox' ? await prepareSandbox(service) : undefined;
    await service.listen();
    log.info({ ...service.addresses, dataDir: config.DATA_DIR, environment: config.ENVIRONMENT }, 'ready');
    if (demo !== undefined) process.stdout.write(demo.welcome());
  } catch (error) {
    tellWhy(error);
    stop(1);
  }
}

/** A wrong setting, damage or a taken port: one sentence that says what, and no stack for a person to wade through. */
function tellWhy(error: unknown): void {
  log.fatal({ reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }, 'cannot start');
}

main().catch((error: unknown) => {
  tellWhy(error);
  process.exit(1);
});
