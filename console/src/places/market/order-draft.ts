/** What the reader wrote into the ticket: as a call, and what is missing or unusual in it. */
import {
  type Desk,
  decimalText,
  type Fields,
  idsIn,
  millionths,
  preferences,
  priced,
  priceText,
  quantityText,
  sharesOf,
  valueText,
  venueNow,
} from '../../data/index.ts';
import { marketOf } from '../../parts/index.ts';
import { sharesFault, termsFault, unusualTerms } from '../../views/index.ts';

export interface Values {
  readonly side: 'Buy' | 'Sell';
  readonly type: string;
  readonly quantity: string;
  readonly price: string;
  readonly expiration: string;
  readonly expirationDate: string;
  /** HH:MM in New York; empty: with the close of the date. */
  readonly expirationTime: string;
  readonly contingency: string;
  readonly minimum: string;
  readonly isHidden: boolean;
  readonly isPostOnly: boolean;
  /** Of a bid with a limit (R9). */
  readonly isNotReduced: boolean;
  /** Of an RFQ order: ids of the clients that it asks alone, with spaces or commas between them; empty: all (Y6). */
  readonly askedClients: string;
  /** Of an RFQ order: each client that it asks sees all quotes on it (Y7). */
  readonly showsQuotes: boolean;
  /** The shares that show at once; empty: the order shows whole. */
  readonly display: string;
  readonly solicited: string;
  readonly member: string;
  readonly account: string;
}

export const START: Values = {
  side: 'Buy',
  type: 'Limit',
  quantity: '100',
  price: '',
  expiration: 'GTC',
  expirationDate: '',
  expirationTime: '',
  contingency: 'None',
  minimum: '',
  isHidden: false,
  isPostOnly: false,
  isNotReduced: false,
  askedClients: '',
  showsQuotes: false,
  display: '',
  solicited: 'Unsolicited',
  member: preferences.member,
  account: preferences.account,
};

/** Whether a cash dividend reduces the limit of the order, unless it says not to (R9). */
export const mayReduce = ({ side, type }: Values): boolean => side === 'Buy' && type === 'Limit';

const askedIn = ({ type, askedClients }: Values): readonly string[] => (type === 'RFQ' ? idsIn(askedClients) : []);

/** As createOrder and validateOrder take it; undefined: something is missing yet. */
export function fieldsOf(desk: Desk, values: Values): Fields | undefined {
  const security = desk.securities.find(desk.selected);
  const price = values.type === 'RFQ' && values.price.trim() === '' ? 0 : millionths(values.price);
  const quantity = sharesOf(values.quantity);
  if (security === undefined || price === undefined || quantity === undefined) return undefined;
  const { account, minimum, contingency, display, expiration, expirationDate, expirationTime } = values;
  const asked = askedIn(values);
  return {
    memberid: values.member.trim() || '1',
    issuerid: security.issuerId,
    securityid: security.securityId,
    type: values.type,
    action: values.side,
    quantity,
    price: decimalText(price),
    expiration,
    disclosePrice: values.isHidden ? 'No' : 'Yes',
    solicited: values.solicited,
    contingencies: contingency,
    ...(values.isPostOnly ? { postOnly: 'Yes' } : {}),
    ...(mayReduce(values) && values.isNotReduced ? { doNotReduce: 'Yes' } : {}),
    ...(asked.length === 0 ? {} : { rfqClients: asked.join(' ') }),
    ...(values.type === 'RFQ' && values.showsQuotes ? { quotesShown: 'Yes' } : {}),
    ...(display.trim() === '' ? {} : { displayQuantity: sharesOf(display) ?? display.trim() }),
    ...(account.trim() === '' ? {} : { accountid: account.trim() }),
    ...(expiration === 'Other' ? { expirationDate } : {}),
    ...(expiration === 'Other' && expirationTime !== '' ? { expirationTime } : {}),
    ...(contingency === 'Minimum Quantity' ? { minimumThreshold: minimum } : {}),
  };
}

