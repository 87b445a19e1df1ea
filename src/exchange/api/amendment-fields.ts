import { formatTimestamp } from '../../calendar/format-time.ts';
import type { Microseconds } from '../../time/units.ts';
import type { FeeChange } from './fees.ts';
import type { AdjustCommand, BustCommand } from './limit-commands.ts';
import type { MatchTerms, Position } from './limits.ts';
import type { MatchView } from './orders.ts';
import { reasonCodeOf } from './reasons.ts';
import { feeText, priceText, sharesText } from './units.ts';

type Holder = Pick<Position, 'clientId' | 'accountId'>;

/** The accounts of the sides that are a client's own, by which it takes the shares of a match back. */
export function ownSides(clientId: string, { buyer, seller }: { readonly buyer: Holder; readonly seller: Holder }) {
  return {
    ...(buyer.clientId === clientId ? { bidAccountId: buyer.accountId } : {}),
    ...(seller.clientId === clientId ? { askAccountId: seller.accountId } : {}),
  };
}

/** What the amendment changed of the fees of the sides that are a client's own (X6). */
export function ownFees(clientId: string, { fees: sides = [] }: Pick<BustCommand, 'fees'>, fees: readonly FeeChange[]) {
  const own = fees.filter((one) => one.clientId === clientId);
  const nameOf = ({ orderId }: FeeChange) => {
    return sides.some((side) => side.isBuy && side.orderId === orderId) ? 'bidFee' : 'askFee';
  };
  return Object.fromEntries(own.map((one) => [nameOf(one), feeText(one.fee)]));
}

/** The fees of a match on the sides of one client; undefined: of both sides. */
export function ownFeeFields({ buyClientId, sellClientId, buyFee, sellFee }: MatchView, clientId?: string) {
  const isOwn = (whose: string) => clientId === undefined || clientId === whose;
  return {
    ...(buyFee !== undefined && isOwn(buyClientId) ? { bidFee: feeText(buyFee) } : {}),
    ...(sellFee !== undefined && isOwn(sellClientId) ? { askFee: feeText(sellFee) } : {}),
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
