import { formatTimestamp } from '../../calendar/format-time.ts';
import type { BlockView } from './block-commands.ts';
import { priceText, sharesText } from './units.ts';

/** A block as one of its two clients sees it: of the other side neither member nor token. */
export function blockFields(block: BlockView, clientId: string) {
  const { ticket, counterparty } = block;
  const reports = ticket.clientId === clientId;
  return {
    blockId: String(block.blockId),
    securityId: String(ticket.securityId),
    party: reports ? ('Reporter' as const) : ('Counterparty' as const),
    counterpartyId: reports ? counterparty.clientId : ticket.clientId,
    counterpartyAccountId: reports ? counterparty.accountId : null,
    action: (ticket.side === 'buy') === reports ? ('Bid' as const) : ('Offer' as const),
    price: priceText(block.price),
    quantity: sharesText(block.quantity),
    memberId: reports ? ticket.memberId : null,
    accountId: reports ? ticket.accountId : counterparty.accountId,
    token: reports ? ticket.token : null,
    blockStatus: block.status,
    reason: block.reason,
    matchId: block.matchId === null ? null : String(block.matchId),
    reportedDate: formatTimestamp(block.reportedAt),
    expiresDate: formatTimestamp(block.expiresAt),
  };
}
