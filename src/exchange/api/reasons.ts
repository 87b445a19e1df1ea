/**
 * The one closed list of reasons: why the venue refused a call, ended an order, opened, closed or halted a market, or
 * took a match or a quote back. docs/venue/reasons.md has the rules, docs/generated the list. A reason that is added
 * here has its code everywhere at once.
 */

interface Reason {
  /**
   * refusal and limit: of a call, which changed nothing; order: the end of an order; hold: of a live order; market: a
   * change of a market; trade: of what came after a match; quote: the end of a quote on an RFQ order; wait: what else a
   * live order waits for.
   */
  readonly kind: 'refusal' | 'limit' | 'order' | 'hold' | 'market' | 'trade' | 'quote' | 'wait';
  /** The text of a refusal, and the default reason of an order, a market or a quote. */
  readonly says: string;
  /** Of a refusal or a limit: the status code. */
  readonly status?: number;
  /** Of one with 106: the parameter that is named. */
  readonly field?: string;
  /** Of kind wait: the rule that makes the order wait. */
  readonly rule?: string;
  /** Whether `says` is for the documentation only: it is shown without a text, or with one that a person wrote. */
  readonly silent?: true;
}

type OneOf<Kind, Status> = Omit<Reason, 'kind' | 'status'> & { readonly kind: Kind } & (Status extends number
    ? { readonly status: Status }
    : unknown);

/** Reasons of one kind and status code, by their words; of most there is no more to say than their text. */
function reasons<const Kind extends Reason['kind'], const Status extends number | null, const Word extends string>(
  kind: Kind,
  status: Status,
  byWord: Readonly<Record<Word, string | Omit<Reason, 'kind' | 'status'>>>,
) {
  const common = status === null ? { kind } : { kind, status };
  const all = Object.entries<string | Omit<Reason, 'kind' | 'status'>>(byWord).map(([word, more]) => {
    return [word, { ...common, ...(typeof more === 'string' ? { says: more } : more) }];
  });
  return Object.fromEntries(all) as { readonly [W in Word]: OneOf<Kind, Status> };
}

