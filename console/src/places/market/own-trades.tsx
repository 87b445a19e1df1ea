/** One's own sides of matches, and what became of their settlement. */

import type { Desk } from '../../data/index.ts';
import { decimalsOf, instantOf, moneyText, priceText, quantityText, useTopic } from '../../data/index.ts';
import { Empty, type Node, Scroll, When } from '../../parts/index.ts';

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
    <Scroll label="Own trades">
      <table>
        <thead>
          <tr>
            <th scope="col">Trade</th>
            <th scope="col">Side</th>
            <th scope="col" class="number">
              Shares
            </th>
            <th scope="col" class="number">
              Price
            </th>
            <th scope="col" class="number">
              Amount
            </th>
            <th scope="col">Settlement</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {trades.map((one) => (
            <tr key={`${one.tradeId}${one.side}`}>
              <th scope="row">
                {desk.securities.titleOf(one.securityId)}
                <small>{one.tradeId}</small>
              </th>
              <td class={one.side === 'Buy' ? 'bid' : 'offer'}>{one.side === 'Buy' ? '▲ Buy' : '▼ Sell'}</td>
              <td class="number">{quantityText(one.quantity)}</td>
              <td class="number">
                {priceText(one.price, decimals)}
                {one.isAdjusted ? (
                  <span class="tag" title="Price or shares corrected by the operator">
                    corrected
                  </span>
                ) : null}
              </td>
              <td class="number">{moneyText(one.amount)}</td>
              <td>{SETTLEMENTS[one.settlement] ?? one.settlement}</td>
              <td>
                <When at={instantOf(one.date)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
