/** Starts the process; nothing else. */
import { readConfig } from './config.ts';
import { createLogger } from './http/server/index.ts';

const log = createLogger();

async function main(): Promise<void> {
  const config = readConfig(process.env);
  log.level = config.LOG_LEVEL;
  // Read behind the settings: a wrong one is told at once, and not after the whole program was read.
  const { run } = await import('./service/run.ts');
  await run(config, log);
}

/** A wrong setting, damage or a taken port: one sentence that says what, and no stack for a person to wade through. */
function tellWhy(error: unknown): void {
  log.fatal({ reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }, 'cannot start');
}

main().catch((error: unknown) => {
  tellWhy(error);
  process.exit(1);
});
