import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { Db, Finding, SurveillancePosition } from '../../database/schema/index.ts';
import type { Thresholds } from '../../history/surveillance/thresholds.ts';
import { storeFindings, surveillancePosition } from '../../modules/surveillance/index.ts';
import type { Timers } from '../../time/timers.ts';
import type { Microseconds, Milliseconds } from '../../time/units.ts';
import { startJob } from '../lifecycle/index.ts';

/** From the end of one look to the next. */
const EVERY_MS: Milliseconds = 2000;

export interface SurveillanceJob {
  readonly db: Db;
  readonly survey: {
    next(from: SurveillancePosition | null): Promise<{
      readonly findings: readonly Finding[];
      readonly position: SurveillancePosition;
      readonly hasMore: boolean;
    }>;
  };
  readonly nowUs: () => Microseconds;
  readonly after: Timers['after'];
  readonly log: Pick<Logger, 'error'>;
}

/** Has the history looked through, and stores what is found with the position after it (O13). */
export function runSurveillance({ db, survey, nowUs, after, log }: SurveillanceJob): () => Promise<void> {
  let position: SurveillancePosition | undefined;
  return startJob({
    failure: 'orders and trades could not be looked through',
    run: async (stop) => {
      for (let hasMore = true; hasMore && !stop.aborted; ) {
        const from: SurveillancePosition = position ?? (await surveillancePosition(db));
        const begins = position === undefined;
        position = undefined;
        const step = await survey.next(begins ? from : null);
        const moved = step.position.seq !== from.seq || step.position.date !== from.date;
        const found = { findings: step.findings, from, to: step.position };
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

/** As the settings say. */
export function thresholdsOf(config: Config): Thresholds {
  return {
    washShares: config.SURVEILLANCE_WASH_SHARES,
    windowSeconds: config.SURVEILLANCE_WINDOW_SECONDS,
    layeringOrders: config.SURVEILLANCE_LAYERING_ORDERS,
    quickCancels: config.SURVEILLANCE_QUICK_CANCELS,
    quickCancelMs: config.SURVEILLANCE_QUICK_CANCEL_MS,
    closeSeconds: config.SURVEILLANCE_CLOSE_SECONDS,
    closeMovePercent: config.SURVEILLANCE_CLOSE_MOVE_PERCENT,
    priceBandPercent: config.SURVEILLANCE_PRICE_BAND_PERCENT,
    holderPercent: config.SURVEILLANCE_HOLDER_PERCENT,
  };
}
