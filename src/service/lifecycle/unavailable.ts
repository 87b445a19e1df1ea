import { DoubtfulCommit, JournalUnavailable, NoPrimary } from '../../cluster/index.ts';
import { DatabaseUnavailable, isConnectionLost } from '../../database/queries/index.ts';

/**
 * Why a start that failed may succeed later, in words that may be shown to anyone; undefined where it failed for
 * another reason than a database that cannot be used now.
 */
export function unavailableReason(error: unknown): string | undefined {
  if (error instanceof NoPrimary) return 'no host of JOURNAL_URL takes writes';
  if (error instanceof DoubtfulCommit) return 'commits of the journal do not wait for a standby';
  if (error instanceof JournalUnavailable) return 'the database of the journal does not answer';
  if (error instanceof DatabaseUnavailable) return 'the reference database cannot be reached, or does not answer';
  const isCaused = error instanceof Error && error.cause !== undefined;
  const reason = isCaused ? unavailableReason(error.cause) : undefined;
  return reason ?? (isConnectionLost(error) ? 'a database cannot be reached' : undefined);
}
