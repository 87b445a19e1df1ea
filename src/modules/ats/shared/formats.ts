/** How the venue's exact integers look outside (C13): strings, numbers of them with six decimals. */
import Type from 'typebox';
import type { Millionths, SecurityView, Shares, Side } from '../../../exchange/api/index.ts';
import { fromMillionths } from '../../shared/values/index.ts';

/** Price times quantity, exact: the product of the two largest values does not fit a JavaScript number. */
export function amountText(price: Millionths, quantity: Shares): string {
  return fromMillionths(BigInt(price) * BigInt(quantity));
}

export function sideText(side: Side): 'Bid' | 'Offer' {
  return side === 'buy' ? 'Bid' : 'Offer';
}

export function yesOrNo(value: boolean): 'Yes' | 'No' {
  return value ? 'Yes' : 'No';
}

/** HH:MM of minutes after midnight. */
export function clockText(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60];
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

/** Where a security is shown. */
export const symbolSchema = Type.Optional(Type.String({ description: 'Of the security (V67), where it has one.' }));

/** In the form of symbolSchema. */
export function symbolField(security: SecurityView | undefined): { readonly symbol?: string } {
  const symbol = security?.reference?.reference.symbol;
  return symbol === undefined ? {} : { symbol };
}

/** Where a match is shown: the time of its event. */
export const eventTimeOfMatch = Type.String({
  description: 'RFC 3339, UTC, with microseconds: that of its event on the stream and in webhooks (V34).',
});

/** Where a match is shown. */
export const blockMark = Type.Optional(Type.Literal('Yes', { description: 'It was a negotiated block (V61).' }));

/** Where a match is shown. */
export const auctionMark = Type.Optional(
  Type.String({ description: 'The auction of the security in which the orders traded (Q16).' }),
);

export function auctionFieldOf(auction: number | null | undefined): { readonly auctionId?: string } {
  return auction === null || auction === undefined ? {} : { auctionId: String(auction) };
}

export function blockFieldOf(isBlock: boolean): { readonly block?: 'Yes' } {
  return isBlock ? { block: 'Yes' } : {};
}
