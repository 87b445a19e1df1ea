/** The trader's page: what trades, at which prices, one's orders, and a ticket. */
import type { Desk } from '../data/index.ts';
import { html, type Node } from '../parts/index.ts';
import { Blocks } from './blocks.ts';
import { Chart } from './chart.ts';
import { Ladder } from './ladder.ts';
import { Orders } from './orders.ts';
import { Positions } from './positions.ts';
import { Quotes } from './quotes.ts';
import { SecurityHeader } from './security-header.ts';
import { Ticket } from './ticket.ts';
import { TimeAndSales } from './time-and-sales.ts';
import { WatchList } from './watch-list.ts';

export function TraderPage({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  return html`<h1 class="unseen">Trade</h1>
  <div class="trader">
    <div class="column left">
      <${WatchList} desk=${desk} />
      <${TimeAndSales} desk=${desk} />
      ${session.may('getPositions') ? html`<${Positions} desk=${desk} />` : null}
    </div>
    <div class="column middle">
      <${SecurityHeader} desk=${desk} />
      <${Chart} desk=${desk} />
      ${session.may('listAtsOrders') ? html`<${Orders} desk=${desk} />` : null}
      ${session.may('getRfqOrders', 'getQuotes') ? html`<${Quotes} desk=${desk} />` : null}
      ${session.may('getBlocks') ? html`<${Blocks} desk=${desk} />` : null}
    </div>
    <div class="column right">
      ${session.may('createOrder') ? html`<${Ticket} desk=${desk} />` : null}
      <${Ladder} desk=${desk} />
    </div>
  </div>`;
}
