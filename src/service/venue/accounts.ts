import type { Database } from '../../database/database.ts';
import { AccountDirectory } from '../../modules/accounts/index.ts';
import { type PartContext, startJob } from '../lifecycle/index.ts';
import { CACHE_MS_MAX } from './webhook-sending.ts';

/** Between two pieces of a thousand accounts, each of which takes 1 to 2 ms of the main thread (bench:accounts). */
const PAUSE_MS = 10;
const RETRY_MS = 5000;

/** The accounts that may place orders, which every node reads when it starts and keeps current. */
export function openAccounts(
  { log, state, shutdown, timers }: Pick<PartContext, 'log' | 'state' | 'shutdown' | 'timers'>,
  { db }: Pick<Database, 'db'>,
): AccountDirectory {
  const age = state.node === undefined ? {} : { ageMsMax: CACHE_MS_MAX };
  const accounts = new AccountDirectory(db, { watch: { timers, ...age } });
  const stop = startJob({
    failure: 'the accounts could not be read before their first orders',
    run: async () => ((await accounts.fillNext()) ? PAUSE_MS : undefined),
    retryMs: RETRY_MS,
    after: timers.after,
    log,
  });
  shutdown.add('accounts', () => {
    accounts.end();
    return stop();
  });
  return accounts;
}
