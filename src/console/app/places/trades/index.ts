/** Every side of a match of this client, with its settlement; for an operator those of all clients. */
import { useEffect, useMemo } from 'preact/hooks';
import { type Desk, type Fields, type OwnTrade, tradeOf } from '../../data/index.ts';
import { html, type Node, RecordLink, Side, useStaleness } from '../../parts/index.ts';
import { type Column, dollars, prices, shares, Table, times, useList } from '../../table/index.ts';
import { clientColumns } from '../../views/index.ts';

const SETTLEMENTS: Readonly<Record<string, string>> = {
  PENDING: 'Not settled',
  COMPLETED: 'Settled',
  CANCELED: 'Cancelled',
  BUSTED: 'Busted',
};
const SIGNS: Readonly<Record<string, string>> = { PENDING: '○', COMPLETED: '●', CANCELED: '✕', BUSTED: '✕' };

interface Trade extends OwnTrade {
  readonly orderId: string;
  readonly clientId: string;
  readonly isBlock: boolean;
  /** Empty: its security has none. */
  readonly symbol: string;
}

function readTrade(record: Fields): Trade {
  const trade = tradeOf(record);
  return {
    ...trade,
    orderId: String(trade.side === 'Buy' ? record.bidId : record.askId),
    clientId: String(record.clientId ?? ''),
    isBlock: record.block === 'Yes',
    symbol: String(record.symbol ?? ''),
  };
}

function columnsOf({ securities, session }: Desk): readonly Column<Trade>[] {
  return [
    {
      ...{ id: 'trade', title: 'Trade', width: 90, field: 'tradeId', isWideOnly: true },
      value: ({ tradeId }) => tradeId,
    },
    { id: 'time', title: 'Time', width: 160, isWideOnly: true, field: 'createdDate', ...times('date') },
    { id: 'security', title: 'Security', width: 130, value: ({ securityId }) => securities.titleOf(securityId) },
    { id: 'symbol', title: 'Symbol', width: 80, isHidden: true, field: 'symbol', value: ({ symbol }) => symbol },
    ...clientColumns<Trade>(session),
    {
      id: 'side',
      title: 'Side',
      width: 70,
      kind: 'choice',
      value: ({ side }) => side,
      view: ({ side }) => html`<${Side} side=${side} />`,
      field: 'transactionType',
      choices: ['Buy', 'Sell'],
      sends: { Buy: 'BUY', Sell: 'SELL' },
    },
    { id: 'shares', title: 'Shares', width: 70, field: 'shares', ...shares('quantity') },
    { id: 'price', title: 'Price', width: 80, field: 'sharePrice', ...prices('price') },
    { id: 'amount', title: 'Amount', width: 110, isWideOnly: true, ...dollars('amount') },
    {
      id: 'settlement',
      title: 'Settlement',
      width: 110,
      kind: 'choice',
      isWideOnly: true,
      value: ({ settlement }) => SETTLEMENTS[settlement] ?? settlement,
      view: ({ settlement }) => `${SIGNS[settlement] ?? ''} ${SETTLEMENTS[settlement] ?? settlement}`,
      choices: Object.values(SETTLEMENTS),
    },
    {
      id: 'order',
      title: 'Order',
      width: 90,
      isWideOnly: true,
      value: ({ orderId }) => orderId,
      view: ({ orderId }) => html`<${RecordLink} place="orders" id=${orderId} />`,
    },
    {
      ...{ id: 'account', title: 'Account', width: 110, isHidden: true, field: 'accountId' },
      value: ({ accountId }) => accountId,
    },
    { id: 'kind', title: 'Kind', width: 80, isHidden: true, value: ({ isBlock }) => (isBlock ? 'Block' : 'Book') },
  ];
}

export function Place({ desk }: { readonly desk: Desk }): Node {
  const columns = useMemo(() => columnsOf(desk), [desk.securities.all]);
  const list = useList(desk, { method: 'listAtsTrades', key: 'ats_trades', columns, read: readTrade });
  useEffect(() => desk.orders.tradesChanged.subscribe(list.again), []);
  return html`<${Table} name="trades" label="Trades" ...${list} columns=${columns} stale=${useStaleness(desk)}
    idOf=${({ tradeId, side, orderId }: Trade) => `${tradeId}/${side}/${orderId}`}
    empty="No trades yet. They appear here when an order of yours is matched." />`;
}
