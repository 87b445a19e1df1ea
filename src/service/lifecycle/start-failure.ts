/** A failed start; the message begins with the setting or the file that it is about. */
class CannotStart extends Error {
  override readonly name = 'CannotStart';

  constructor(subject: string, cause: unknown) {
    super(`${subject}: ${reasonOf(causeOf(cause))}`, { cause });
  }
}

/**
 * A step of the start. What the operating system or the database says (no such file, no connection, no space) often
 * names nothing: it is thrown as CannotStart. Errors of the program's own name what they are about and are left as
 * they are.
 */
export async function starting<T>(subject: string, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw isOfSystem(error) ? new CannotStart(subject, error) : error;
  }
}

function isOfSystem(error: unknown): boolean {
  if (error instanceof AggregateError) return true;
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return typeof code === 'string' || (cause !== undefined && isOfSystem(cause));
}

/** Errors for API callers name no address of the database; the operator who starts the process needs it. */
function causeOf(error: unknown): unknown {
  const { isUnavailable, cause } = (error ?? {}) as { isUnavailable?: unknown; cause?: unknown };
  return isUnavailable === true && cause !== undefined ? cause : error;
}

/** A host with several addresses fails with one error for each address and without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
