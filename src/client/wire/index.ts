/** The connections of the stream: frames, requests, calls, and the way back after a loss. */
export { STREAM_CALLS, type StreamCallSettings } from './calls.ts';
export type { ConnectionSettings } from './connection.ts';
export { AGAIN_MS, type Channel, chunksOf, IDS_PER_MESSAGE, isPassing, type Link, subscriptionNameOf } from './link.ts';
export type * from './messages.ts';
export { Reconnector, type ReconnectorDeps, type StateChange, type StreamState } from './reconnector.ts';
export { type OpenSocket, type SocketClass, type SocketLike, socketOpener } from './socket.ts';
