/** One's own sides of matches, and what became of their settlement. */

import type { Desk } from '../../data/index.ts';
import { decimalsOf, instantOf, moneyText, priceText, quantityText, useTopic } from '../../data/index.ts';
import { Empty, type Node, Rows, Side, When } from '../../parts/index.ts';

const SETTLEMENTS: Readonly<Record<string, string>> = {
  PENDING: '○ not settled',
  COMPLETED: '● settled',
  CANCELED: '✕ canceled',
  BUSTED: '✕ busted',
};

export function OwnTrades({ desk }: { readonly desk: Desk }): Node {
  useTopic(desk.orders.tradesChanged);
  const { trades } = desk.orders;
  if (!desk.session.may('listAtsTrades')) return <Empty>This key may not see trades.</Empty>;
  if (trades.length === 0) return <Empty>No trades yet. They appear here when an order of yours is matched.</Empty>;
  const decimals = decimalsOf(trades.map(({ price }) => price));
  return (
    <Rows
      label="Own trades"
      rows={trades}
      keyOf={({ tradeId, side }) => `${tradeId}${side}`}
      columns={[
        {
          title: 'Trade',
          cell: ({ securityId, tradeId }) => (
            <>
              {desk.securities.titleOf(securityId)}
              <small>{tradeId}</small>
            </>
          ),
        },
        { title: 'Side', cell: ({ side }) => <Side side={side} /> },
        { title: 'Shares', isNumber: true, cell: ({ quantity }) => quantityText(quantity) },
        {
          ...{ title: 'Price', isNumber: true },
          cell: ({ price, isAdjusted }) => (
            <>
              {priceText(price, decimals)}
              {isAdjusted ? (
                <span class="tag" title="Price or shares corrected by the operator">
                  corrected
                </span>
              ) : null}
            </>
          ),
        },
        { title: 'Amount', isNumber: true, cell: ({ amount }) => moneyText(amount) },
        { title: 'Settlement', cell: ({ settlement }) => SETTLEMENTS[settlement] ?? settlement },
        { title: 'Time, New York', cell: ({ date }) => <When at={instantOf(date)} /> },
      ]}
    />
  );
}
