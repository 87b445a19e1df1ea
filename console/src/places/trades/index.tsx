/** Every side of a match of this client, with its settlement; for an operator those of all clients. */
import { useEffect } from 'preact/hooks';
import { type Desk, dollarText, priceText, quantityText } from '../../data/index.ts';
import { type Node, RecordLink, Side, useStaleness } from '../../parts/index.ts';
import { type Column, dollars, prices, shares, Table, times, useList } from '../../table/index.ts';
import { accountColumn, clientColumns, useColumns } from '../../views/index.ts';
import { kindText, readTrade, SETTLEMENTS, settlementText, type Trade } from './trade.ts';

export { Record } from './record.tsx';

function columnsOf(desk: Desk): readonly Column<Trade>[] {
  const { securities } = desk;
  return [
    {
      ...{ id: 'trade', title: 'Trade', width: 76, field: 'tradeId', isWideOnly: true },
      value: ({ tradeId }) => tradeId,
    },
    { id: 'time', title: 'Time', width: 146, isWideOnly: true, field: 'createdDate', ...times('date') },
    {
      ...{ id: 'security', title: 'Security', width: 120 },
      value: ({ securityId }) => securities.titleOf(securityId),
      below: ({ side, quantity, price }) => (
        <>
          <Side side={side} /> {quantityText(quantity)} @ {priceText(price)}
        </>
      ),
    },
    { id: 'symbol', title: 'Symbol', width: 80, isHidden: true, field: 'symbol', value: ({ symbol }) => symbol },
    ...clientColumns<Trade>(desk),
    {
      ...{ id: 'side', title: 'Side', width: 64, kind: 'choice', isWideOnly: true },
      value: ({ side }) => side,
      view: ({ side }) => <Side side={side} />,
      field: 'transactionType',
      choices: ['Buy', 'Sell'],
      sends: { Buy: 'BUY', Sell: 'SELL' },
    },
    { id: 'shares', title: 'Shares', width: 62, isWideOnly: true, field: 'shares', ...shares('quantity') },
    { id: 'price', title: 'Price', width: 70, isWideOnly: true, field: 'sharePrice', ...prices('price') },
    { id: 'amount', title: 'Amount', width: 96, isWideOnly: true, ...dollars('amount') },
    {
      id: 'settlement',
      title: 'Settlement',
      width: 96,
      kind: 'choice',
      below: ({ amount }) => dollarText(amount),
      value: ({ settlement }) => SETTLEMENTS[settlement] ?? settlement,
      view: settlementText,
      choices: Object.values(SETTLEMENTS),
    },
    {
      id: 'order',
      title: 'Order',
      width: 76,
      isWideOnly: true,
      value: ({ orderId }) => orderId,
      view: ({ orderId }) => <RecordLink place="orders" id={orderId} />,
    },
    accountColumn(desk, { field: 'accountId', isHidden: true, isWideOnly: false }),
    { id: 'kind', title: 'Kind', width: 80, isHidden: true, value: kindText },
  ];
}

export function Place({ desk }: { readonly desk: Desk }): Node {
  const columns = useColumns(desk, () => columnsOf(desk), [desk.securities.all]);
  const list = useList(desk, { method: 'listAtsTrades', key: 'ats_trades', columns, read: readTrade });
  useEffect(() => desk.orders.tradesChanged.subscribe(list.again), []);
  return (
    <Table
      name="trades"
      label="Trades"
      {...list}
      columns={columns}
      stale={useStaleness(desk)}
      opens
      idOf={({ tradeId, side, orderId }: Trade) => `${tradeId}-${side}-${orderId}`}
      empty="No trades yet. They appear here when an order of yours is matched."
    />
  );
}
