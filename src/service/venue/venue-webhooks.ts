/** The webhooks of the venue: from its events to the outbox, those that a crash interrupted included. */
import { join } from 'node:path';
import type { EventSeq, ExchangeEvent } from '../../exchange/api/index.ts';
import { Fifo } from '../../exchange/collections/index.ts';
import type { LiveExchange } from '../../exchange/live-exchange.ts';
import type { Administration } from '../../modules/admin/index.ts';
import { type Outbox, VenueOutbox } from '../../webhooks/index.ts';
import { type PartContext, SHARD } from '../lifecycle/index.ts';
import type { Databases } from '../parts/index.ts';
import type { MissedEvents, MissedEventsTask } from './missed-events.ts';

export interface VenueWebhookDeps {
  readonly databases: Pick<Databases, 'leader'>;
  readonly exchange: LiveExchange;
  readonly administration: Administration;
  readonly outbox: Outbox;
  readonly openMissed: (task: MissedEventsTask) => JournalEvents;
}

/** Reads events from the journal. */
export type JournalEvents = Pick<MissedEvents, 'read' | 'end'>;

/**
 * Sliced commands wait while more events than this have no rows in the outbox yet: four transactions. With 5,000 the
 * garbage collector copied up to 16 MB of them at once.
 */
const OUTBOX_LAG_MAX = 1000;

/**
 * No order waits for them: those of the events that happen until they begin are made then. Settlements and busts wait
 * with `written`, so that their webhooks follow that of their match.
 */
export function openVenueWebhooks(context: PartContext, deps: VenueWebhookDeps): void {
  const { config, log, shutdown, leaderTasks, timers, time } = context;
  const { databases, exchange, administration, outbox, openMissed } = deps;
  const venueOutbox = new VenueOutbox({
    db: databases.leader.background,
    outbox,
    targetsOf: (clientId, method) => administration.webhookStore.targetsOf(clientId, method),
    securityOf: (securityId) => exchange.security(securityId),
    hasWebhooks: (clientId) => administration.webhookStore.hasWebhooks(clientId),
    shard: SHARD,
    timers,
    log,
  });
  exchange.followers.add(() => venueOutbox.pending, OUTBOX_LAG_MAX);
  time?.waitsFor(() => venueOutbox.isBusy);
  const recent = new RecentEvents();
  let take = (event: ExchangeEvent): void => recent.add(event);
  exchange.subscribe((event) => take(event));
  let ownedFrom = 0;
  leaderTasks.addToStep(() => {
    ownedFrom = exchange.lastEventSeq();
  });
  leaderTasks.addBackground(shutdown, async (shutdown) => {
    const written = await venueOutbox.begin(ownedFrom);
    shutdown.add('webhooks of the venue', () => venueOutbox.end());
    const task = { folder: join(config.DATA_DIR, 'venue'), archiveFolder: config.JOURNAL_ARCHIVE_DIR, shard: SHARD };
    const openJournal = () => {
      const events = openMissed({ ...task, after: written });
      shutdown.add('missed events', () => events.end());
      return events;
    };
    const takeOne = (event: ExchangeEvent) => venueOutbox.take(event);
    const onLevel = () => {
      take = takeOne;
    };
    const events = await takeMissed({ exchange, recent, openJournal, take: takeOne, onLevel }, written);
    if (events > 0) log.info({ events }, 'events of the venue from before are looked through for webhooks');
  });
}

export interface Missed {
  readonly exchange: Pick<LiveExchange, 'lastEventSeq' | 'sequence'>;
  /** The recent events and the coming ones. */
  readonly recent: RecentEvents;
  /** Reads what is not in memory any more. */
  readonly openJournal: () => JournalEvents;
  readonly take: (event: ExchangeEvent) => void;
  /** Called when everything up to now was taken, before any other event. */
  readonly onLevel: () => void;
}

/**
 * Takes every event after the given one: from memory if it has them, else from the journal until memory has the rest.
 * Returns the number of events that were read from the journal.
 */
export async function takeMissed(missed: Missed, written: EventSeq): Promise<EventSeq> {
  const { exchange, recent, openJournal, take, onLevel } = missed;
  let after = written;
  let count = 0;
  let journal: ReturnType<Missed['openJournal']> | undefined;
  for (;;) {
    const known = recent.between(after, exchange.lastEventSeq());
    if (known !== undefined) {
      for (const event of known) take(event);
      onLevel();
      await journal?.end();
      return count;
    }
    journal ??= openJournal();
    const read = await journal.read(exchange.sequence, take);
    count += read.count;
    after = Math.max(after, read.eventSeq);
  }
}

const EVENTS_MAX = 20_000;

/**
 * The newest events of a venue that this process follows: whoever takes it over finds those here whose webhooks the
 * owner before had not written, and need not read the journal for them.
 */
export class RecentEvents {
  readonly #events = new Fifo<ExchangeEvent>();
  readonly #max: number;

  constructor(max = EVENTS_MAX) {
    this.#max = max;
  }

  add(event: ExchangeEvent): void {
    this.#events.push(event);
    if (this.#events.size > this.#max) this.#events.shift();
  }

  /** The events after one, up to another, which are then dropped; undefined when some are missing. */
  between(after: EventSeq, upTo: EventSeq): readonly ExchangeEvent[] | undefined {
    const found: ExchangeEvent[] = [];
    for (let event = this.#events.shift(); event !== undefined; event = this.#events.shift()) {
      if (event.seq > after && event.seq <= upTo) found.push(event);
    }
    const isWhole = upTo <= after || found[0]?.seq === after + 1;
    return isWhole ? found : undefined;
  }
}
