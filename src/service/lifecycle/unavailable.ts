import { NoPrimary } from '../../cluster/index.ts';
import { DatabaseUnavailable, isConnectionLost } from '../../database/queries/index.ts';

/** Whether a start failed because a database cannot be reached now: a later try may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof NoPrimary || error instanceof DatabaseUnavailable || isConnectionLost(error)) return true;
  return error instanceof Error && error.cause !== undefined && isUnavailable(error.cause);
}
