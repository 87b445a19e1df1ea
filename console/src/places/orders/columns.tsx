/** The columns of a list of orders. */
import { type Desk, type Fields, type OwnOrder, orderOf, priceText, quantityText } from '../../data/index.ts';
import { Side } from '../../parts/index.ts';
import { type Column, dollars, prices, times } from '../../table/index.ts';
import { accountColumn, clientColumns, stateWords, termsOf } from '../../views/index.ts';

export interface ListedOrder extends OwnOrder {
  readonly filled: number;
  readonly filledAmount: string;
  readonly clientId: string;
  readonly token: string;
  /** Empty: its security has none. */
  readonly symbol: string;
}

export function readOrder(record: Fields): ListedOrder {
  return {
    ...orderOf(record),
    filled: Number(record.filledShares),
    filledAmount: String(record.filledAmount),
    clientId: String(record.clientId ?? ''),
    token: String(record.token ?? ''),
    symbol: String(record.symbol ?? ''),
  };
}

const STATUSES = [
  'Pending',
  'Live',
  'Partially Executed',
  'Executed',
  'Cancelled',
  'Partially Executed & Cancelled',
  'Not Approved',
];
const SIGNS: Readonly<Record<string, string>> = {
  Pending: '◌',
  Live: '●',
  'Partially Executed': '◐',
  Executed: '✓',
};

/** With a sign: colour alone says nothing to some. */
export const stateText = (status: string): string => `${SIGNS[status] ?? '✕'} ${stateWords(status)}`;

/** RFQ: it asks for quotes at any price. */
export const priceOf = ({ type, price }: OwnOrder): string =>
  type === 'RFQ' && Number(price) === 0 ? 'RFQ' : priceText(price);

export function columnsOf(desk: Desk): readonly Column<ListedOrder>[] {
  const nameOf = ({ securityId }: ListedOrder) => desk.securities.titleOf(securityId);
  return [
    {
      ...{ id: 'order', title: 'Order', width: 64, field: 'orderId', isWideOnly: true },
      value: ({ orderId }) => orderId,
    },
    { id: 'time', title: 'Time', width: 120, isWideOnly: true, field: 'createdDate', ...times('createdDate') },
    ...clientColumns<ListedOrder>(desk),
    {
      ...{ id: 'security', title: 'Security', width: 116, kind: 'choice', value: nameOf, ...securityChoices(desk) },
      below: (order) => (
        <>
          <Side side={order.side} /> {quantityText(order.quantity)} @ {priceOf(order)}
        </>
      ),
    },
    {
      ...{ id: 'side', title: 'Side', width: 56, kind: 'choice', field: 'securityType', isWideOnly: true },
      ...{ choices: ['Buy', 'Sell'], sends: { Buy: 'Bid', Sell: 'Offer' } },
      value: ({ side }) => side,
      view: ({ side }) => <Side side={side} />,
    },
    {
      ...{ id: 'shares', title: 'Shares', width: 62, kind: 'number', field: 'shares', isWideOnly: true },
      value: ({ quantity }) => quantity,
    },
    {
      ...{ id: 'display', title: 'Shows at once', width: 76, kind: 'number', isHidden: true },
      value: ({ display, quantity }) => display || quantity,
    },
    { id: 'filled', title: 'Filled', width: 62, kind: 'number', isWideOnly: true, value: ({ filled }) => filled },
    {
      ...{ id: 'price', title: 'Price', width: 76, kind: 'number', field: 'sharePrice', isWideOnly: true },
      value: ({ price }) => Number(price),
      text: priceOf,
    },
    { id: 'average', title: 'Average', width: 76, isWideOnly: true, ...prices('averagePrice') },
    { id: 'value', title: 'Filled value', width: 96, isHidden: true, ...dollars('filledAmount') },
    { id: 'terms', title: 'Terms', width: 100, isWideOnly: true, value: termsOf },
    {
      ...{ id: 'state', title: 'State', width: 92, kind: 'choice', field: 'orderStatus' },
      choices: STATUSES.map(stateWords),
      sends: Object.fromEntries(STATUSES.map((status) => [stateWords(status), status])),
      value: ({ status }) => stateWords(status),
      view: ({ status }) => stateText(status),
      below: ({ filled, quantity }) => `${quantityText(filled)} of ${quantityText(quantity)}`,
    },
    accountColumn(desk, { field: 'accountId', isHidden: true, isWideOnly: false }),
    { id: 'symbol', title: 'Symbol', width: 80, isHidden: true, field: 'symbol', value: ({ symbol }) => symbol },
    { id: 'member', title: 'Member', width: 80, isHidden: true, field: 'memberId', value: ({ memberId }) => memberId },
    { id: 'token', title: 'Token', width: 130, isHidden: true, field: 'token', value: ({ token }) => token },
    { id: 'reason', title: 'Reason', width: 160, isHidden: true, value: ({ reason }) => reason },
  ];
}

/** By name for the reader, by id for the venue. */
function securityChoices({ securities }: Desk): Pick<Column<ListedOrder>, 'field' | 'choices' | 'sends'> {
  const { all } = securities;
  return {
    field: 'securityId',
    choices: all.map(({ securityId }) => securities.titleOf(securityId)),
    sends: Object.fromEntries(all.map(({ securityId }) => [securities.titleOf(securityId), securityId])),
  };
}
