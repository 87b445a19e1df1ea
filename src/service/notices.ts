import type { LiveExchange } from '../exchange/live-exchange.ts';
import { JournaledNotices } from '../modules/shared/venue-notices.ts';
import { systemTimers } from '../time/timers.ts';
import type { Databases } from './databases.ts';
import type { PartContext } from './part-context.ts';

/** Journals what is told of quotes and settlements; at the start, what a crash left. Ends before the venue does. */
export async function openNotices(
  { log, ends }: PartContext,
  { main, historyDatabase }: Databases,
  exchange: LiveExchange,
): Promise<JournaledNotices> {
  const notices = new JournaledNotices({
    db: main.db,
    historyDb: historyDatabase.db,
    submit: (command) => exchange.submit(command),
    after: systemTimers.after,
    log,
  });
  ends.add('notices', () => notices.stop());
  await notices.start();
  return notices;
}
