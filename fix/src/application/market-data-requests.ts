/** MarketDataRequest (V): what it asks for, and MarketDataRequestReject (Y). */
import { StreamRefusal } from '../client.ts';
import { fieldValue, groupsOf, type Message } from '../codec/index.ts';
import type { OutgoingMessage } from './api.ts';
import type { Context } from './context.ts';
import { AUCTION_TYPES, BID, OFFER, TRADE } from './market-data-entries.ts';
import { reasonOf } from './reasons.ts';
import { routeOf } from './routes.ts';
import { MSG, TAG } from './tags.ts';
import { fieldsOf, Refusal } from './values.ts';

const SECURITIES_MAX = 1000;
export const LEVELS_MAX = 100;
const ENTRY_TYPES: ReadonlySet<string> = new Set([BID, OFFER, TRADE, ...AUCTION_TYPES]);
const SNAPSHOT = '0';
const SUBSCRIBE = '1';
/** MDReqRejReason (281). */
export const REASON = {
  unknownSymbol: '0',
  duplicate: '1',
  subscriptionType: '4',
  depth: '5',
  updateType: '6',
  entryType: '8',
};

export class RequestRefusal extends Error {
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface Request {
  readonly id: string;
  readonly types: ReadonlySet<string>;
  readonly securityIds: readonly string[];
  /** Of each side; Infinity: all. */
  readonly levels: number;
  readonly isFollowed: boolean;
  /** True: only changes after the snapshot. */
  readonly isIncremental: boolean;
  /** What the header of its answers has. */
  readonly route: string;
}

/** Throws RequestRefusal. */
export function requestOf(message: Message, { securities }: Context): Request {
  const value = (tag: number) => fieldValue(message, tag);
  const type = value(TAG.SubscriptionRequestType);
  if (type !== SNAPSHOT && type !== SUBSCRIBE) {
    throw new RequestRefusal(REASON.subscriptionType, 'SubscriptionRequestType (263) must be 0, 1 or 2');
  }
  const depth = Number(value(TAG.MarketDepth));
  if (!Number.isInteger(depth) || depth < 0 || depth > LEVELS_MAX) {
    throw new RequestRefusal(REASON.depth, `MarketDepth (264) must be 0 (all levels) to ${LEVELS_MAX}`);
  }
  const updateType = value(TAG.MDUpdateType) ?? '0';
  if (updateType !== '0' && updateType !== '1') {
    throw new RequestRefusal(REASON.updateType, 'MDUpdateType (265) must be 0 or 1');
  }
  const types = new Set(groupsOf(message, TAG.NoMDEntryTypes).map((one) => fieldValue(one, TAG.MDEntryType) ?? ''));
  for (const one of types) {
    if (!ENTRY_TYPES.has(one)) {
      throw new RequestRefusal(REASON.entryType, 'MDEntryType (269) must be 0, 1, 2, A or Q');
    }
  }
  const named = groupsOf(message, TAG.NoRelatedSym);
  if (named.length > SECURITIES_MAX) throw new RequestRefusal('', `NoRelatedSym (146): at most ${SECURITIES_MAX}`);
  return {
    id: value(TAG.MDReqID) ?? '',
    types,
    securityIds: [...new Set(named.map((one) => securities.of(one).securityId))],
    levels: depth === 0 ? Number.POSITIVE_INFINITY : depth,
    isFollowed: type === SUBSCRIBE,
    isIncremental: updateType === '1',
    route: routeOf(message),
  };
}

/** MarketDataRequestReject (Y). */
export function rejectOf(id: string, error: unknown): OutgoingMessage {
  const isUnknown =
    (error instanceof Refusal && error.fault === 'unknown-security') ||
    (error instanceof StreamRefusal && error.code === 'unknown-security');
  const reason = error instanceof RequestRefusal ? error.reason : isUnknown ? REASON.unknownSymbol : '';
  const text = error instanceof RequestRefusal ? error.message : reasonOf(error).text;
  return {
    msgType: MSG.MarketDataRequestReject,
    body: fieldsOf([TAG.MDReqID, id], [TAG.MDReqRejReason, reason], [TAG.Text, text]),
  };
}
