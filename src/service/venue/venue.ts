import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { Database } from '../../database/database.ts';
import { type EventSeq, type SecurityId, VenueUnavailable } from '../../exchange/api/index.ts';
import { nodeFileSystem } from '../../exchange/journal/index.ts';
import { LiveExchange } from '../../exchange/live-exchange.ts';
import { isCopy, openRestores, passOverIds, removeCopyMark } from '../../exchange/storage/index.ts';
import { FollowerThread } from '../../history/follower-thread.ts';
import { reconcileSecurities } from '../../modules/offerings/index.ts';
import { skipIds } from '../../modules/shared/ids/index.ts';
import { reopenUnits } from '../../modules/units/index.ts';
import { SystemClock } from '../../time/clock.ts';
import { systemTimers } from '../../time/timers.ts';
import { type PartContext, SHARD, starting } from '../lifecycle/index.ts';
import { type Databases, databaseName, historyLocation } from '../parts/index.ts';
import { hasTicker, readTicker } from '../sandbox/index.ts';
import { goOn } from './clock-course.ts';
import { openNode } from './cluster-node.ts';
import { type NodeJournal, openNodeVenue } from './cluster-venue.ts';
import { CommandLink } from './command-link.ts';
import { bindReference, checkReference, keepIdsInJournal } from './reference-binding.ts';

/** How long a read waits for the history to hold what has happened. */
const HISTORY_WAIT_MS = 10_000;

export interface OpenedVenue {
  readonly exchange: LiveExchange;
  /** Resolves once the history holds everything up to an event; rejects with VenueUnavailable after a while. */
  readonly historyReached: (eventSeq: EventSeq, withinMs?: number) => Promise<void>;
  /** Calls back whenever the history holds the end of a trading day, from now on. */
  readonly onDayOver: (listener: () => void) => void;
}

/**
 * Recovers the venue and catches its history up; the market begins with the leader tasks of the owner. The order
 * history ends after the exchange: it waits for what was journaled last.
 */
export async function openVenue(
  context: PartContext,
  { main, history, leader }: Databases,
  journal: NodeJournal | undefined,
): Promise<OpenedVenue> {
  const { config, state, shutdown, leaderTasks } = context;
  const followers = shutdown.reserve();
  // Before the market begins: one that is open on a holiday must not be closed first.
  const ticker = hasTicker(config) ? readTicker(config.DATA_DIR) : undefined;
  if (ticker !== undefined) state.neverCloses.add(Number(ticker.securityId) as SecurityId);
  // Of several nodes another may write the history meanwhile: what it holds now is in the journal that is read then.
  const projected = await history.settledPosition();
  await openCopy(context, venueFolder(config), main);
  const { exchange, isRewound } = await recoverExchange(context, projected, journal);
  shutdown.add('exchange', () => exchange.stop());
  // Of a rewound journal this node first says what it holds (J17): the databases may not match it yet.
  if (!isRewound) refuseShorterJournal(exchange, projected, config);
  const check = () => checkReference(main.db, exchange, databaseName(config));
  const binding = isRewound ? undefined : await check();
  // A node that does not lead hands out ids too.
  if (state.node !== undefined) keepIdsInJournal(main.db, exchange);
  const follower = startFollower({ ...context, shutdown: followers }, exchange);
  state.confirmHistory = () => follower.confirm();
  // Orders that had ended by now are in the history alone: none of them may be unknown to the first caller (J1).
  const recovered = exchange.lastEventSeq();
  const caughtUp = follower.reached(recovered).then(() => {
    state.isHistoryLevel = true;
  });
  // A standby does not take over until then, and reports the reason.
  if (config.JOURNAL_URL === null) await caughtUp;
  else caughtUp.catch(() => {});
  leaderTasks.addStep(async () => {
    await caughtUp;
    exchange.start();
    await starting(databaseName(config), async () => bindReference(leader.db, exchange, binding ?? (await check())));
  });
  leaderTasks.addStep(
    () => starting(databaseName(config), () => reconcileSecurities(main.db, exchange)),
    'reference database',
  );
  return {
    exchange,
    historyReached: (eventSeq, withinMs) => waitForHistory(follower, eventSeq, withinMs),
    onDayOver: (listener) => follower.onDayOver(listener),
  };
}

async function waitForHistory(follower: FollowerThread, eventSeq: EventSeq, withinMs = HISTORY_WAIT_MS): Promise<void> {
  const reached = await follower.reachedWithin(eventSeq, withinMs).catch((error: Error) => {
    throw new VenueUnavailable(error.message);
  });
  if (!reached) throw new VenueUnavailable('the order history is catching up; try again shortly');
}

/** Of the journal and its snapshots. */
export function venueFolder(config: Config): string {
  return join(config.DATA_DIR, 'venue');
}

interface RecoveredVenue {
  readonly exchange: LiveExchange;
  /** The journal of all lacks what this node knows to be durable. */
  readonly isRewound: boolean;
}

async function recoverExchange(
  context: PartContext,
  projected: EventSeq,
  nodeJournal: NodeJournal | undefined,
): Promise<RecoveredVenue> {
  const { config, state } = context;
  if (nodeJournal === undefined) {
    const folder = venueFolder(config);
    const exchange = await starting(folder, () => recoverFiles(context));
    exchange.restores = await openRestores(nodeFileSystem, folder, exchange.lastEventSeq());
    return { exchange, isRewound: false };
  }
  const { journal, mark } = nodeJournal;
  const recover = () => {
    const exchange = recoverFiles(context);
    // Fetched commands need not be kept for reads when the history has them.
    exchange.projected(projected);
    return exchange;
  };
  const exchange = await starting('JOURNAL_URL', () => openNodeVenue(context, nodeJournal, recover));
  const link = await CommandLink.open(context, exchange);
  state.link = link;
  state.node = openNode(context, { ...nodeJournal, exchange, link });
  return { exchange, isRewound: !(await starting('JOURNAL_URL', () => journal.has(mark))) };
}