export const REASONS = {
  ...reasons('refusal', 106, {
    'quantity not above filled': { says: 'must exceed what is already filled', field: 'quantity' },
    'minimum out of range': { says: 'must be from 1 to the quantity', field: 'minimumThreshold' },
    'post-only must rest': { says: 'needs a Limit order that is not IOC', field: 'postOnly' },
    'post-only in auctions': { says: 'needs a security that trades continuously', field: 'postOnly' },
    'do not reduce needs a bid': { says: 'is for orders that buy', field: 'doNotReduce' },
    'no auctions': {
      says: 'needs a Limit order that is not post-only, and a security with auctions',
      field: 'expiration',
    },
    'display quantity must show': {
      says: 'needs a disclosed Limit order that may rest and has no contingency',
      field: 'displayQuantity',
    },
    'display quantity out of range': {
      says: 'must be from the lot size of the security to the quantity',
      field: 'displayQuantity',
    },
    'price required': { says: 'must be above 0 for a Limit order', field: 'price' },
    'market is not open': { says: 'cannot be accepted while the market is not open', field: 'quoteId' },
    'quantity above remaining': { says: 'must be at most what remains of the order', field: 'quantity' },
    'quote expires in the past': { says: "must be in the future by the venue's clock", field: 'expiresAt' },
    'block with oneself': { says: 'must be another client', field: 'counterpartyId' },
    'block names another account': { says: 'must be the account that the block names', field: 'accountid' },
    'ex date is over': { says: 'must be after today', field: 'exDate' },
    'limit would be loosened': { says: 'would be looser than they are', field: 'limits' },
    'fees begin later': { says: 'must be later than today (US Eastern)', field: 'effectiveDate' },
  }),
  'unknown issuer': { kind: 'refusal', status: 136, says: 'there is no such issuer' },
  ...reasons('refusal', 138, {
    'unknown offering': 'there is no such offering',
    'unknown security': 'there is no such security',
  }),
  'unknown account': {
    kind: 'refusal',
    status: 148,
    says: 'the account does not exist, or is not active',
    silent: true,
  },
  ...reasons('refusal', 162, {
    'offering of another issuer': 'the offering is not one of the issuer, or not on the venue',
    'offering of another client': 'the offering does not belong to the client',
    'issuer does not own the security': 'the security does not belong to the issuer',
    'security has ended': 'the offering is not open for trading',
  }),
  ...reasons('refusal', 190, {
    'token of several orders': 'several live orders of the client have the token',
    'token is taken': 'a live order of the client has the token',
    'order is terminal': 'the order is no longer live',
    'order is not pending': 'the order does not await approval',
    'order has other terms': 'the order has other terms by now',
    'post-only would cross': 'a post-only order crosses an order of the other side',
    'quote has another version': 'the version is not the current one of the quote',
    'quote has another state': 'the state of the quote does not allow it',
    'match has another state': 'the state of the settlement of the match does not allow it',
    'match is so already': 'the match has this price and quantity',
    'order takes no quotes': 'the order is not a live RFQ order',
    'security wants approval': 'every order of the security awaits approval: quotes cannot be accepted',
    'contingency not met': 'the contingency of the order is not met',
    'transfer rules have changed': 'the transfer rules have another version by now',
    'account may not trade the security': 'the transfer rules of the security do not name the client or account',
    'no trading window is left': 'the last trading window of the security is over',
    'shares are not held': 'the register of the security shows fewer shares than the order sells',
    'shares may not be sold yet': 'too few shares of the seller are old enough to be sold, and not offered already',
    'too many holders': 'the security has as many holders as it may have',
    'first refusal is not waived': 'the right of first refusal is not waived: sell by an order',
    'order is held': 'the order is held by the transfer rules of the security',
    'order is not held': 'the order does not wait for the answer to a right of first refusal',
    'security takes no blocks': 'the market is not open, or every order of the security awaits approval',
    'price outside the range of the day': 'the price of a block must be within those of the day',
    'trading stopped': 'a kill switch stops it',
    'other side may not trade': 'the other side may not trade now',
    'fee schedule has another version': 'the fees have another version by now',
    'fees have moved on': 'an order of the match ended or was amended meanwhile: call again',
    'limits have another version': 'the limits have another version by now',
    'symbol is taken': 'another security has the symbol',
    'reference has another version': 'the reference data of the security has another version by now',
    'auction plan has another version': 'the plan of auctions has another version by now',
    'action has another state': 'the corporate action had effect, or was cancelled',
    'action is announced already': 'the same corporate action of the security is announced for the date',
    'action takes no answers': 'the corporate action is no tender',
    'cannot be converted':
      'a security is converted once, and not one that others were converted into; the other security must not have ' +
      'ended, nor been split, redeemed or converted',
    'ratios are too large': 'the splits of the security together would give more than 1,000 shares for one',
    'too many shares': 'all holders together would have more than 1,000,000,000,000,000 shares',
    'order is binding': 'cancels, reductions and worse prices are refused until the auction is over',
    'order has expired': 'the expiration of the order had passed when it was applied',
    'too late': 'the deadline of the call was over when it was applied',
    'shares are not free': 'the holder has fewer whole shares, without those that its live orders sell',
    'units are not free': 'the account does not have the units of the trade, or its live orders sell them',
  }),
  ...reasons('refusal', 404, {
    'unknown match': 'the match was not found',
    'unknown order': 'the order was not found',
    'unknown quote': 'the quote was not found',
    'unknown action': 'there is no such corporate action',
    'unknown block': 'there is no such block that waits for the client',
    'unknown counterparty': 'there is no such client',
    'kill switch not thrown': 'no such kill switch is thrown',
  }),
  'idempotency key reused': { kind: 'refusal', status: 409, says: 'the key was used with other values', silent: true },
  ...reasons('refusal', 1422, {
    'malformed cursor': 'the cursor is not from an answer',
    'cursor of another venue': 'the cursor is that of another venue',
    'cursor ahead of the venue': 'the cursor is ahead of the venue',
  }),
  ...reasons('limit', 190, {
    'register is full': 'the register of the security holds no more holders',
    'calendar is full': "the calendar holds no more of the operator's dates",
    'too many actions': 'as many corporate actions of the security are announced as may',
    'too many blocks': 'as many reports of the client wait as may',
    'too many live orders': 'the client has as many live orders as it may have',
    'too many contingent orders':
      'the client has as many live orders with a contingency in the security as it may have',
    'too many orders with the token': 'as many live orders of the client share the token as may',
    'too many quotes on the order': 'the order has as many quotes as it may have',
    'too many quotes of the client': 'the client has as many quotes on the order as it may have',
    'too many open quotes': 'the client has as many open quotes as it may have',
    'order quantity above limit': 'the order has more shares than it may have',
    'order value above limit': 'the order has a higher value than it may have',
    'open value above limit': 'the live orders would have a higher value than they may have',
    'open orders above limit': 'there are as many live orders as there may be',
    'price outside band': 'the price is too far from the reference price',
    'security not allowed': 'the security is not in the list of allowed ones',
    'security restricted': 'the security is one of those that are restricted',
    'side not allowed': 'orders of this side are not allowed',
    'short sale': 'the account would offer more shares than it has',
    'order rate above limit': 'as many orders came in this second as may',
    'price off tick': 'the price is not a multiple of the tick size',
    'quantity off lot': 'the shares are not a multiple of the lot size',
    'quantity below minimum': 'the order has fewer shares than one of the security must have',
    'quantity above maximum': 'the order has more shares than one of the security may have',
    'price outside collar':
      'the price is further from the reference price than the collar, and the order does not say beyondCollar',
    'too many fee schedules': 'as many clients and securities have separate fees as may',
    'too many fee versions': 'as many versions of the fees wait for their date as may',
    'too many accounts with limits': 'the client has as many accounts with separate limits as it may have',
  }),
  ...reasons('limit', 429, {
    'too many waiting calls': 'too many calls wait for events',
    'too many notices': 'as many notices were sent in this minute as may',
  }),
  ...reasons('order', null, {
    refused: { says: 'the owner of the security refused it', silent: true },
    cancelled: { says: 'its client cancelled it', silent: true },
    expired: 'the order has expired',
    'immediate remainder cancelled': 'an IOC order trades at once or not at all',
    'mass cancelled': { says: 'its client, or the operator, cancelled many at once', silent: true },
    'cancel timer ran out': 'the client sent nothing in the time that it had set',
    'connection lost': 'the connection that kept watch over it was lost',
    'self-trade prevented': 'it would have traded with an order of the same owner',
    'post-only crossed': 'a post-only order crossed an order of the other side on entering',
    'kill switch': 'a kill switch was thrown',
    'first refusal exercised': 'the right of first refusal was used',
    'security ended': 'the offering has ended',
    'corporate action': 'a corporate action of the security left it without terms that it may have',
  }),
  ...reasons('hold', null, {
    whitelist: 'the transfer rules of the security do not name its client or account',
    'first refusal': 'the right of first refusal is not answered',
    'holding period': 'too few of the shares of its owner are old enough to be sold, and not offered already',
    'unregistered sale': 'the register has too few shares for its owner that are not offered already',
    'holder cap': 'the security has as many holders as it may have, or better bids have the seats that are left',
  }),
  ...reasons('market', null, {
    scheduled: { says: 'the market opens and closes by its schedule', silent: true },
    halted: { says: 'the operator halted it', silent: true },
    resumed: { says: 'the operator ended a halt', silent: true },
    'trading window': 'by the trading windows of the security',
    auction: 'orders are called to an auction, or one is over',
    'auction plan': 'the security trades at auctions only, or no longer does',
    volatility: 'the price of an auction was outside of its collar',
    'offering approved': { says: 'the offering may be traded', silent: true },
    'offering awaits approval': 'the offering awaits approval',
    'offering ended': 'the offering has ended',
  }),
  ...reasons('trade', null, {
    busted: { says: 'the operator declared the match void', silent: true },
    adjusted: { says: 'the operator corrected the price or quantity of the match', silent: true },
  }),
  ...reasons('quote', null, {
    'quote declined': { says: 'the client of the order declined it', silent: true },
    'quote cancelled': { says: 'the client that quotes took it back', silent: true },
    'order ended': { says: 'its order has ended', silent: true },
    'quote expired': 'the time of the quote is over',
    'quote protection': 'as many of its quotes were accepted as its client had set',
  }),
  ...reasons('wait', null, {
    'approval of the offering': { says: 'the offering awaits approval', rule: 'V2' },
    'approval of the order': { says: 'the owner of the security is to approve the order', rule: 'V13' },
    'opening of the market': { says: 'the market is closed', rule: 'M12' },
    'call of the auction': { says: 'the orders trade together when the call ends', rule: 'Q8' },
    'next auction': { says: 'the order trades at an auction only', rule: 'Q9' },
    'end of the halt': { says: 'the market is halted', rule: 'V25' },
    'quote to accept': { says: 'an RFQ order trades with a quote that its client accepts', rule: 'V19' },
    'crossing order': { says: 'no visible order of the other side crosses it', rule: 'M2' },
    'contingency of the order': {
      says: 'what visibly crosses it is less than the fewest shares that it takes',
      rule: 'M3',
    },
    'contingencies of others': {
      says: 'the contingencies of visible orders that cross it allow no execution',
      rule: 'M4',
    },
    'turn in the search': { says: 'what visibly crosses it is still being tried', rule: 'M9' },
  }),
} as const satisfies Record<string, Reason>;

