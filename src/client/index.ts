/** openats/client: the API and the stream of OpenATS, for Node 22 and later and for browsers (docs/api/client.md). */

export type { Envelope, Methods, Records } from './generated/index.ts';
export { type CallOptions, type Prepared, prepare, RETRY, type RetrySettings, type Way, wayOf } from './http/index.ts';
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
export type { Answer, Fields, MethodName } from './shared/index.ts';
export {
  ApiRefusal,
  NeverSent,
  NoAnswer,
  type RefusalDetails,
  StreamClosed,
  StreamRefusal,
  systemTimers,
  type Timers,
  UnexpectedAnswer,
} from './shared/index.ts';
export type { AuctionView, BookView, Conflation, DepthParameters, DepthView, Gap, TopView } from './stream/index.ts';
export {
  Book,
  crc32,
  Events,
  FeedOverflow,
  type OrdersOptions,
  type Resume,
  type Securities,
  Stream,
  Trades,
  type TradesOptions,
  type Watch,
} from './stream/index.ts';
export type * from './wire/index.ts';
export type { OpenSocket, SocketClass, SocketLike, StateChange, StreamState } from './wire/index.ts';
