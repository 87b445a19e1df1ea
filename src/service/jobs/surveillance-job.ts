import type { Logger } from 'pino';
import type { LeaderDb } from '../../database/leader/index.ts';
import type { SurveillancePosition, Thresholds } from '../../database/schema/index.ts';
import { SurveyThread } from '../../history/surveillance/survey-thread.ts';
import { storeFindings, surveillancePosition, thresholdsInForce } from '../../modules/surveillance/index.ts';
import { systemTimers, type Timers } from '../../time/timers.ts';
import type { Microseconds, Milliseconds } from '../../time/units.ts';
import { type PartContext, startJob } from '../lifecycle/index.ts';
import { historyLocation, type LeaderDeps, mainLocation } from '../parts/index.ts';

/** From the end of one look to the next. */
const EVERY_MS: Milliseconds = 2000;

export interface SurveillanceJob {
  /** No call waits for what it writes. */
  readonly db: LeaderDb;
  readonly survey: Pick<SurveyThread, 'next'>;
  /** The usual ones when absent. */
  readonly thresholds?: Thresholds;
  readonly nowUs: () => Microseconds;
  readonly after: Timers['after'];
  readonly log: Pick<Logger, 'error'>;
}

/** Looks through orders and trades, where a setting asks for it. */
export function openSurveillance({ config, log, shutdown, leaderTasks }: PartContext, work: LeaderDeps): void {
  if (config.SURVEILLANCE === 'off') return;
  const { after } = systemTimers;
  leaderTasks.addBackground(shutdown, (shutdown) => {
    const survey = new SurveyThread({
      history: historyLocation(config, 'survey'),
      main: mainLocation(config, 'survey-main'),
    });
    shutdown.add('thread of surveillance', () => survey.end());
    shutdown.add('surveillance', runSurveillance({ ...work, survey, after, log }));
  });
}

/** Has the history looked through, and stores what is found with the position after it (O13). */
export function runSurveillance({ db, survey, thresholds, nowUs, after, log }: SurveillanceJob): () => Promise<void> {
  let position: SurveillancePosition | undefined;
  let known = '';
  return startJob({
    failure: 'orders and trades could not be looked through',
    run: async (stop) => {
      const current = await thresholdsInForce(db, thresholds);
      // A survey has the same thresholds throughout.
      if (JSON.stringify(current) !== known) position = undefined;
      known = JSON.stringify(current);
      for (let hasMore = true; hasMore && !stop.aborted; ) {
        const from: SurveillancePosition = position ?? (await surveillancePosition(db));
        const begins = position === undefined;
        position = undefined;
        const step = await survey.next(begins ? { from, thresholds: current } : null);
        const moved = step.position.seq !== from.seq || step.position.date !== from.date;
        const found = { alerts: step.alerts, from, to: step.position };
        // Another process may have gone on: then from where it is.
        if (!moved || (await storeFindings(db, found, nowUs))) position = step.position;
        hasMore = step.hasMore;
      }
      return EVERY_MS;
    },
    after,
    log,
  });
}
