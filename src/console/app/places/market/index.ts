/** The market: what trades, at which prices, own orders, and a ticket; for an operator the whole market. */
import { useState } from 'preact/hooks';
import type { Desk } from '../../data/index.ts';
import { html, type Node } from '../../parts/index.ts';
import { Arrange, COLUMNS, layoutNow, type PanelName } from './arrange.ts';
import { Chart } from './chart.ts';
import { Ladder } from './ladder.ts';
import { Orders } from './orders.ts';
import { Overview } from './overview.ts';
import { SecurityHeader } from './security-header.ts';
import { Ticket } from './ticket.ts';
import { TimeAndSales } from './time-and-sales.ts';
import { WatchList } from './watch-list.ts';

type Panels = Readonly<Record<PanelName, (props: { readonly desk: Desk }) => Node | null>>;

/** Orders of an operator's own are an exception: it looks at the market of all clients. */
function panelsOf({ session }: Desk): Partial<Panels> {
  const { operator } = session.capabilities;
  return {
    watch: WatchList,
    'time-and-sales': TimeAndSales,
    security: SecurityHeader,
    chart: Chart,
    ...(operator ? { orders: Overview } : session.may('listAtsOrders') ? { orders: Orders } : {}),
    ...(session.may('createOrder') ? { ticket: Ticket } : {}),
    ladder: Ladder,
  };
}

export function Place({ desk }: { readonly desk: Desk }): Node {
  const [, drawAgain] = useState(0);
  const [panels] = useState(() => panelsOf(desk));
  const layout = layoutNow();
  return html`<div class="trader">${COLUMNS.map(
    (column) => html`<div key=${column} class=${`column ${column}`}>
      ${layout[column].map((name) => {
        const Panel = panels[name];
        return Panel === undefined ? null : html`<${Panel} key=${name} desk=${desk} />`;
      })}
      ${column === 'left' ? html`<${Arrange} changed=${() => drawAgain((count) => count + 1)} />` : null}
    </div>`,
  )}</div>`;
}
