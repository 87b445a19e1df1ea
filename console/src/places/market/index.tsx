/** The market: what trades, at which prices, own orders, and a ticket; for an operator the whole market. */
import { useEffect, useState } from 'preact/hooks';
import { type Desk, setQuery, useAddress } from '../../data/index.ts';
import type { Node } from '../../parts/index.ts';
import { Arrange, COLUMNS, layoutNow, type PanelName } from './arrange.tsx';
import { Chart } from './chart.tsx';
import { Ladder } from './ladder.tsx';
import { Orders } from './orders.tsx';
import { Overview } from './overview.tsx';
import { SecurityHeader } from './security-header.tsx';
import { Ticket } from './ticket.tsx';
import { TimeAndSales } from './time-and-sales.tsx';
import { WatchList } from './watch-list.tsx';

type Panels = Readonly<Record<PanelName, (props: { readonly desk: Desk }) => Node | null>>;

/** An operator looks at the market of all clients, and has no ticket: it sends no orders. */
function panelsOf({ session }: Desk): Partial<Panels> {
  const { operator } = session.capabilities;
  return {
    watch: WatchList,
    'time-and-sales': TimeAndSales,
    security: SecurityHeader,
    chart: Chart,
    ...(operator ? { orders: Overview } : session.may('listAtsOrders') ? { orders: Orders } : {}),
    ...(!operator && session.may('createOrder') ? { ticket: Ticket } : {}),
    ladder: Ladder,
  };
}

export function Place({ desk }: { readonly desk: Desk }): Node {
  const [, drawAgain] = useState(0);
  const [panels] = useState(() => panelsOf(desk));
  const layout = layoutNow();
  const security = useAddress().query.get('security') ?? '';
  useEffect(() => {
    if (security === '') return;
    desk.select(security);
    // The next choice would contradict the address.
    setQuery({ security: undefined });
  }, [security]);
  return (
    <div class="trader">
      {COLUMNS.map((column) => (
        <div key={column} class={`column ${column}`}>
          {layout[column].map((name) => {
            const Panel = panels[name];
            return Panel === undefined ? null : <Panel key={name} desk={desk} />;
          })}
          {column === 'left' ? <Arrange changed={() => drawAgain((count) => count + 1)} /> : null}
        </div>
      ))}
    </div>
  );
}
