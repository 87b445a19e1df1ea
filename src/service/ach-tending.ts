/** The work with the bank, on the side of all calls: batches at their cut-offs, files of returns, settlement. */
import type { Logger } from 'pino';
import { nextCutOff } from '../calendar/bank-days.ts';
import { type BatchServices, makeBatch, readIncomingFiles, settleDue, writeBatchFiles } from '../modules/ach/index.ts';

/** How often the bank's files are looked for. */
const LOOK_MS = 5 * 60 * 1000;

export interface AchTending {
  readonly services: BatchServices;
  /** Calls back once after so many milliseconds; the returned function calls it off. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

/**
 * Does what is due now, then every five minutes and at each cut-off. The returned function ends it, and resolves when
 * nothing is under way any more. A failure is logged and stops nothing else; what failed is tried again the next time.
 */
export function tendAch({ services, after, log }: AchTending): () => Promise<void> {
  let ended = false;
  let cancelTimer = () => {};
  const watch = {
    read: (file: string, outcomes: unknown) => log.info({ file, outcomes }, 'a file of the bank was read'),
    refused: (file: string, reason: string) => log.error({ file, reason }, 'a file of the bank was refused'),
  };
  const steps = [
    // What the bank says comes first: a debit that came back is not settled.
    { about: 'files of the bank could not be read', work: () => readIncomingFiles(services, watch) },
    { about: 'the batch could not be made', work: () => makeBatch(services) },
    { about: 'files for the bank could not be written', work: () => writeBatchFiles(services) },
    { about: 'debits could not be settled', work: () => settleDue(services) },
  ];
  const tend = async () => {
    for (const { about, work } of steps) {
      if (ended) return;
      await work().catch((error) => log.error({ err: error }, `${about}; tried again in a while`));
    }
    if (ended) return;
    const untilCutOff = Math.ceil((nextCutOff(services.nowUs()) - services.nowUs()) / 1000);
    cancelTimer = after(Math.min(LOOK_MS, untilCutOff), () => (underWay = tend()));
  };
  let underWay = tend();
  return () => {
    ended = true;
    cancelTimer();
    return underWay;
  };
}
