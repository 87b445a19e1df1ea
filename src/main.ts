/** Starts the process; nothing else. */
import { readConfig } from './config.ts';
import { createLogger } from './http/server/index.ts';

const log = createLogger();

async function main(): Promise<void> {
  const config = readConfig(process.env);
  log.level = config.LOG_LEVEL;
  // Imported after the settings, so that a wrong setting is reported before the whole program is loaded.
  const { run } = await import('./service/run.ts');
  await run(config, log);
}

/**
 * A wrong setting, damage or a taken port: one sentence that says what, and no stack for a person to wade through. A
 * fault of the program, an error of the language itself, has its stack.
 */
function printFailure(error: unknown): void {
  const isFault = [TypeError, ReferenceError, RangeError, SyntaxError].some((kind) => error instanceof kind);
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  log.fatal({ reason, ...(isFault ? { err: error } : {}) }, 'cannot start');
}

main().catch((error: unknown) => {
  printFailure(error);
  process.exit(1);
});
