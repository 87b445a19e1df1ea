/**
 * The one closed list of reasons: why the venue refused a call, ended an order, opened, closed or halted a market, or
 * took a match or a quote back. docs/venue/reasons.md is made from it. What is added here has a code at once,
 * everywhere.
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
  /** Of what an order waits for: the rule that says so. */
  readonly rule?: string;
  /** Whether `says` is for the documentation only: it is shown without a text, or with one that a person wrote. */
  readonly silent?: true;
}

export const REASONS = {
  'unknown issuer': { kind: 'refusal', status: 136, says: 'there is no such issuer' },
  'unknown offering': { kind: 'refusal', status: 138, says: 'there is no such offering' },
  'offering of another issuer': {
    kind: 'refusal',
    status: 162,
    says: 'the offering is not one of the issuer, or not on the venue',
  },
  'offering of another client': { kind: 'refusal', status: 162, says: 'the offering does not belong to the client' },
  'unknown account': {
    kind: 'refusal',
    status: 148,
    says: 'the account does not exist, or is not active',
    silent: true,
  },
  'unknown match': { kind: 'refusal', status: 404, says: 'the match was not found' },
  'unknown order': { kind: 'refusal', status: 404, says: 'the order was not found' },
  'token of several orders': { kind: 'refusal', status: 190, says: 'several live orders of the client have the token' },
  'token is taken': { kind: 'refusal', status: 190, says: 'a live order of the client has the token' },
  'order is terminal': { kind: 'refusal', status: 190, says: 'the order is no longer live' },
  'order is not pending': { kind: 'refusal', status: 190, says: 'the order does not await approval' },
  'order has other terms': { kind: 'refusal', status: 190, says: 'the order has other terms by now' },
  'issuer does not own the security': {
    kind: 'refusal',
    status: 162,
    says: 'the security does not belong to the issuer',
  },
  'unknown security': { kind: 'refusal', status: 138, says: 'there is no such security' },
  'security has ended': { kind: 'refusal', status: 162, says: 'the offering is not open for trading' },
  'quantity not above filled': {
    kind: 'refusal',
    status: 106,
    field: 'quantity',
    says: 'must exceed what is already filled',
  },
  'minimum out of range': {
    kind: 'refusal',
    status: 106,
    field: 'minimumThreshold',
    says: 'must be from 1 to the quantity',
  },
  'post-only must rest': {
    kind: 'refusal',
    status: 106,
    field: 'postOnly',
    says: 'needs a Limit order that is not IOC',
  },
  'post-only would cross': {
    kind: 'refusal',
    status: 190,
    says: 'a post-only order crosses an order of the other side',
  },
  'price required': { kind: 'refusal', status: 106, field: 'price', says: 'must be above 0 for a Limit order' },
  'another quote is being accepted': {
    kind: 'refusal',
    status: 190,
    says: 'another quote of the order is being accepted',
  },
  'quote has another state': { kind: 'refusal', status: 190, says: 'the state of the quote does not allow it' },
  'match has another state': {
    kind: 'refusal',
    status: 190,
    says: 'the state of the settlement of the match does not allow it',
  },
  'match is so already': { kind: 'refusal', status: 190, says: 'the match has this price and quantity' },
  'malformed cursor': { kind: 'refusal', status: 1422, says: 'the cursor is not from an answer' },
  'cursor of another venue': { kind: 'refusal', status: 1422, says: 'the cursor is that of another venue' },
  'cursor ahead of the venue': { kind: 'refusal', status: 1422, says: 'the cursor is ahead of the venue' },
  'order takes no quotes': { kind: 'refusal', status: 190, says: 'the order is not a live RFQ order' },
  'market is not open': {
    kind: 'refusal',
    status: 106,
    field: 'quoteId',
    says: 'cannot be accepted while the market is not open',
  },
  'security wants approval': {
    kind: 'refusal',
    status: 190,
    says: 'every order of the security awaits approval: quotes cannot be accepted',
  },
  'contingency not met': { kind: 'refusal', status: 190, says: 'the contingency of the order is not met' },
  'transfer rules have changed': {
    kind: 'refusal',
    status: 190,
    says: 'the transfer rules have another version by now',
  },
  'account may not trade the security': {
    kind: 'refusal',
    status: 190,
    says: 'the transfer rules of the security do not name the client or account',
  },
  'no trading window is left': {
    kind: 'refusal',
    status: 190,
    says: 'the last trading window of the security is over',
  },
  'shares are not held': {
    kind: 'refusal',
    status: 190,
    says: 'the register of the security shows fewer shares than the order sells',
  },
  'shares may not be sold yet': {
    kind: 'refusal',
    status: 190,
    says: 'too few shares of the seller are old enough to be sold, and not offered already',
  },
  'too many holders': { kind: 'refusal', status: 190, says: 'the security has as many holders as it may have' },
  'first refusal is not waived': {
    kind: 'refusal',
    status: 190,
    says: 'the right of first refusal is not waived: sell by an order',
  },
  'order is held': { kind: 'refusal', status: 190, says: 'the order is held by the transfer rules of the security' },
  'order is not held': {
    kind: 'refusal',
    status: 190,
    says: 'the order does not wait for the answer to a right of first refusal',
  },
  'unknown block': { kind: 'refusal', status: 404, says: 'there is no such block that waits for the client' },
  'unknown counterparty': { kind: 'refusal', status: 404, says: 'there is no such client' },
  'block with oneself': {
    kind: 'refusal',
    status: 106,
    field: 'counterpartyId',
    says: 'must be another client',
  },
  'block names another account': {
    kind: 'refusal',
    status: 106,
    field: 'accountid',
    says: 'must be the account that the block names',
  },
  'security takes no blocks': {
    kind: 'refusal',
    status: 190,
    says: 'the market is not open, or every order of the security awaits approval',
  },
  'price outside the range of the day': {
    kind: 'refusal',
    status: 190,
    says: 'the price of a block must be within those of the day',
  },
  'idempotency key reused': { kind: 'refusal', status: 409, says: 'the key was used with other values', silent: true },

  'trading stopped': { kind: 'refusal', status: 190, says: 'a kill switch stops it' },
  'limits have another version': { kind: 'refusal', status: 190, says: 'the limits have another version by now' },
  'limit would be loosened': { kind: 'refusal', status: 106, field: 'limits', says: 'would be looser than they are' },
  'kill switch not thrown': { kind: 'refusal', status: 404, says: 'no such kill switch is thrown' },

  'symbol is taken': { kind: 'refusal', status: 190, says: 'another security has the symbol' },
  'reference has another version': {
    kind: 'refusal',
    status: 190,
    says: 'the reference data of the security has another version by now',
  },

  'register is full': { kind: 'limit', status: 190, says: 'the register of the security holds no more holders' },
  'calendar is full': { kind: 'limit', status: 190, says: "the calendar holds no more of the operator's dates" },
  'too many blocks': { kind: 'limit', status: 190, says: 'as many reports of the client wait as may' },
  'too many live orders': {
    kind: 'limit',
    status: 190,
    says: 'the client has as many live orders as it may have',
  },
  'too many contingent orders': {
    kind: 'limit',
    status: 190,
    says: 'the client has as many live orders with a contingency in the security as it may have',
  },
  'too many orders with the token': {
    kind: 'limit',
    status: 190,
    says: 'as many live orders of the client share the token as may',
  },
  'too many waiting calls': { kind: 'limit', status: 429, says: 'too many calls wait for events' },
  'too many notices': { kind: 'limit', status: 429, says: 'as many notices were sent in this minute as may' },
  'too many quotes on the order': { kind: 'limit', status: 190, says: 'the order has as many quotes as it may have' },
  'too many quotes of the client': {
    kind: 'limit',
    status: 190,
    says: 'the client has as many quotes on the order as it may have',
  },

  'order quantity above limit': { kind: 'limit', status: 190, says: 'the order has more shares than it may have' },
  'order value above limit': { kind: 'limit', status: 190, says: 'the order has a higher value than it may have' },
  'open value above limit': {
    kind: 'limit',
    status: 190,
    says: 'the live orders would have a higher value than they may have',
  },
  'open orders above limit': { kind: 'limit', status: 190, says: 'there are as many live orders as there may be' },
  'price outside band': { kind: 'limit', status: 190, says: 'the price is too far from the reference price' },
  'security not allowed': { kind: 'limit', status: 190, says: 'the security is not in the list of allowed ones' },
  'security restricted': { kind: 'limit', status: 190, says: 'the security is one of those that are restricted' },
  'side not allowed': { kind: 'limit', status: 190, says: 'orders of this side are not allowed' },
  'short sale': { kind: 'limit', status: 190, says: 'the account would offer more shares than it has' },
  'order rate above limit': { kind: 'limit', status: 190, says: 'as many orders came in this second as may' },
  'price off tick': { kind: 'limit', status: 190, says: 'the price is not a multiple of the tick size' },
  'quantity off lot': { kind: 'limit', status: 190, says: 'the shares are not a multiple of the lot size' },
  'quantity below minimum': {
    kind: 'limit',
    status: 190,
    says: 'the order has fewer shares than one of the security must have',
  },
  'quantity above maximum': {
    kind: 'limit',
    status: 190,
    says: 'the order has more shares than one of the security may have',
  },
  'price outside collar': {
    kind: 'limit',
    status: 190,
    says: 'the price is further from the reference price than the collar, and the order does not say beyondCollar',
  },
  'too many accounts with limits': {
    kind: 'limit',
    status: 190,
    says: 'the client has as many accounts with separate limits as it may have',
  },

  refused: { kind: 'order', says: 'the owner of the security refused it', silent: true },
  cancelled: { kind: 'order', says: 'its client cancelled it', silent: true },
  expired: { kind: 'order', says: 'the order has expired' },
  'immediate remainder cancelled': { kind: 'order', says: 'an IOC order trades at once or not at all' },
  'mass cancelled': { kind: 'order', says: 'its client, or the operator, cancelled many at once', silent: true },
  'cancel timer ran out': { kind: 'order', says: 'the client sent nothing in the time that it had set' },
  'connection lost': { kind: 'order', says: 'the connection that kept watch over it was lost' },
  'self-trade prevented': { kind: 'order', says: 'it would have traded with an order of the same owner' },
  'post-only crossed': { kind: 'order', says: 'a post-only order crossed an order of the other side on entering' },
  'kill switch': { kind: 'order', says: 'a kill switch was thrown' },
  'first refusal exercised': { kind: 'order', says: 'the right of first refusal was used' },
  'security ended': { kind: 'order', says: 'the offering has ended' },

  whitelist: { kind: 'hold', says: 'the transfer rules of the security do not name its client or account' },
  'first refusal': { kind: 'hold', says: 'the right of first refusal is not answered' },
  'holding period': {
    kind: 'hold',
    says: 'too few of the shares of its owner are old enough to be sold, and not offered already',
  },
  'holder cap': {
    kind: 'hold',
    says: 'the security has as many holders as it may have, or better bids have the seats that are left',
  },

  scheduled: { kind: 'market', says: 'the market opens and closes by its schedule', silent: true },
  halted: { kind: 'market', says: 'the operator halted it', silent: true },
  resumed: { kind: 'market', says: 'the operator ended a halt', silent: true },
  'trading window': { kind: 'market', says: 'by the trading windows of the security' },
  'offering approved': { kind: 'market', says: 'the offering may be traded', silent: true },
  'offering awaits approval': { kind: 'market', says: 'the offering awaits approval' },
  'offering ended': { kind: 'market', says: 'the offering has ended' },

  busted: { kind: 'trade', says: 'the operator declared the match void', silent: true },
  adjusted: { kind: 'trade', says: 'the operator corrected the price or quantity of the match', silent: true },

  'quote declined': { kind: 'quote', says: 'the client of the order declined it', silent: true },
  'quote cancelled': { kind: 'quote', says: 'the client that quotes took it back', silent: true },
  'order ended': { kind: 'quote', says: 'its order has ended', silent: true },

  'approval of the offering': { kind: 'wait', rule: 'V2', says: 'the offering awaits approval' },
  'approval of the order': { kind: 'wait', rule: 'V13', says: 'the owner of the security is to approve the order' },
  'opening of the market': { kind: 'wait', rule: 'M12', says: 'the market is closed' },
  'end of the halt': { kind: 'wait', rule: 'V25', says: 'the market is halted' },
  'quote to accept': { kind: 'wait', rule: 'V19', says: 'an RFQ order trades with a quote that its client accepts' },
  'crossing order': { kind: 'wait', rule: 'M2', says: 'no visible order of the other side crosses it' },
  'contingency of the order': {
    kind: 'wait',
    rule: 'M3',
    says: 'what visibly crosses it is less than the fewest shares that it takes',
  },
  'contingencies of others': {
    kind: 'wait',
    rule: 'M4',
    says: 'the contingencies of visible orders that cross it allow no execution',
  },
  'turn in the search': { kind: 'wait', rule: 'M9', says: 'what visibly crosses it is still being tried' },
} as const satisfies Record<string, Reason>;

export type ReasonWord = keyof typeof REASONS;

type OfKind<Kind extends Reason['kind']> = {
  [Word in ReasonWord]: (typeof REASONS)[Word]['kind'] extends Kind ? Word : never;
}[ReasonWord];

/** Why a call was refused. */
export type Refusal = OfKind<'refusal' | 'limit'>;
/** Why an order ended without being executed. */
export type OrderEnd = OfKind<'order'>;
export const ORDER_ENDS = (Object.keys(REASONS) as ReasonWord[]).filter(
  (word): word is OrderEnd => REASONS[word].kind === 'order',
);
/** Why a live order must not trade now (M16). */
export type HoldCause = OfKind<'hold'>;
/** Why a market is not what it was. */
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
