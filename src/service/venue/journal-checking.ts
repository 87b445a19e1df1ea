import type { Registry } from 'prom-client';
import { historyDatabaseFile, mainDatabaseFile } from '../../database/files.ts';
import type { LiveExchange } from '../../exchange/live-exchange.ts';
import { JournalCheck, type JournalCheckFigures } from '../../history/check/journal-check.ts';
import { systemTimers, type Timers } from '../../time/timers.ts';
import type { PartContext } from '../lifecycle/index.ts';
import { scrapedMetrics } from '../metrics/index.ts';
import { historyLocation } from '../parts/index.ts';
import { venueFolder } from './venue.ts';

/** The process that leads looks through the journal and the history for damage, where a setting asks for it. */
export function openJournalCheck(
  { config, log, shutdown, leaderTasks }: PartContext,
  exchange: LiveExchange,
  registry: Registry,
  timers: Pick<Timers, 'after'> = systemTimers,
) {
  const { DATA_DIR, DATABASE_URL, CHECK_COMMANDS_PER_SECOND: commandsPerSecond } = config;
  let check: JournalCheck | undefined;
  addCheckMetrics(registry, () => check?.figures);
  if (commandsPerSecond === 0) return;
  leaderTasks.addBackground(shutdown, (shutdown) => {
    check = new JournalCheck({
      folder: venueFolder(config),
      archiveFolder: config.JOURNAL_ARCHIVE_DIR,
      history: historyLocation(config, 'check'),
      sqliteFiles: DATABASE_URL === null ? [mainDatabaseFile(DATA_DIR), historyDatabaseFile(DATA_DIR)] : [],
      commandsPerSecond,
      durable: () => exchange.sequence,
      timers,
      nowSeconds: () => exchange.nowUs() / 1_000_000,
      onProblem: (problem) => log.error({ problem }, 'damage was found in the journal or a database'),
      onNote: (message) => log.warn({}, message),
    });
    shutdown.add('check of the journal', () => check?.end());
  });
}

function addCheckMetrics(registry: Registry, figures: () => JournalCheckFigures | undefined): void {
  const { gauge } = scrapedMetrics(registry, 'check_');
  const add = (name: string, help: string, read: (figures: JournalCheckFigures) => number) => {
    gauge(name, help, () => {
      const now = figures();
      return now === undefined ? 0 : read(now);
    });
  };
  add('command', 'Command that the check of journal and history has come to', ({ command }) => command);
  add('problems', 'Damage found by the last whole pass of the check, or by this one', ({ problems }) => problems);
  add('completed_timestamp_seconds', 'When a pass of the check last ended, since 1970; 0: not yet', (figures) => {
    return figures.completedAt;
  });
}
