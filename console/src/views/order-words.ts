/** Words for orders, as several places have them. */
import { type OwnOrder, quantityText } from '../data/index.ts';

/** As a trading screen has them. */
const STATES: Readonly<Record<string, string>> = {
  Pending: 'Awaits approval',
  Live: 'Working',
  'Partially Executed': 'Partly filled',
  Executed: 'Filled',
  'Partially Executed & Cancelled': 'Partly filled, cancelled',
  'Not Approved': 'Not approved',
};

export const stateWords = (status: string): string => STATES[status] ?? status;

/** The shares of an order that were traded. */
export const filledOf = ({ quantity, remaining }: OwnOrder): number => quantity - remaining;

/** `GTC, all or none, hidden`, `GTC, shows 100` */
export function termsOf(order: OwnOrder): string {
  const { contingency, minimum, display, expiration, expirationDate, expirationTime, isHidden, type } = order;
  const { isNotReduced, askedClients, showsQuotes } = order;
  const till = [`till ${expirationDate}`, ...(expirationTime === null ? [] : [expirationTime])].join(' ');
  const parts = [expiration === 'Other' ? till : expiration];
  if (contingency === 'All or None') parts.push('all or none');
  if (contingency === 'Minimum Quantity') parts.push(`at least ${quantityText(minimum)}`);
  if (display > 0) parts.push(`shows ${quantityText(display)}`);
  if (isHidden) parts.push('hidden');
  if (isNotReduced) parts.push('do not reduce');
  if (type !== 'Limit') parts.push(type);
  if (askedClients.length > 0)
    parts.push(askedClients.length === 1 ? 'asks 1 client' : `asks ${askedClients.length} clients`);
  if (showsQuotes) parts.push('shows its quotes');
  return parts.join(', ');
}
