/** The market: what trades, at which prices, own orders, and a ticket. */
import type { Desk } from '../../data/index.ts';
import { html, type Node } from '../../parts/index.ts';
import { Chart } from './chart.ts';
import { Ladder } from './ladder.ts';
import { Orders } from './orders.ts';
import { SecurityHeader } from './security-header.ts';
import { Ticket } from './ticket.ts';
import { TimeAndSales } from './time-and-sales.ts';
import { WatchList } from './watch-list.ts';

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  return html`<div class="trader">
    <div class="column left">
      <${WatchList} desk=${desk} />
      <${TimeAndSales} desk=${desk} />
    </div>
    <div class="column middle">
      <${SecurityHeader} desk=${desk} />
      <${Chart} desk=${desk} />
      ${session.may('listAtsOrders') ? html`<${Orders} desk=${desk} />` : null}
    </div>
    <div class="column right">
      ${session.may('createOrder') ? html`<${Ticket} desk=${desk} />` : null}
      <${Ladder} desk=${desk} />
    </div>
  </div>`;
}
