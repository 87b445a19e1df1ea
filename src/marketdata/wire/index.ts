/** From values to bytes on a socket: frames, compression, batches, send queues, heartbeats. */

export { CloseMessage } from './close-message.ts';
export { type Counters, newCounters } from './counters.ts';
export { DEFLATE_TERMS, takesDeflated } from './deflate.ts';
export { encodeSnapshot, encodeUpdate } from './encoder.ts';
export { type Flushable, Flusher } from './flusher.ts';
export { Frame } from './frame.ts';
export { Heartbeat } from './heartbeat.ts';
export { answerPing, PeerWatch } from './peer-watch.ts';
export { type Exit, type Postponed, SendQueue } from './send-queue.ts';
export { DeflatingWriter, PlainWriter, type SocketWriter } from './socket-writer.ts';
export { type Visited, Wheel } from './wheel.ts';
