/** The work with the bank: batches at their cut-offs, files of returns, settlement. */
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { nextCutOff } from '../../calendar/bank-days.ts';
import type { LeaderDb } from '../../database/leader/index.ts';
import {
  type BatchDeps,
  makeBatch,
  NEEDS_A_PERSON,
  type NoticeOutcomes,
  openDifferences,
  readIncomingFiles,
  settleDue,
  writeBatchFiles,
} from '../../modules/payments/index.ts';
import type { Timers } from '../../time/timers.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { type Due, msUntil, startJob } from '../lifecycle/index.ts';
import { jobGauge } from './job-gauge.ts';

/** How often the bank's files are looked for. */
const LOOK_MS = 5 * MINUTE_MS;

export interface AchBatchJob {
  readonly deps: BatchDeps & { readonly db: LeaderDb };
  readonly after: Timers['after'];
  /** Where the clock can be moved. */
  readonly time?: Due['time'] | undefined;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Called after each check with the number of unread files of the bank. */
  readonly unread?: (files: number) => void;
  /** Called after each run with the number of open differences (A27). */
  readonly differences?: (open: number) => void;
}

/**
 * Does all due work now, then every five minutes and at each cut-off. The returned function stops it and resolves when
 * nothing is in progress. A failed step is reported, stops no other step, and is tried again with the next run.
 */
export function runAchBatches({
  deps,
  after,
  time,
  log,
  unread: reportUnread,
  differences,
}: AchBatchJob): () => Promise<void> {
  let unread = 0;
  const watch = {
    read: (file: string, outcomes: NoticeOutcomes | undefined) => {
      if (outcomes?.[NEEDS_A_PERSON] === undefined) log.info({ file, outcomes }, 'a file of the bank was read');
      else log.warn({ file, outcomes }, 'a file of the bank has entries that need a person: see getAchNotices');
    },
    refused: (file: string, reason: string) => log.error({ file, reason }, 'a file of the bank was refused'),
    failed: (file: string, err: unknown) => log.error({ file, err }, 'a file of the bank could not be read'),
  };
  const readFiles = async () => {
    // Should the folder itself not be read, nobody knows how many there are.
    unread = 1;
    reportUnread?.(unread);
    unread = await readIncomingFiles(deps, watch);
    reportUnread?.(unread);
  };
  const settle = async () => {
    if (unread === 0) return settleDue(deps);
    log.info({ unread }, 'debits are not settled before all files of the bank are read');
  };
  const count = async () => {
    const counts = await openDifferences({ db: deps.db, nowUs: deps.nowUs(), bank: deps });
    differences?.(counts.values().reduce((sum, open) => sum + open, 0));
  };
  const steps = [
    // The bank's files come first: a returned debit is not settled.
    { failure: 'files of the bank could not be read', work: readFiles },
    { failure: 'the batch could not be made', work: () => makeBatch(deps) },
    { failure: 'files for the bank could not be written', work: () => writeBatchFiles(deps) },
    { failure: 'debits could not be settled', work: settle },
    { failure: 'differences could not be counted', work: count },
  ];
  return startJob({
    failure: 'bank batches could not be processed',
    run: async (stop, failed) => {
      for (const { failure, work } of steps) {
        if (stop.aborted) break;
        await work().catch((error) => failed(failure, error));
      }
      const now = deps.nowUs();
      return Math.min(LOOK_MS, msUntil(nextCutOff(now), now));
    },
    after,
    due: time && { time, next: () => nextCutOff(deps.nowUs()) },
    log,
  });
}

/** The metric of the files that hold up settlement; answers what sets it. */
export function unreadBankFiles(registry: Registry): (files: number) => void {
  const name = 'openats_ach_unread_files';
  const help = 'Files of the bank that are not read, also because they cannot be: nothing is settled before they are';
  const gauge = jobGauge(registry, { name, help });
  return (files) => gauge.set(files);
}

/** The metric of what of the books does not agree; answers what sets it. */
export function differencesOfBooks(registry: Registry): (open: number) => void {
  const name = 'openats_open_differences';
  const help = 'Differences between the books and the bank that are open, at most 1000 of a kind: see getDifferences';
  const gauge = jobGauge(registry, { name, help });
  return (open) => gauge.set(open);
}
