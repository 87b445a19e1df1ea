/** The positions of the client and its accounts (getPositions, V52). */
import { useEffect } from 'preact/hooks';
import { centsText, type Desk, dollarText, exactOf, priceText } from '../../data/index.ts';
import { Named, type Node, useLoaded } from '../../parts/index.ts';
import { type Column, prices, summedDollars, Table } from '../../table/index.ts';
import { named, useColumns } from '../../views/index.ts';
import { StatementButton } from './statement.tsx';

interface Position {
  readonly accountId?: string;
  readonly securityId: string;
  readonly quantity: number;
  /** Of a share; null: not known. */
  readonly averageCost: string | null;
  readonly lastPrice: string | null;
  readonly value: string | null;
}

/** In millionths, by the last price; null where it or the cost is not known. */
function profitOf({ quantity, averageCost, lastPrice }: Position): bigint | null {
  if (averageCost === null || lastPrice === null) return null;
  return BigInt(quantity) * (exactOf(lastPrice) - exactOf(averageCost));
}

const dollarsOf = (profit: bigint | null): number | null => (profit === null ? null : Number(profit) / 1_000_000);

function Profit({ profit }: { readonly profit: bigint | null }): Node {
  if (profit === null) return <span>–</span>;
  const text = centsText(profit < 0n ? -profit : profit);
  if (profit === 0n) return <span>{text}</span>;
  return (
    <span class={profit > 0n ? 'bid' : 'offer'}>
      {profit > 0n ? '▲ +' : '▼ −'}
      {text}
    </span>
  );
}

const accountOf = ({ accountId = '' }: Position): string => accountId || 'No account';
const accountView = (position: Position): Node => <Named id={accountOf(position)} />;

const columnsOf = (desk: Desk): readonly Column<Position>[] => [
  {
    ...{ id: 'security', title: 'Security', width: 120, below: accountView },
    value: ({ securityId }) => desk.securities.titleOf(securityId),
  },
  {
    ...named(desk, { id: 'account', title: 'Account', width: 100, isWideOnly: true, value: accountOf }),
    view: accountView,
  },
  {
    ...{ id: 'shares', title: 'Shares', width: 70, kind: 'number', value: ({ quantity }: Position) => quantity },
    below: ({ lastPrice }) => (lastPrice === null ? '' : `@ ${priceText(lastPrice)}`),
  },
  { id: 'cost', title: 'Average cost', width: 90, isWideOnly: true, ...prices('averageCost') },
  { id: 'last', title: 'Last price', width: 90, isWideOnly: true, ...prices('lastPrice') },
  { id: 'value', title: 'Value', width: 110, isWideOnly: true, ...summedDollars('value') },
  {
    ...{ id: 'profit', title: 'Profit', width: 110, kind: 'number' },
    value: (row) => dollarsOf(profitOf(row)),
    text: (row) => dollarsOf(profitOf(row))?.toFixed(2) ?? '–',
    view: (row) => <Profit profit={profitOf(row)} />,
    below: ({ value }) => (value === null ? '' : `of ${dollarText(value)}`),
    sum: (rows) => centsText(rows.reduce((sum, row) => sum + (profitOf(row) ?? 0n), 0n)),
  },
];

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { value, failure, again } = useLoaded(() => readPositions(desk), [], 30_000);
  useEffect(() => desk.orders.tradesChanged.subscribe(again), []);
  const columns = useColumns(desk, () => columnsOf(desk), [desk.securities.all]);
  return (
    <Table
      name="positions"
      label="Positions"
      rows={value}
      failure={failure}
      columns={columns}
      tools={desk.session.may('getStatement') ? <StatementButton desk={desk} /> : null}
      idOf={({ accountId = '', securityId }: Position) => `${accountId}/${securityId}`}
      empty="No positions. They appear after your first trade."
    />
  );
}

const READ_MAX = 5000;

async function readPositions({ session }: Desk): Promise<readonly Position[]> {
  const found: Position[] = [];
  for (let hasMore = true; hasMore && found.length < READ_MAX; ) {
    const answer = await session.api.call('getPositions', { offset: found.length });
    found.push(...(answer.positions as Position[]));
    hasMore = answer.morePositions === 'Yes';
  }
  return found;
}
