import type { ActionId, EnterCommand, OrderId, OrderTicket, SecurityId } from '../api/index.ts';
import type { UntimedCommand } from '../commands/index.ts';
import type { Scope } from './pending-effects.ts';
import type { VenueRecords } from './venue-records.ts';

/** The book that a command concerns: no effects may be pending there when it is applied (M17). */
export function scopeOf(command: UntimedCommand, records: VenueRecords): Scope {
  switch (command.type) {
    case 'enter':
      return bookOfNew(command, records);
    case 'reportBlock':
      return command.ticket.securityId;
    case 'cancel':
      return bookOfNamed(command, records);
    case 'replace':
      return command.newToken !== undefined && isTokenHeld({ ...command, token: command.newToken }, records)
        ? 'all'
        : bookOfNamed(command, records);
    case 'decide':
    case 'takeQuote':
    case 'firstRefusal':
    case 'quote':
      return bookOfOrder(command.orderId, records);
    case 'replaceQuote':
    case 'acceptQuote':
    case 'endQuote':
      return records.quotes.get(command.quoteId)?.ticket.securityId ?? 'none';
    case 'confirmBlock':
    case 'endBlock':
    case 'blockTimer':
      return records.blocks.get(command.blockId)?.ticket.securityId ?? 'none';
    case 'security':
    case 'securityReference':
    case 'auctionPlan':
    case 'auctionCall':
    case 'uncross':
    case 'halt':
    case 'resume':
    case 'transferRules':
    case 'holdings':
    case 'importEnd':
    case 'transferDue':
    case 'expire':
    case 'referencePrice':
    case 'tenderShares':
      return command.securityId;
    case 'issue':
    case 'takeBack':
    case 'importSettlements':
      return booksOfHolders(command.securityId, records);
    case 'actionDue':
      return ofConversion(command, records) ? 'all' : command.securityId;
    case 'session':
      return command.securityId ?? 'all';
    case 'cancelOrders':
    case 'cancelQuotes':
      return command.filter.securityId ?? 'all';
    case 'notice':
      return booksOfHolders(command.settlement?.buyer.securityId, records);
    case 'announceAction':
    case 'cancelAction':
    case 'continue':
    case 'setFeeSchedule':
    case 'bind':
    case 'id':
    case 'rules':
    case 'clock':
    case 'calendar':
    case 'connectSession':
    case 'cancelAllAfter':
    case 'restarted':
    case 'origins':
    case 'quoteProtection':
      return 'none';
    default:
      return 'all';
  }
}

function bookOfNew({ ticket }: EnterCommand, records: VenueRecords): Scope {
  return ticket.optional?.uniqueToken && isTokenHeld(ticket, records) ? 'all' : ticket.securityId;
}

/** What changes an entry of holders changes what they got by a conversion, too (R13). */
function booksOfHolders(securityId: SecurityId | undefined, { actions }: VenueRecords): Scope {
  if (securityId === undefined) return 'none';
  return actions.hasConverted(securityId) ? 'all' : securityId;
}

function ofConversion(
  { securityId, actionId }: { readonly securityId: SecurityId; readonly actionId: ActionId },
  { actions }: VenueRecords,
): boolean {
  return actions.find(securityId, actionId)?.terms.kind === 'conversion';
}

function bookOfNamed(
  { clientId, orderId, token }: { readonly clientId: string; readonly orderId: OrderId; readonly token?: string },
  records: VenueRecords,
): Scope {
  if (token === undefined) return bookOfOrder(orderId, records);
  // The order that it names by token may depend on pending effects.
  const shared = isTokenHeld({ clientId, token }, records) ? 'all' : 'none';
  return records.orders.withToken(clientId, token)?.ticket.securityId ?? shared;
}

function isTokenHeld({ clientId, token }: Pick<OrderTicket, 'clientId' | 'token'>, { orders }: VenueRecords): boolean {
  return token !== null && orders.countWithToken(clientId, token) > 0;
}

/** An order that is not live is refused at once: pending effects cannot change that. */
function bookOfOrder(orderId: OrderId, { orders }: VenueRecords): Scope {
  return orders.get(orderId)?.ticket.securityId ?? 'none';
}
