/** The state of the pages: the session, the stream, own orders, securities and the desk that holds them. */
export {
  decimalsOf,
  decimalText,
  millionths,
  moneyText,
  priceText,
  quantityText,
  sharesOf,
  valueText,
} from './amounts.ts';
export { type Credentials, type Fields, failureOf, isRefusal, messageOf } from './api.ts';
export { Desk } from './desk.ts';
export { type Notice, priced, type Trade } from './market-data.ts';
export { isOpen, type OwnOrder } from './own-orders.ts';
export { prefer, preferences, showTheme } from './preferences.ts';
export type { Security } from './securities.ts';
export { type SandboxUser, sandboxUsers, signIn, signOut, stored } from './session.ts';
export type { LinkStatus, StreamLink } from './stream-link.ts';
export {
  bothTimes,
  countdown,
  instantOf,
  isElsewhere,
  readerTime,
  readerZone,
  venueDateTime,
  venueTime,
} from './times.ts';
export { useEachSecond, useTopic } from './topic.ts';
