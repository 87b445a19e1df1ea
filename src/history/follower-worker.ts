/** The thread in which the history follower runs: it has its own database connection and its own copy of the venue. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openHistoryDatabase } from '../database/open-database.ts';
import { nodeFileSystem } from '../exchange/journal/index.ts';
import { HistoryFollower } from './follower.ts';
import type { FollowerMessage, FollowerRequest, FollowerSettings } from './follower-messages.ts';
import { HistoryGap } from './history-gap.ts';
import { UnlawfulEvent } from './recorded-events.ts';
import { Rests } from './rests.ts';
import { messageOf, retried } from './retried.ts';
import { ForeignHistory, HistoryStore } from './store.ts';

const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread');

const settings = workerData as FollowerSettings;
const say = (message: FollowerMessage) => port.postMessage(message);
const note = (message: string) => say({ type: 'note', message });

/** Of nice(2). More would starve the history on a machine that is full of orders. */
const NICE = 5;

/**
 * Orders have priority over the history: without this a group commit waits for a core during a batch of the history.
 * Linux only, where a priority is that of a thread; elsewhere it would be that of the whole process.
 */
function giveWay(): void {
  try {
    if (process.platform === 'linux') setPriority(NICE);
  } catch (error) {
    note(`the order history runs at the priority of the orders: ${messageOf(error)}`);
  }
}

/** When the process stops, events that could not be written are left to the next start, which catches up. */
const ending = new AbortController();

function patiently<T>(work: () => Promise<T>): Promise<T> {
  return retried(work, note, ending.signal, isFinal);
}

/** Not before it has caught up: until then a node of several may not lead. */
let isLevel = false;
const onLevel = () => {
  if (!isLevel) giveWay();
  isLevel = true;
};

const rests = new Rests();
const restWhenLevel = () => {
  if (isLevel) rests.takeWhenDue();
};

/** The database may be failing over while this thread starts. */
async function open() {
  const listeners = { beforeStatement: restWhenLevel };
  const database = await patiently(() => openHistoryDatabase(settings.database, listeners));
  const store = new HistoryStore(database, settings.shard);
  const follower = await HistoryFollower.open({
    files: nodeFileSystem,
    folder: settings.folder,
    shard: settings.shard,
    snapshotCommands: settings.snapshotCommands,
    archiveFolder: settings.archiveFolder,
    projection: {
      position: () => patiently(() => store.settledPosition()),
      apply: (...batch) => patiently(() => store.apply(...batch)),
    },
    onProjected: (eventSeq) => say({ type: 'projected', eventSeq }),
    onDayOver: () => say({ type: 'dayOver' }),
    onApplied: restWhenLevel,
    onNote: note,
  });
  return { database, follower };
}

/** The events themselves are wrong: continuing would leave them out. */
function isFinal(error: unknown): boolean {
  return error instanceof HistoryGap || error instanceof ForeignHistory || error instanceof UnlawfulEvent;
}

function fail(error: unknown): void {
  if (ending.signal.aborted) note(`the order history is incomplete; the next start catches up: ${messageOf(error)}`);
  else say({ type: 'failed', message: messageOf(error) });
}

const opened = open();
opened.catch(fail);

async function finish(): Promise<void> {
  ending.abort();
  const { database, follower } = await opened;
  await follower.finish().catch(fail);
  await database.close().catch(fail);
}

port.on('message', (request: FollowerRequest) => {
  if (request.type === 'finish')
    finish()
      .finally(() => port.close())
      .catch(() => {});
  else if (request.type === 'confirm')
    opened.then(({ follower }) => follower.confirm()).then(() => say({ type: 'confirmed' }), fail);
  else opened.then(({ follower }) => follower.advance(request.sequence)).then(onLevel, fail);
});
