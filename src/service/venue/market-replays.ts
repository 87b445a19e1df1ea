import type { LiveExchange } from '../../exchange/live-exchange.ts';
import { MarketReplays } from '../../history/replay/replay-thread.ts';
import { systemTimers } from '../../time/timers.ts';
import { type PartContext, SHARD } from '../lifecycle/index.ts';
import { venueFolder } from './venue.ts';

/** The past of the markets, from the journal of this node. */
export function openReplays({ config, shutdown }: PartContext, exchange: LiveExchange): MarketReplays {
  const replays = new MarketReplays({
    folder: venueFolder(config),
    archiveFolder: config.JOURNAL_ARCHIVE_DIR,
    shard: SHARD,
    durable: () => exchange.sequence,
    after: systemTimers.after,
  });
  shutdown.add('market replays', () => replays.end());
  return replays;
}
