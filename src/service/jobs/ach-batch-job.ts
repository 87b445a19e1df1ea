/** The work with the bank, on the side of all calls: batches at their cut-offs, files of returns, settlement. */
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { nextCutOff } from '../../calendar/bank-days.ts';
import {
  type BatchServices,
  makeBatch,
  readIncomingFiles,
  settleDue,
  writeBatchFiles,
} from '../../modules/payments/index.ts';

/** How often the bank's files are looked for. */
const LOOK_MS = 5 * 60 * 1000;

export interface AchBatchJob {
  readonly services: BatchServices;
  /** Calls back once after the delay in milliseconds; the returned function cancels it. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
  readonly log: Pick<Logger, 'info' | 'error'>;
  /** Called after each check with the number of unread files of the bank. */
  readonly unread?: (files: number) => void;
}

/**
 * Does what is due now, then every five minutes and at each cut-off. The returned function ends it, and resolves when
 * nothing is under way any more. A failure is logged and stops nothing else; what failed is tried again the next time.
 */
export function runAchBatches({ services, after, log, unread: reportUnread }: AchBatchJob): () => Promise<void> {
  let ended = false;
  let unread = 0;
  let cancelTimer = () => {};
  const watch = {
    read: (file: string, outcomes: unknown) => log.info({ file, outcomes }, 'a file of the bank was read'),
    refused: (file: string, reason: string) => log.error({ file, reason }, 'a file of the bank was refused'),
    failed: (file: string, err: unknown) => log.error({ file, err }, 'a file of the bank could not be read'),
  };
  const readFiles = async () => {
    // Should the folder itself not be read, nobody knows how many there are.
    unread = 1;
    reportUnread?.(unread);
    unread = await readIncomingFiles(services, watch);
    reportUnread?.(unread);
  };
  const settle = async () => {
    if (unread === 0) return settleDue(services);
    log.info({ unread }, 'debits are not settled before all files of the bank are read');
  };
  const steps = [
    // What the bank says comes first: a debit that came back is not settled.
    { about: 'files of the bank could not be read', work: readFiles },
    { about: 'the batch could not be made', work: () => makeBatch(services) },
    { about: 'files for the bank could not be written', work: () => writeBatchFiles(services) },
    { about: 'debits could not be settled', work: settle },
  ];
  const run = async () => {
    for (const { about, work } of steps) {
      if (ended) return;
      await work().catch((error) => log.error({ err: error }, `${about}; tried again in a while`));
    }
    if (ended) return;
    const untilCutOff = Math.ceil((nextCutOff(services.nowUs()) - services.nowUs()) / 1000);
    cancelTimer = after(Math.min(LOOK_MS, untilCutOff), () => (underWay = run()));
  };
  let underWay = run();
  return () => {
    ended = true;
    cancelTimer();
    return underWay;
  };
}

/** The metric of the files that hold up settlement; answers what sets it. */
export function unreadBankFiles(registry: Registry): (files: number) => void {
  const name = 'openats_ach_unread_files';
  const help = 'Files of the bank that are not read, also because they cannot be: nothing is settled before they are';
  const gauge =
    (registry.getSingleMetric(name) as Gauge | undefined) ?? new Gauge({ name, help, registers: [registry] });
  return (files) => gauge.set(files);
}
