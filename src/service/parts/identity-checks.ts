/** Puts the identity provider and the watch lists together as the settings say. */

import type { Config } from '../../config.ts';
import {
  ListScreening,
  SANDBOX_LIST_FOLDER,
  SandboxProvider,
  ScreeningOnlyProvider,
  TimeLimitedProvider,
  WatchListFolders,
} from '../../providers/identity/index.ts';
import { systemTimers } from '../../time/timers.ts';
import { type Microseconds, SECOND_US } from '../../time/units.ts';
import type { PartContext } from '../lifecycle/index.ts';

/**
 * Other rules can find others: the lists in use, and the score from which a name counts. Undefined without a list, and
 * until every check that was made with the lists before has ended and is stored: it may approve a party late.
 */
export function screeningRules(
  config: Pick<Config, 'WATCH_LIST_THRESHOLD' | 'IDENTITY_SECONDS_MAX'>,
  { watchLists, nowUs }: Pick<IdentityChecks, 'watchLists'> & { readonly nowUs: () => Microseconds },
): string | undefined {
  const { loaded } = watchLists;
  if (loaded === undefined || nowUs() - loaded.loadedAt < 2 * config.IDENTITY_SECONDS_MAX * SECOND_US) return undefined;
  return `${loaded.digest} ${config.WATCH_LIST_THRESHOLD}`;
}

export interface IdentityChecks {
  readonly identity: TimeLimitedProvider;
  readonly watchLists: WatchListFolders;
}

/** `nowUs` gives microseconds since 1970 UTC. Rejects, naming WATCH_LIST_DIR, when the list cannot be read. */
export async function openIdentityChecks(
  { config, log }: Pick<PartContext, 'config' | 'log'>,
  nowUs: () => Microseconds,
): Promise<IdentityChecks> {
  const isSandbox = config.ENVIRONMENT === 'sandbox';
  const folders = [isSandbox ? SANDBOX_LIST_FOLDER : null, config.WATCH_LIST_DIR].filter((folder) => folder !== null);
  const watchLists = new WatchListFolders({ folders, nowUs });
  if (watchLists.hasFolders) {
    const { reports } = await watchLists.load().catch((error: Error) => {
      throw new Error(`WATCH_LIST_DIR: ${error.message}`, { cause: error });
    });
    for (const { list, faultCount, faults } of reports) {
      if (faultCount > 0) log.warn({ list, faultCount, faults }, 'records of a watch list could not be read');
    }
  }
  const screening = new ListScreening({ lists: watchLists, threshold: config.WATCH_LIST_THRESHOLD });
  const provider = isSandbox ? new SandboxProvider({ screening }) : new ScreeningOnlyProvider({ screening });
  const limit = { limitMs: config.IDENTITY_SECONDS_MAX * 1000, timers: systemTimers };
  return { identity: new TimeLimitedProvider(provider, limit), watchLists };
}
