import { JournaledNotices } from '../../modules/shared/venue-notices.ts';
import { systemTimers } from '../../time/timers.ts';
import type { PartContext } from '../lifecycle/index.ts';
import type { Databases } from '../parts/index.ts';
import type { OpenedVenue } from './venue.ts';

/**
 * Journals notices of settlements and of the operator; at the start, those that a crash left. Ends before the venue.
 */
export function openNotices(
  { log, shutdown, leaderTasks }: PartContext,
  { main, historyDatabase, leader }: Databases,
  { exchange, historyReached }: OpenedVenue,
): JournaledNotices {
  const notices = new JournaledNotices({
    db: main.db,
    writer: leader.dbOfNode,
    historyDb: historyDatabase.db,
    historyReached: () => historyReached(exchange.lastEventSeq()),
    submit: (command) => exchange.submit(command),
    after: systemTimers.after,
    log,
  });
  shutdown.add('notices', () => notices.stop());
  // The notices of an earlier run.
  leaderTasks.addBackground(shutdown, () => notices.publish());
  return notices;
}
