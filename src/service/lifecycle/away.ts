import { NoPrimary } from '../../cluster/index.ts';
import { DatabaseUnavailable, isConnectionLost } from '../../database/unavailable.ts';

/** Whether a start failed because a database cannot be reached now: later it may succeed. */
export function isAway(error: unknown): boolean {
  if (error instanceof NoPrimary || error instanceof DatabaseUnavailable || isConnectionLost(error)) return true;
  return error instanceof Error && error.cause !== undefined && isAway(error.cause);
}
