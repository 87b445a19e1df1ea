import { Gauge, type Registry } from 'prom-client';
import { type ClusterNode, TROUBLES } from '../../cluster/index.ts';
import type { LiveExchange } from '../../exchange/live-exchange.ts';
import { freeBytes } from '../../http/body/index.ts';
import { Durations, registerDurations } from '../../http/server/index.ts';
import type { MarketDataStream } from '../../marketdata/market-data-stream.ts';
import { scrapedMetrics } from './scraped-metrics.ts';

/** Bounds for a write and fdatasync, seconds. */
const WRITE_BUCKETS = [0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5];

/** Figures of the venue and its stream, and times of the journal. */
export function addVenueMetrics(registry: Registry, exchange: LiveExchange, stream: MarketDataStream): void {
  const { gauge, counter } = scrapedMetrics(registry);
  gauge('venue_live_orders', 'Orders that are Pending, Live or Partially Executed', () => exchange.figures.liveOrders);
  gauge('venue_securities', 'Securities known to the venue', () => exchange.figures.securities);
  gauge('venue_commands_waiting', 'Commands that wait for the journal', () => exchange.figures.waiting);
  counter('venue_commands_total', 'Commands made durable since the start', () => exchange.figures.commands);
  counter('venue_search_steps_total', 'Search work for contingent orders since the start, in steps', () => {
    return exchange.figures.searchSteps;
  });
  gauge(
    'venue_recovery_seconds',
    'Time that the start took to recover the venue',
    () => exchange.figures.recoverySeconds,
  );
  gauge('venue_books_due', 'Books with pending search work', () => exchange.figures.pendingBooks);
  gauge(
    'venue_pending_effects',
    'Matches and cancels that wait for their slice',
    () => exchange.figures.pendingEffects,
  );
  counter('journal_groups_total', 'Group commits since the start', () => exchange.figures.groups);
  counter('journal_bytes_total', 'Bytes written to the journal since the start', () => exchange.figures.journalBytes);
  addJournalTimes(registry, exchange);
  gauge('history_lag_events', 'Events that are not yet in the order history', () => exchange.figures.unprojected);
  gauge('venue_accepting', '1 while the venue takes orders', () => (exchange.unavailable === null ? 1 : 0));
  addStreamMetrics(registry, stream);
}

/** From a durable event until the operating system has its messages, seconds. */
const LAG_BUCKETS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];

function addStreamMetrics(registry: Registry, stream: MarketDataStream): void {
  const registers = [registry];
  const { gauge, counter } = scrapedMetrics(registry, 'stream_');
  gauge('connections', 'WebSocket connections', () => stream.metrics.connections);
  counter('messages_total', 'Messages sent since the start', () => stream.metrics.messagesSent);
  counter('bytes_total', 'Bytes sent since the start', () => stream.metrics.bytesSent);
  counter('updates_conflated_total', 'Updates that a newer one replaced', () => stream.metrics.updatesConflated);
  new Gauge({
    name: 'openats_stream_subscriptions',
    help: 'Subscriptions of all connections',
    labelNames: ['channel'],
    registers,
    collect() {
      for (const [channel, count] of stream.metrics.byChannel) this.set({ channel }, count);
    },
  });
  gauge('unsent_bytes', 'Bytes that wait to be sent', () => stream.metrics.unsentBytes);
  const most = 'Bytes that wait to be sent to the connection with the most';
  gauge('unsent_bytes_largest', most, () => stream.metrics.unsentBytesLargest);
  counter('cut_total', 'Connections ended because they did not read', () => stream.metrics.connectionsTooSlow);
  counter('resumes_total', 'Subscriptions that were resumed', () => stream.metrics.resumes);
  const missed = 'Events that resumed subscriptions had missed';
  counter('resumed_events_total', missed, () => stream.metrics.resumedEvents);
  const times = {
    name: 'openats_stream_lag_seconds',
    help:
      'Of each turn in which events became durable: from the moment at which the stream gets the first of them ' +
      'until the messages of all connections have been handed to the system, without journal and network',
  };
  const durations = new Durations(LAG_BUCKETS);
  registerDurations(registry, times, durations);
  stream.onSent((seconds) => durations.add(seconds));
}

/** The place of this process among the nodes that may lead the venue (J11). */
export function addClusterMetrics(registry: Registry, node: ClusterNode): void {
  const { gauge } = scrapedMetrics(registry, 'cluster_');
  gauge('leader', '1 on the node that leads the venue and serves calls', () => (node.serves ? 1 : 0));
  gauge('epoch', 'How often the venue has changed its leader, as this node last saw it', () => node.epoch);
  gauge('synchronous_standbys', 'Standbys that commits of the journal wait for; -1: unknown', () => {
    return node.troubles.standbys ?? -1;
  });
  new Gauge({
    name: 'openats_cluster_trouble',
    help: '1 where an operator has to act: rewound (J17), durability (J19), primaries (J20), members (J26)',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      for (const kind of TROUBLES) this.set({ kind }, node.troubles.has(kind) ? 1 : 0);
    },
  });
  gauge('lag_groups', 'Group commits of the journal that this node does not have yet', () => node.lag.groups);
  gauge('lag_seconds', 'For how long this node has not had the whole journal', () => node.lag.ms / 1000);
  const ahead = "How far the clock of this node is ahead of the journal's database";
  gauge('clock_ahead_seconds', ahead, () => node.clockMs / 1000);
}

/** The disk that the journal is written to. */
export function addDiskMetrics(registry: Registry, folder: string, reserveBytes: number): void {
  const { gauge } = scrapedMetrics(registry, 'disk_');
  gauge('free_bytes', 'Free space of the disk of the data folder', () => freeBytes(folder));
  gauge('reserve_bytes', 'Free space that uploads leave to the journal', () => reserveBytes);
}

/** The event loop may notice late that a write is durable, so the disk took at most this time. */
function addJournalTimes(registry: Registry, exchange: LiveExchange): void {
  const times = {
    name: 'openats_journal_write_seconds',
    help: 'Time of a group commit: write, fdatasync and until the process noticed',
  };
  const durations = new Durations(WRITE_BUCKETS);
  registerDurations(registry, times, durations);
  const busy = 'Time in which a group was being written and synced, until the process noticed that it was durable';
  scrapedMetrics(registry).counter('journal_busy_seconds_total', busy, () => durations.sum);
  exchange.onGroupWritten((seconds) => durations.add(seconds));
}
