/** The thread of missed-events.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { nodeFileSystem } from '../../exchange/journal/index.ts';
import { EarlierVenue } from './earlier-venue.ts';
import type { MissedEventsAnswer, MissedEventsRequest, MissedEventsTask } from './missed-events.ts';

const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread');

/** Events of one message, and those of a group more. */
const EVENTS_A_MESSAGE = 500;

const venue = new EarlierVenue(nodeFileSystem, workerData as MissedEventsTask);

port.on('message', ({ upTo }: MissedEventsRequest) => {
  const give = (answer: MissedEventsAnswer) => port.postMessage(answer);
  for (const events of venue.eventsUpTo(upTo, EVENTS_A_MESSAGE)) {
    give({ events, isAll: false, eventSeq: venue.eventSeq });
  }
  give({ events: [], isAll: true, eventSeq: venue.eventSeq });
});
