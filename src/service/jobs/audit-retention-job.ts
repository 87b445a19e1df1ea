import type { Logger } from 'pino';
import type { LeaderDb } from '../../database/leader/index.ts';
import type { AuditLog } from '../../modules/shared/change/index.ts';
import type { Timers } from '../../time/timers.ts';
import { DAY_US, type Microseconds } from '../../time/units.ts';
import { type Due, startJob } from '../lifecycle/index.ts';

export interface AuditRetentionJob {
  readonly audit: Pick<AuditLog, 'removeBefore'>;
  /** No call waits for it. */
  readonly db: LeaderDb;
  /** AUDIT_LOG_DAYS. */
  readonly keptDays: number;
  readonly nowUs: () => Microseconds;
  readonly after: Timers['after'];
  readonly due?: Due | undefined;
  readonly log: Pick<Logger, 'error'>;
}

/** Removes old entries of the audit log every hour (O6). */
export function runAuditRetention({
  audit,
  db,
  keptDays,
  nowUs,
  after,
  due,
  log,
}: AuditRetentionJob): () => Promise<void> {
  return startJob({
    failure: 'old entries of the audit log could not be removed',
    run: async () => {
      await audit.removeBefore(db, nowUs() - keptDays * DAY_US);
      return undefined;
    },
    after,
    due,
    log,
  });
}
