import type { Logger } from 'pino';
import type { LeaderDb } from '../../database/leader/index.ts';
import type { AllDeps } from '../../modules/index.ts';
import { type ScreeningRun, screenPiece } from '../../modules/kyc/index.ts';
import { systemTimers, type Timers } from '../../time/timers.ts';
import { MINUTE_US, type Microseconds, type Milliseconds } from '../../time/units.ts';
import { type PartContext, startJob } from '../lifecycle/index.ts';
import { type LeaderDeps, screeningRules } from '../parts/index.ts';

/** From the end of one piece of 20 screenings to the next: other work has the greater part of the time. */
const PAUSE_MS: Milliseconds = 400;
/** Lists read longer ago are read again when this node begins to lead. */
const FRESH_US: Microseconds = MINUTE_US;
/** How often changed lists and investors are looked for. */
const EVERY_MS: Milliseconds = 10_000;

export interface ScreeningJob extends Omit<ScreeningRun, 'log'> {
  readonly deps: ScreeningRun['deps'] & { readonly db: LeaderDb };
  readonly after: Timers['after'];
  readonly log: Pick<Logger, 'info' | 'error'>;
}

/** Screens again when the lists of this node are others than those of the last run. */
export function openScreenings({ config, log, shutdown, leaderTasks }: PartContext, work: LeaderDeps): void {
  const job = {
    deps: { ...work, asksForInfo: config.SCREENING_NEEDS_MORE_INFO },
    rules: () => screeningRules(config, work),
    after: systemTimers.after,
    log,
  };
  leaderTasks.addBackground(shutdown, async (shutdown) => {
    await refreshLists(work, log);
    shutdown.add('screenings', runScreenings(job));
  });
}

/** The leader before may have read newer files (reloadWatchList). Lists that cannot be read leave those in use. */
export async function refreshLists(
  { watchLists, nowUs }: Pick<AllDeps, 'watchLists' | 'nowUs'>,
  log: ScreeningJob['log'],
): Promise<void> {
  const { loaded } = watchLists;
  if (loaded === undefined || nowUs() - loaded.loadedAt < FRESH_US) return;
  await watchLists.load().catch((err: unknown) => log.error({ err }, 'the watch lists could not be read again'));
}

/** Screens approved parties again, after a watch list or their own data changed (C98). */
export function runScreenings({ deps, rules, after, log }: ScreeningJob): () => Promise<void> {
  return startJob({
    failure: 'approved parties could not be screened again',
    run: async (stop) => ((await screenPiece({ deps, rules, log }, stop)) ? PAUSE_MS : EVERY_MS),
    retryMs: EVERY_MS,
    after,
    log,
  });
}
