import type { EventEmitter } from 'node:events';
import { type DestinationStream, type Logger, type LoggerOptions, pino, symbols } from 'pino';

/** Fields that must never reach a log, anywhere in a logged object, up to two levels deep. */
const SECRET_FIELDS = [
  'authorization',
  'Authorization',
  'developerAPIKey',
  'trade_developerAPIKey',
  'developerApiKey',
  'apiKey',
  'password',
  'token',
  'secret',
  'encryptionKey',
  'taxID',
  'taxId',
  'socialSecurityNumber',
  'dob',
  'dateOfBirth',
  'ExtAccountnumber',
  'ExtRoutingnumber',
  'accountNumber',
  'routingNumber',
  'cardNumber',
  'creditCardNumber',
  'cvv',
] as const;

/** JSON lines on stdout, or to the given destination; secrets and personal data are cut out by name. */
export function createLogger(
  options: { readonly level?: LoggerOptions['level']; readonly destination?: DestinationStream } = {},
): Logger {
  const settings: LoggerOptions = {
    level: options.level ?? 'info',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
    redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[redacted]' },
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}

/**
 * Resolves when the line that was just logged, and all before it, are written, which a thread does: for a process that
 * becomes another program at once. Not later than after `msMax`, in case nobody takes them.
 */
export async function whenWritten(log: Logger, msMax: number): Promise<void> {
  const { [symbols.streamSym]: stream } = log as unknown as { [symbols.streamSym]: Partial<EventEmitter> };
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, msMax);
  stream.once?.('drain', resolve);
  await promise;
  clearTimeout(timer);
}

/** Name, message, code and stack only: a database error carries the values of the row that it refused. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = (error as { code?: unknown }).code;
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}
