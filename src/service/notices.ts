import { JournaledNotices } from '../modules/shared/venue-notices.ts';
import { systemTimers } from '../time/timers.ts';
import type { Databases } from './databases.ts';
import type { PartContext } from './part-context.ts';
import type { OpenedVenue } from './venue.ts';

/** Journals what is told of quotes and settlements; at the start, what a crash left. Ends before the venue does. */
export function openNotices(
  { log, ends, duties }: PartContext,
  { main, historyDatabase }: Databases,
  { exchange, historyReached }: OpenedVenue,
): JournaledNotices {
  const notices = new JournaledNotices({
    db: main.db,
    historyDb: historyDatabase.db,
    historyReached: () => historyReached(exchange.lastEventSeq()),
    submit: (command) => exchange.submit(command),
    after: systemTimers.after,
    log,
  });
  ends.add('notices', () => notices.stop());
  // What an earlier run left.
  duties.addLater(ends, () => notices.publish());
  return notices;
}