export type ReasonWord = keyof typeof REASONS;

type OfKind<Kind extends Reason['kind']> = {
  [Word in ReasonWord]: (typeof REASONS)[Word]['kind'] extends Kind ? Word : never;
}[ReasonWord];

/** Why a call was refused. */
export type Refusal = OfKind<'refusal' | 'limit'>;
/** Why a quote ended without being accepted: of a mass cancel its own reason. */
export type QuoteEnd = OfKind<'quote' | 'order'>;
/** Why an order ended without being executed. */
export type OrderEnd = OfKind<'order'>;
export const ORDER_ENDS = (Object.keys(REASONS) as ReasonWord[]).filter(
  (word): word is OrderEnd => REASONS[word].kind === 'order',
);
/** Why a live order must not trade now (M16). */
export type HoldCause = OfKind<'hold'>;
/** Why a market changed. */
export type MarketCause = OfKind<'market'>;

/** The reasons for which a live order waits. */
export type WaitReason = OfKind<'wait'>;

/** The default text of a reason; null: none is needed. */
export function textOf(word: ReasonWord): string | null {
  const reason: Reason = REASONS[word];
  return reason.silent ? null : reason.says;
}

/** As it is outside: in answers, webhooks and events. */
export function reasonCodeOf(word: ReasonWord): string {
  return word.replaceAll(' ', '-');
}

/** The code of a change of an order; null for one that is no reason: it was entered, approved, filled or replaced. */
export function reasonCodeOrNull(word: string | null): string | null {
  return word !== null && Object.hasOwn(REASONS, word) ? reasonCodeOf(word as ReasonWord) : null;
}
