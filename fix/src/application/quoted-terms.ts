/** Price, shares and end of a quote, in Quote (S) and in the entries of a MassQuote (i). */
import { fieldValue, type Message } from '../codec/index.ts';
import { TAG } from './tags.ts';
import { instantOf, Refusal, sharesOf, sixDecimals, utcTimestamp } from './values.ts';

export interface QuotedTerms {
  readonly price: string;
  readonly quantity: string;
  readonly expiresAt?: string;
}

/**
 * The terms on the side that is quoted; undefined: no shares, which takes the quote back. Throws a Refusal.
 * @param until ValidUntilTime of the whole set; undefined: none
 */
export function quotedTerms(message: Message, until?: string): QuotedTerms | undefined {
  const [bid, offer] = [fieldValue(message, TAG.BidPx), fieldValue(message, TAG.OfferPx)];
  const [bidSize, offerSize] = [fieldValue(message, TAG.BidSize), fieldValue(message, TAG.OfferSize)];
  // Without a price, to take it back, either side will do.
  const size = offer === undefined ? (bidSize ?? (bid === undefined ? offerSize : undefined)) : offerSize;
  const shares = size ?? fieldValue(message, TAG.OrderQty);
  if (shares !== undefined && Number(shares) === 0) return undefined;
  if ((bid === undefined) === (offer === undefined)) {
    throw new Refusal('malformed', 'BidPx (132) or OfferPx (133): one of them, that of the other side of the request');
  }
  if (shares === undefined) throw new Refusal('malformed', 'BidSize, OfferSize or OrderQty (134, 135, 38) is required');
  const validUntil = fieldValue(message, TAG.ValidUntilTime) ?? until;
  const price = bid ?? (offer as string);
  const terms = { price: sixDecimals(price) ?? price, quantity: sharesOf(shares, 'OrderQty') };
  return validUntil === undefined ? terms : { ...terms, expiresAt: instantOf(validUntil, 'ValidUntilTime') };
}

interface Known {
  readonly price: string;
  readonly quantity: string;
  readonly expiresDate: string | null;
}

/** Whether a quote has these terms already. */
export function sameTerms(known: Known, { price, quantity, expiresAt }: QuotedTerms): boolean {
  const isAlike = known.price === price && Number(known.quantity) === Number(quantity);
  if (!isAlike || expiresAt === undefined) return isAlike;
  return known.expiresDate !== null && utcTimestamp(known.expiresDate) === utcTimestamp(expiresAt.slice(0, 19));
}
