import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { systemTimers, type Timers } from '../../time/timers.ts';
import { type PartContext, startJob } from '../lifecycle/index.ts';
import { jobGauge } from './job-gauge.ts';

/** Between two slices: appends wait for each of them. */
const PAUSE_MS = 50;

interface DeletionOptions {
  readonly epoch: number;
  readonly pause: () => Promise<boolean>;
}

/** The journal of all nodes. */
export interface DeletableJournal {
  readonly journal: { deleteArchived(days: number, options: DeletionOptions): Promise<number | undefined> };
}

/** Work of the leader of several nodes, by JOURNAL_GROUP_DAYS. */
export function openJournalRetention(
  { config, log, state, shutdown, leaderTasks }: PartContext,
  opened: DeletableJournal | undefined,
  registry: Registry,
): void {
  const days = config.JOURNAL_GROUP_DAYS;
  if (opened === undefined || days === 0) return;
  leaderTasks.addBackground(shutdown, (shutdown) => {
    const epoch = state.node?.epoch ?? 0;
    const deleteGroups = (pause: () => Promise<boolean>) => opened.journal.deleteArchived(days, { epoch, pause });
    const { after } = systemTimers;
    shutdown.add('retention of the journal', runJournalRetention({ deleteGroups, registry, after, log }));
  });
}

export interface JournalRetentionJob {
  /**
   * Deletes slices of groups for as long as `pause` resolves with true after each; resolves with the last command that
   * was deleted, now or before, or undefined where no archived backup is old enough.
   */
  readonly deleteGroups: (pause: () => Promise<boolean>) => Promise<number | undefined>;
  readonly registry: Registry;
  readonly after: Timers['after'];
  readonly log: Pick<Logger, 'info' | 'error'>;
}

/** Deletes groups of the journal that an archived backup has, every hour (J33). */
export function runJournalRetention({ deleteGroups, registry, after, log }: JournalRetentionJob): () => Promise<void> {
  const name = 'openats_journal_deleted_command';
  const help = 'Last command whose group the leader deleted from the database, because an archived backup has it (J33)';
  const gauge = jobGauge(registry, { name, help });
  let before: number | undefined;
  return startJob({
    failure: 'archived groups of the journal could not be deleted',
    run: async (stop) => {
      const pause = async () => {
        await new Promise<void>((resolve) => void after(PAUSE_MS, resolve));
        return !stop.aborted;
      };
      const deletedTo = await deleteGroups(pause);
      if (deletedTo === undefined) return undefined;
      gauge.set(deletedTo);
      if (deletedTo !== before) log.info({ deletedTo }, 'the journal in the database begins after this command');
      before = deletedTo;
      return undefined;
    },
    after,
    log,
  });
}
