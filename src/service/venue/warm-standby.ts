/** The connections and caches that a standby keeps ready for the first calls after a takeover. */
import { type Administration, newApiKey } from '../../modules/admin/index.ts';
import { systemTimers } from '../../time/timers.ts';
import type { PartContext } from '../lifecycle/index.ts';

/** A connection that nobody uses for ten seconds is closed. */
const EVERY_MS = 4000;
const CONNECTIONS = 4;

/**
 * Connections to the reference database that are open and have seen its tables: the first callers of a new owner would
 * wait for them longer than for all the rest. What is asked is what the first call asks, for a key that nobody has.
 */
export function keepWarm(
  { state, shutdown }: Pick<PartContext, 'state' | 'shutdown'>,
  administration: Administration,
): void {
  const { node } = state;
  if (node === undefined) return;
  const ask = async () => {
    if (node.role !== 'standby') return;
    const asked = Array.from({ length: CONNECTIONS }, () => administration.directory.authenticate('', newApiKey()));
    // The database may be unavailable; then the query is repeated.
    await Promise.allSettled(asked);
  };
  void ask();
  shutdown.add(
    'warm connections',
    systemTimers.every(EVERY_MS, () => void ask()),
  );
}
