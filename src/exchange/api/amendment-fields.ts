import { formatTimestamp } from '../../calendar/format-time.ts';
import type { Microseconds } from '../../time/units.ts';
import type { AdjustCommand, BustCommand } from './limit-commands.ts';
import type { MatchTerms, Position } from './limits.ts';
import { reasonCodeOf } from './reasons.ts';
import { priceText, sharesText } from './units.ts';

type Holder = Pick<Position, 'clientId' | 'accountId'>;

/** The accounts of the sides that are a client's own, by which it takes the shares of a match back. */
export function ownSides(clientId: string, { buyer, seller }: { readonly buyer: Holder; readonly seller: Holder }) {
  return {
    ...(buyer.clientId === clientId ? { bidAccountId: buyer.accountId } : {}),
    ...(seller.clientId === clientId ? { askAccountId: seller.accountId } : {}),
  };
}

interface Amended extends Pick<BustCommand, 'matchId' | 'reason'> {
  readonly buyer: Pick<Position, 'securityId'>;
}

/** A bust as everybody who is notified sees it (V45). */
export function bustFields(bust: Amended, terms: MatchTerms, time: Microseconds) {
  return {
    ...amendedFields(bust, terms),
    tradeStatus: 'BUSTED' as const,
    reason: bust.reason,
    reasonCode: reasonCodeOf('busted'),
    bustedDate: formatTimestamp(time),
  };
}

/** A correction of a match as everybody who is notified sees it (V65). */
export function adjustFields(adjustment: AdjustCommand, before: MatchTerms, time: Microseconds) {
  return {
    ...amendedFields(adjustment, adjustment),
    priceBefore: priceText(before.price),
    quantityBefore: sharesText(before.quantity),
    reason: adjustment.reason,
    reasonCode: reasonCodeOf('adjusted'),
    adjustedDate: formatTimestamp(time),
  };
}

/** Price and quantity of a match. */
export function matchTermsFields({ price, quantity }: MatchTerms) {
  return { price: priceText(price), quantity: sharesText(quantity) };
}

function amendedFields({ matchId, buyer }: Amended, terms: MatchTerms) {
  return {
    tradeID: String(matchId),
    securityId: String(buyer.securityId),
    ...matchTermsFields(terms),
  };
}
