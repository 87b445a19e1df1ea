/** The state of the places: address, session, stream, own orders, securities, and the desk with all of them. */
export {
  address,
  closeRecord,
  go,
  land,
  listenToLinks,
  openDrawer,
  pathOf,
  ROOT,
  setQuery,
  useAddress,
} from './address.ts';
export {
  centsText,
  decimalsOf,
  decimalText,
  dollarText,
  exactOf,
  millionths,
  moneyText,
  numberIn,
  priceText,
  quantityText,
  sharesOf,
  sumText,
  valueText,
} from './amounts.ts';
export {
  type ApiCall,
  type Fields,
  failureOf,
  faultsByField,
  isNoRecord,
  isRefusal,
  isRehearsed,
  messageOf,
  RETRY_MS,
  rehearse,
} from './api.ts';
export { curlOf, NO_ADDRESS, scriptOf } from './api-call.ts';
export { Desk } from './desk.ts';
export { labelOf, methodWords, valueWords } from './field-words.ts';
export type { Message, SayingKind } from './inbox.ts';
export { type Notice, priced, type Trade } from './market-data.ts';
export { issuerKey, Names, nameIn, plainId } from './names.ts';
export { NEEDS_MAX, type Need, type NeedKind } from './need-lists.ts';
export { idsIn, isOpen, OPEN_STATUSES, type OwnOrder, type OwnTrade, orderOf, tradeOf } from './own-records.ts';
export { prefer, preferences, showTheme } from './preferences.ts';
export type { PriceAlert } from './price-alerts.ts';
export { outcomeLines, type ScriptEnd } from './script-outcomes.ts';
export type { Security } from './securities.ts';
export { type Session, signIn, signOut, stored, type Who } from './session.ts';
export {
  againAtProvider,
  arrived,
  beSandboxUser,
  hasPasskeys,
  invitedName,
  isAgain,
  NotSignedIn,
  openSandboxLink,
  providerAddress,
  registerPasskey,
  reportAgain,
  type SandboxUser,
  usePasskey,
  type Ways,
  ways,
} from './sign-in-calls.ts';
export { refusalWords } from './sign-in-words.ts';
export { stepUp } from './step-up.ts';
export type { LinkStatus, StreamLink } from './stream-link.ts';
export {
  americanDay,
  bothTimes,
  countdown,
  dayOf,
  instantOf,
  isElsewhere,
  readerTime,
  readerZone,
  venueDateTime,
  venueDays,
  venueInput,
  venueInstant,
  venueTime,
} from './times.ts';
export { useEachSecond, useTopic } from './topic.ts';
export { noteVenueClock, venueNow, venueToday, venueTomorrow } from './venue-clock.ts';
export { sentence } from './words.ts';
