/** Starts and stops the process; nothing else. */
import { readConfig } from './config.ts';
import { createLogger } from './http/logger.ts';
import { prepareSandbox } from './sandbox.ts';
import { Service } from './service.ts';

const STOP_MS_MAX = 9500;

const log = createLogger();

async function main(): Promise<void> {
  const config = readConfig(process.env);
  log.level = config.LOG_LEVEL;
  const service = await Service.open(config, log);
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error({}, 'stopping took too long');
      process.exit(1);
    }, STOP_MS_MAX).unref();
    service.stop().then(
      () => {
        log.info({}, 'stopped');
        process.exit(0);
      },
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  // Whoever sees the ports open finds everything there: the demo is made before they are.
  const demo = config.ENVIRONMENT === 'sandbox' ? await prepareSandbox(service) : undefined;
  await service.listen();
  log.info({ ...service.addresses, dataDir: config.DATA_DIR, environment: config.ENVIRONMENT }, 'ready');
  if (demo !== undefined) process.stdout.write(demo.welcome());
}

main().catch((error: unknown) => {
  // A wrong setting, damage or a taken port: one sentence that says what, and no stack for a person to wade through.
  log.fatal({ reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }, 'cannot start');
  process.exit(1);
});
