/** openats/client: the API and the stream of OpenATS, for Node 22 and later and for browsers (docs/api/client.md). */
export {
  ApiRefusal,
  NeverSent,
  NoAnswer,
  type RefusalDetails,
  StreamClosed,
  StreamRefusal,
  UnexpectedAnswer,
} from './errors.ts';
export type { Envelope, Methods } from './generated/methods.ts';
export { type CallOptions, RETRY, type RetrySettings } from './http-calls.ts';
export {
  BUDGET_MS,
  type ClientSettings,
  type EventOptions,
  type MethodCalls,
  OpenAts,
  type Platform,
  type StreamSettings,
} from './open-ats.ts';
export {
  type EventListener,
  EventReader,
  OrderStore,
  type Position,
  type SavedOrders,
  type StoreChange,
  type StoredOrder,
} from './orders/index.ts';
export { type Prepared, prepare, type Way, wayOf } from './request.ts';
export type { BookView, Conflation } from './stream/book-channel.ts';
export { crc32 } from './stream/crc32.ts';
export type { DepthParameters, DepthView } from './stream/depth-rules.ts';
export type { Gap } from './stream/event-channel.ts';
export { FeedOverflow } from './stream/feed-iterator.ts';
export {
  Book,
  Events,
  type OrdersOptions,
  type Resume,
  type Securities,
  Stream,
  Trades,
  type TradesOptions,
  type Watch,
} from './stream/index.ts';
export type * from './stream/messages.ts';
export type { StateChange, StreamState } from './stream/reconnector.ts';
export type { OpenSocket, SocketClass, SocketLike } from './stream/socket.ts';
export type { TopView } from './stream/top-rules.ts';
export { systemTimers, type Timers } from './timers.ts';
export type { Answer, Fields, MethodName } from './types.ts';
