/** The webhooks of the venue: from its events to the outbox, those that a crash interrupted included. */
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { nodeFileSystem } from '../exchange/file-system.ts';
import type { ExchangeEvent } from '../exchange/interface.ts';
import { commandsOf } from '../exchange/journal/reader.ts';
import { foldersOf } from '../exchange/journal/segments.ts';
import { JournalTail } from '../exchange/journal/tail.ts';
import type { LiveExchange } from '../exchange/live-exchange.ts';
import { startingPoint } from '../exchange/recovery.ts';
import type { Administration } from '../modules/admin/index.ts';
import { type Outbox, VenueOutbox } from '../modules/shared/outbox/index.ts';
import { systemTimers } from '../time/timers.ts';
import type { Databases } from './databases.ts';
import type { PartContext } from './part-context.ts';
import { RecentEvents } from './recent-events.ts';

const SHARD = 0;

export function openVenueWebhooks(
  { config, log, ends, duties }: PartContext,
  parts: {
    readonly databases: Databases;
    readonly exchange: LiveExchange;
    readonly administration: Administration;
    readonly outbox: Outbox;
  },
): void {
  const { databases, exchange, administration, outbox } = parts;
  const venueOutbox = new VenueOutbox({
    db: databases.main.db,
    outbox,
    targetsOf: (clientId, method) => administration.webhookStore.targetsOf(clientId, method),
    securityOf: (securityId) => exchange.security(securityId),
    shard: SHARD,
    timers: systemTimers,
    nowUs: () => exchange.nowUs(),
    log,
  });
  const recent = new RecentEvents();
  let take = (event: ExchangeEvent): void => recent.add(event);
  exchange.subscribe((event) => take(event));
  duties.add(ends, async (place) => {
    const written = await venueOutbox.begin(exchange.lastEventSeq());
    const upTo = { event: exchange.lastEventSeq(), command: exchange.sequence };
    // What comes while the missed events are read waits behind them.
    const waiting: ExchangeEvent[] = [];
    take = (event) => void waiting.push(event);
    const known = recent.behind(written, upTo.event);
    for (const event of known ?? []) venueOutbox.take(event);
    if (known === undefined) {
      const events = await missedEvents(config, written, upTo, (event) => venueOutbox.take(event));
      log.info({ events }, 'events of the venue from before the start are looked through for webhooks');
    }
    for (const event of waiting) venueOutbox.take(event);
    take = (event) => venueOutbox.take(event);
    place.add('webhooks of the venue', () => venueOutbox.end());
  });
}

/** Gives the events behind `after` again, from the journal (M11); answers how many. */
async function missedEvents(
  config: Config,
  after: number,
  upTo: { readonly event: number; readonly command: number },
  take: (event: ExchangeEvent) => void,
): Promise<number> {
  const folder = join(config.DATA_DIR, 'venue');
  const start = startingPoint(nodeFileSystem, folder, { shard: SHARD, eventSeqMax: after, note: () => {} });
  const tail = new JournalTail(nodeFileSystem, foldersOf(folder, config.JOURNAL_ARCHIVE_DIR), start.position);
  let events = 0;
  start.state.sink = (event) => {
    if (event.seq <= after || event.seq > upTo.event) return;
    events++;
    take(event);
  };
  for (let group = tail.next(upTo.command); group !== undefined; group = tail.next(upTo.command)) {
    for (const command of commandsOf(group)) start.state.apply(command);
    await new Promise(setImmediate);
  }
  return events;
}
