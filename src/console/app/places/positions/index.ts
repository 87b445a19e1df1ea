/** The positions of the client and its accounts (getPositions, V52). */
import { useEffect, useMemo } from 'preact/hooks';
import type { Desk, Fields } from '../../data/index.ts';
import { html, type Node, useLoaded } from '../../parts/index.ts';
import { type Column, Table } from '../../table/index.ts';

interface Position {
  readonly accountId?: string;
  readonly securityId: string;
  readonly quantity: number;
}

const columnsOf = ({ securities }: Desk): readonly Column<Position>[] => [
  {
    id: 'security',
    title: 'Security',
    width: 180,
    value: ({ securityId }) => securities.titleOf(securityId),
  },
  { id: 'account', title: 'Account', width: 120, value: ({ accountId = '' }) => accountId || 'without one' },
  { id: 'shares', title: 'Shares', width: 110, kind: 'number', value: ({ quantity }) => quantity },
];

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { value, failure, again } = useLoaded(() => readPositions(desk), [], 30_000);
  useEffect(() => desk.orders.tradesChanged.subscribe(again), []);
  const columns = useMemo(() => columnsOf(desk), [desk.securities.all]);
  return html`<${Table} name="positions" label="Positions" rows=${value} failure=${failure} columns=${columns}
    idOf=${({ accountId = '', securityId }: Position) => `${accountId}/${securityId}`}
    empty="No positions. They appear after your first trade, once the operator has set limits." />`;
}

async function readPositions({ session }: Desk): Promise<Position[]> {
  const { positions } = (await session.api.call('getPositions')) as Fields & { positions: Position[] };
  return positions;
}