function recoverFiles({ config, log, state, clock, time }: PartContext): LiveExchange {
  const exchange = new LiveExchange({
    folder: venueFolder(config),
    archiveFolder: config.JOURNAL_ARCHIVE_DIR,
    shard: SHARD,
    files: nodeFileSystem,
    clock,
    timers: systemTimers,
    ...(time && { time }),
    onRecovered: (counters) => goOn(config, time, counters),
    alwaysOpen: config.MARKET_ALWAYS_OPEN,
    neverCloses: state.neverCloses,
    segmentBytesMax: config.JOURNAL_SEGMENT_BYTES,
    waitingMax: config.WAITING_ORDERS_MAX,
    unprojectedMax: config.HISTORY_LAG_EVENTS_MAX,
    limits: {
      ordersPerClient: config.ORDERS_PER_CLIENT_MAX,
      contingentPerSecurity: config.CONTINGENT_ORDERS_PER_SECURITY_MAX,
      ordersPerToken: config.ORDERS_PER_TOKEN_MAX,
      blockSeconds: config.BLOCK_CONFIRM_SECONDS,
      quotesPerClient: config.QUOTES_PER_CLIENT_MAX,
    },
    isStandby: config.JOURNAL_URL !== null,
    log,
  });
  time?.waitsFor(() => exchange.isBusy);
  return exchange;
}

/** The history is written only from the journal: one that is ahead means that the end of the journal is missing. */
function refuseShorterJournal(exchange: LiveExchange, position: EventSeq, { JOURNAL_URL }: Config): void {
  if (position <= exchange.lastEventSeq()) return;
  const cause =
    JOURNAL_URL === null
      ? 'journal files are missing, or the database belongs to another data folder'
      : 'the journal of JOURNAL_URL was rewound, or DATABASE_URL belongs to another venue';
  const ends = `the journal ends at event ${exchange.lastEventSeq()}`;
  throw new Error(`the order history holds event ${position}, but ${ends}: ${cause}`);
}

function startFollower({ config, log, state, shutdown }: PartContext, exchange: LiveExchange): FollowerThread {
  const follower = new FollowerThread({
    folder: venueFolder(config),
    shard: SHARD,
    database: historyLocation(config, 'follower'),
    snapshotCommands: config.SNAPSHOT_COMMANDS,
    archiveFolder: config.JOURNAL_ARCHIVE_DIR,
    timers: systemTimers,
    onProjected: inSteps({
      projected: (eventSeq) => exchange.projected(eventSeq),
      from: exchange.lastEventSeq(),
      soon: systemTimers.soon,
    }),
    onNote: (message) => log.warn({}, message),
    onFailure: (message) => {
      state.historyFailure = message;
      log.error({ error: message }, 'the order history has stopped; a restart catches up');
    },
  });
  // A failed start does not wait for the history, which may take long or be unavailable: the next start catches up.
  shutdown.add('order history', () => (state.isOpen ? follower.finish() : follower.terminate()));
  const { node } = state;
  // The venue keeps those events; the more there are, the longer collections of garbage take (M17).
  exchange.followers.add(() => exchange.unprojected);
  // Commands that a standby has read may still be lost with its database, so the history must not have them (J15).
  exchange.onDurable((sequence) => {
    if (node === undefined || node.leads) follower.durable(sequence, exchange.unprojected);
  });
  node?.onSettled((sequence) => follower.durable(sequence));
  if (node === undefined) follower.durable(exchange.sequence);
  return follower;
}

/**
 * A journal that was restored from a copy does not know what ids were given out since, nor which units were issued.
 * Before the venue is opened, it and the reference data pass over the ids, and the units are to be submitted again; a
 * start that ends in between does it again.
 */
async function openCopy({ config, log }: PartContext, folder: string, main: Database): Promise<void> {
  // The journal in a database is no copy, whatever the files of this process are.
  if (config.JOURNAL_URL !== null || !existsSync(folder) || !isCopy(nodeFileSystem, folder)) return;
  await skipIds(main.db);
  await reopenUnits(main.db);
  const { JOURNAL_ARCHIVE_DIR: archiveFolder, JOURNAL_SEGMENT_BYTES: segmentBytesMax } = config;
  const nowUs = new SystemClock().nowUs();
  const ids = await passOverIds({ files: nodeFileSystem, folder, archiveFolder, shard: SHARD, segmentBytesMax, nowUs });
  removeCopyMark(nodeFileSystem, folder);
  log.warn({ ids }, 'the journal is a copy: ids that may have been given out since it was made are passed over');
}

/** Events that the venue forgets in one turn of the event loop: about a millisecond. */
const EVENTS_A_STEP = 1024;

interface ProjectedSteps {
  /** Called with the last event of the history; the venue then drops its copies up to that event. */
  readonly projected: (eventSeq: EventSeq) => void;
  /** The last event of which the venue keeps nothing. */
  readonly from: EventSeq;
  readonly soon: (callback: () => void) => void;
}

/** Passes on how far the history has come, in steps: one batch of it may hold all matches of a sweep. */
export function inSteps({ projected, from, soon }: ProjectedSteps): (eventSeq: EventSeq) => void {
  let sent = from;
  let upTo = from;
  const step = (): void => {
    sent = Math.min(upTo, sent + EVENTS_A_STEP);
    projected(sent);
    if (sent < upTo) soon(step);
  };
  return (eventSeq) => {
    const isWaiting = sent < upTo;
    upTo = Math.max(upTo, eventSeq);
    if (!isWaiting && sent < upTo) soon(step);
  };
}
