import {
  ListScreening,
  SANDBOX_LIST_FOLDER,
  SandboxProvider,
  TimeLimitedProvider,
  WatchListFolders,
} from '../../src/providers/identity/index.ts';
import { ManualTime } from './manual-time.ts';

export const IDENTITY_LIMIT_MS = 30_000;

/** The sandbox's checks of identities, with its list loaded and a clock for their time limit. */
export async function identityChecks(folders: readonly string[] = [SANDBOX_LIST_FOLDER]): Promise<{
  readonly identity: TimeLimitedProvider;
  readonly watchLists: WatchListFolders;
  readonly time: ManualTime;
}> {
  const time = new ManualTime('2030-01-02T03:04:05Z');
  const watchLists = new WatchListFolders({ folders, nowUs: () => time.nowUs() });
  if (watchLists.hasFolders) await watchLists.load();
  const provider = new SandboxProvider({ screening: new ListScreening({ lists: watchLists, threshold: 85 }) });
  const identity = new TimeLimitedProvider(provider, { limitMs: IDENTITY_LIMIT_MS, timers: time });
  return { identity, watchLists, time };
}
