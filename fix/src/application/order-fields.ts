/** Fields of NewOrderSingle and OrderCancelReplaceRequest, as createOrder and replaceOrder take them. */
import type { Fields } from '../client.ts';
import { fieldValue, groupsOf, type Message } from '../codec/index.ts';
import { ALL_OR_NONE, instructionsOf, newOrderTerms, replacementTerms } from './order-terms.ts';
import type { NamedSecurity } from './securities.ts';
import { TAG } from './tags.ts';
import { easternMinute, Refusal, required, sharesOf, sixDecimals } from './values.ts';

export interface OrderDefaults {
  /** The member where the message has no executing firm among its parties. */
  readonly memberId: string;
}

type Contingency = Pick<Fields<'createOrder'>, 'contingencies' | 'minimumThreshold'>;

/** What the venue does not have and would change what an order does. */
const UNSUPPORTED: readonly (readonly [tag: number, name: string])[] = [
  [TAG.StopPx, 'StopPx'],
  [TAG.MaxFloor, 'MaxFloor'],
  [TAG.MaxShow, 'MaxShow'],
  [TAG.EffectiveTime, 'EffectiveTime'],
  [TAG.CashOrderQty, 'CashOrderQty'],
  [TAG.OrderPercent, 'OrderPercent'],
  [TAG.PegOffsetValue, 'PegOffsetValue'],
  [TAG.DiscretionInst, 'DiscretionInst'],
];
const FILL_OR_KILL = '4';
/** TimeInForce of an order for the next auction alone. */
export const GOOD_FOR_AUCTION = 'B';
/** PartyRole: the firm that executes, our member. */
const EXECUTING_FIRM = '1';

/** Throws a Refusal that names the field. */
export function createFields(
  message: Message,
  security: NamedSecurity,
  { memberId }: OrderDefaults,
): Fields<'createOrder'> {
  requireSupported(message);
  requireLimit(message);
  const isImmediate = fieldValue(message, TAG.TimeInForce) === FILL_OR_KILL;
  const instructions = instructionsOf(message);
  return {
    memberid: memberOf(message) ?? memberId,
    ...security,
    accountid: fieldValue(message, TAG.Account),
    type: 'Limit',
    action: actionOf(message),
    quantity: sharesOf(required(message, TAG.OrderQty, 'OrderQty'), 'OrderQty'),
    price: priceOf(message),
    ...expirationOf(message),
    disclosePrice: fieldValue(message, TAG.DisclosePrice) === 'N' ? 'No' : 'Yes',
    ...contingencyOf(message, isImmediate || instructions.has(ALL_OR_NONE)),
    ...newOrderTerms(message),
    solicited: fieldValue(message, TAG.SolicitedFlag) === 'Y' ? 'Solicited' : 'Unsolicited',
    token: required(message, TAG.ClOrdID, 'ClOrdID'),
    uniqueToken: 'Yes',
  };
}

/** A replacement states quantity, price and contingency; an optional term that it does not have keeps its value. */
export function replaceFields(message: Message): Omit<Fields<'replaceOrder'>, 'orderid' | 'token'> {
  requireSupported(message);
  requireLimit(message);
  return {
    quantity: sharesOf(required(message, TAG.OrderQty, 'OrderQty'), 'OrderQty'),
    price: priceOf(message),
    contingencies: 'None',
    ...contingencyOf(message, instructionsOf(message).has(ALL_OR_NONE)),
    ...replacementTerms(message),
  };
}

/** Of Side (54). */
export function actionOf(message: Message): 'Buy' | 'Sell' {
  const side = required(message, TAG.Side, 'Side');
  if (side === '1') return 'Buy';
  if (side === '2') return 'Sell';
  throw new Refusal('unsupported', 'Side (54) must be 1 or 2');
}

/** Of the party that executes; undefined: none is named. */
export function memberOf(message: Message): string | undefined {
  const parties = groupsOf(message, TAG.NoPartyIDs);
  const firm = parties.find((party) => fieldValue(party, TAG.PartyRole) === EXECUTING_FIRM);
  return firm && fieldValue(firm, TAG.PartyID);
}

function requireSupported(message: Message): void {
  for (const [tag, name] of UNSUPPORTED) {
    if (fieldValue(message, tag) !== undefined) throw new Refusal('unsupported', `${name} (${tag}) is not supported`);
  }
}

function requireLimit(message: Message): void {
  if (required(message, TAG.OrdType, 'OrdType') !== '2') {
    throw new Refusal('unsupported', 'OrdType (40) must be 2, a limit order');
  }
}

/** In the venue's form; one that is no price is refused by the venue. */
function priceOf(message: Message): string {
  const price = required(message, TAG.Price, 'Price');
  return sixDecimals(price) ?? price;
}

function contingencyOf(message: Message, isAllOrNone: boolean): Contingency {
  const minimum = fieldValue(message, TAG.MinQty);
  if (isAllOrNone) {
    if (minimum !== undefined) throw new Refusal('malformed', 'MinQty (110) and all-or-none exclude each other');
    return { contingencies: 'All or None' };
  }
  if (minimum === undefined) return {};
  return { contingencies: 'Minimum Quantity', minimumThreshold: sharesOf(minimum, 'MinQty') };
}

/** DAY, GTC, IOC, FOK, GTD and good for auction; absent is DAY. */
export function expirationOf(
  message: Message,
): Pick<Fields<'createOrder'>, 'expiration' | 'expirationDate' | 'expirationTime'> {
  const timeInForce = fieldValue(message, TAG.TimeInForce) ?? '0';
  switch (timeInForce) {
    case '0':
      return { expiration: 'Day' };
    case '1':
      return { expiration: 'GTC' };
    case '3':
    case FILL_OR_KILL:
      return { expiration: 'IOC' };
    case '6': {
      const time = fieldValue(message, TAG.ExpireTime);
      if (time !== undefined) return { expiration: 'Other', ...minuteOf(message, time) };
      const date = required(message, TAG.ExpireDate, 'ExpireDate');
      return { expiration: 'Other', expirationDate: date.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') };
    }
    case GOOD_FOR_AUCTION:
      return { expiration: 'Auction' };
    default:
      throw new Refusal('unsupported', 'TimeInForce (59) must be 0, 1, 3, 4, 6 or B');
  }
}

function minuteOf(message: Message, time: string): { expirationDate: string; expirationTime: string } {
  if (fieldValue(message, TAG.ExpireDate) !== undefined) {
    throw new Refusal('malformed', 'ExpireTime (126) takes the place of ExpireDate (432)');
  }
  const minute = easternMinute(time);
  if (minute === undefined) throw new Refusal('malformed', 'ExpireTime (126) must be a whole minute');
  return { expirationDate: minute.date, expirationTime: minute.time };
}