/** The cost of the order, and whether it meets the best visible price, as this page computes them. */
export function estimate(desk: Desk, values: Values): string {
  const price = millionths(values.price);
  const quantity = sharesOf(values.quantity);
  if (price === undefined || quantity === undefined || values.type === 'RFQ') return '';
  // During a call nothing trades at the limits that show.
  const isAtOnce = values.expiration !== 'Auction' && marketOf(desk, desk.selected).market !== 'call';
  const top = isAtOnce ? desk.market.tops.get(desk.selected) : undefined;
  const other = values.side === 'Buy' ? top?.offer : top?.bid;
  const best = priced(other);
  const meets =
    best !== undefined &&
    (values.side === 'Buy' ? price >= (millionths(best.price) ?? 0) : price <= (millionths(best.price) ?? 0));
  const words = meets ? ` Meets ${quantityText(best.quantity)} at ${priceText(best.price)}.` : '';
  return `Value $${valueText(price, quantity)}.${words}`;
}

/** What must be written before the order can be sent; one sentence for each field. */
export function faultsOf({ quantity, price, type }: Values): string {
  return type === 'RFQ' && price.trim() === '' ? sharesFault(quantity) : termsFault(quantity, price);
}

/** What will be sent, for readers who want to be asked before every order. */
export function summaryOf(desk: Desk, values: Values): string {
  const { side, quantity, price, type, contingency, account } = values;
  const at = type === 'RFQ' ? 'as an RFQ order' : `at ${price}`;
  const asked = askedIn(values);
  const terms = [
    contingency === 'None' ? '' : contingency.toLowerCase(),
    mayReduce(values) && values.isNotReduced ? 'do not reduce' : '',
    asked.length === 0 ? '' : `asks ${asked.join(' and ')} alone`,
    type === 'RFQ' && values.showsQuotes ? 'shows its quotes' : '',
    account === '' ? '' : `for ${account}`,
  ];
  const shares = quantityText(sharesOf(quantity) ?? quantity);
  const words = [`${side} ${shares} ${desk.securities.titleOf(desk.selected)} ${at}`, ...terms];
  return `${words.filter((part) => part !== '').join(', ')}. ${estimate(desk, values)}`.trim();
}

/** What happens to an order that does not trade at once; empty: it may. The verdict does not depend on it. */
export function marketHint(desk: Desk, values: Values): string {
  const { expiration } = values;
  const { market, nextChange } = marketOf(desk, desk.selected);
  if (market === 'call') return `The security is called to an auction: ${inCall(desk, values)}`;
  if (expiration === 'Auction') return 'The order waits for the next auction, shows in no book, and ends with it.';
  if (market === 'open') return '';
  const rests = nextChange?.market === 'call' ? 'until the next call' : 'until it opens';
  const becomes = expiration === 'IOC' ? 'an immediate order is cancelled' : `the order rests ${rests}`;
  return `The market is ${market} and does not trade: ${becomes}.`;
}

/** What a call makes of the order (Q8 to Q10). */
function inCall({ market }: Desk, { expiration, isPostOnly, type }: Values): string {
  if (expiration === 'IOC') return 'an immediate order is cancelled.';
  if (type === 'RFQ') return 'the order rests, and is quoted when the call is over.';
  const call = market.auction?.call ?? undefined;
  const isBinding = call !== undefined && venueNow() >= Date.parse(call.noCancelFrom);
  const binds = isBinding
    ? ' Orders are binding: you cannot cancel it, nor make it worse, before the call is over.'
    : '';
  if (isPostOnly) return `a post-only order takes no part, and rests.${binds}`;
  const rest = expiration === 'Auction' ? 'the rest of it ends' : 'the rest of it stays in the book';
  return `the order takes part, and ${rest}.${binds}`;
}

/** Why the order is asked about again before it is sent; empty: it is not. */
export function unusualIn(desk: Desk, values: Values): string {
  return values.type === 'RFQ' ? '' : unusualTerms(desk, desk.selected, values);
}
