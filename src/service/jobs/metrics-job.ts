import type { Logger } from 'pino';
import { type Figure, type MetricHistory, SAMPLE_US } from '../../modules/health/index.ts';
import type { Timers } from '../../time/timers.ts';
import { msUntil, startJob } from '../lifecycle/index.ts';

export interface MetricsJob {
  readonly metrics: Pick<MetricHistory, 'record'>;
  readonly figures: () => Promise<readonly Figure[]>;
  readonly nowUs: () => number;
  readonly after: Timers['after'];
  readonly log: Pick<Logger, 'error'>;
}

/** Keeps the metrics every ten seconds (O1), at whole multiples of them. */
export function runMetrics({ metrics, figures, nowUs, after, log }: MetricsJob): () => Promise<void> {
  return startJob({
    failure: 'the metrics could not be kept',
    run: async () => {
      const now = nowUs();
      await metrics.record(await figures(), now);
      return msUntil(Math.floor(now / SAMPLE_US + 1) * SAMPLE_US, nowUs());
    },
    retryMs: SAMPLE_US / 1000,
    after,
    log,
  });
}
