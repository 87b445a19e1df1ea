/** The thread of missed-events.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ExchangeEvent } from '../../exchange/api/index.ts';
import { commandsIn } from '../../exchange/commands/index.ts';
import { foldersOf, JournalTail, nodeFileSystem } from '../../exchange/journal/index.ts';
import { startingPoint } from '../../exchange/storage/index.ts';
import type { MissedEventsAnswer, MissedEventsRequest, MissedEventsTask } from './missed-events.ts';

const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread');

/** Events of one message. */
const EVENTS_A_MESSAGE = 500;

const { folder, archiveFolder, shard, after } = workerData as MissedEventsTask;
const { state, position } = startingPoint(nodeFileSystem, folder, { shard, eventSeqMax: after, note: () => {} });
const tail = new JournalTail(nodeFileSystem, foldersOf(folder, archiveFolder), position);
let events: ExchangeEvent[] = [];
state.sink = (event) => {
  if (event.seq > after) events.push(event);
};

function give(isAll: boolean): void {
  const answer: MissedEventsAnswer = { events, isAll, eventSeq: state.counters.eventSeq };
  events = [];
  port?.postMessage(answer);
}

port.on('message', ({ upTo }: MissedEventsRequest) => {
  for (let group = tail.next(upTo); group !== undefined; group = tail.next(upTo)) {
    for (const command of commandsIn(group.payload)) state.apply(command);
    if (events.length >= EVENTS_A_MESSAGE) give(false);
  }
  give(true);
});
