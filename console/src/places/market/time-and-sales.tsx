/** Time and sales. */

import type { Desk, Trade } from '../../data/index.ts';
import { bothTimes, decimalsOf, priceText, quantityText, useTopic, venueTime } from '../../data/index.ts';
import { Empty, LongTable, memo, type Node, Panel, useStaleness } from '../../parts/index.ts';

const HEAD = (
  <>
    <th scope="col">Time, NY</th>
    <th scope="col">Side</th>
    <th scope="col" class="number">
      Price
    </th>
    <th scope="col" class="number">
      Shares
    </th>
  </>
);

export function TimeAndSales({ desk }: { readonly desk: Desk }): Node {
  const { market, selection } = desk;
  useTopic(market.traded, selection);
  const stale = useStaleness(desk);
  const trades = market.tradesOf(desk.selected);
  const decimals = decimalsOf(trades.map(({ price }) => price));
  return (
    <Panel title="Time and sales" name="time-and-sales" stale={stale}>
      {market.offers.trades === 'not offered' ? (
        <Empty>This venue's stream has no trades.</Empty>
      ) : trades.length === 0 ? (
        <Empty>
          {market.hasEarlierTrades
            ? 'No trade today.'
            : `No trade since ${venueTime(market.since)}, when this page was opened.`}
        </Empty>
      ) : (
        <LongTable
          key={desk.selected}
          label="Trades"
          head={HEAD}
          rows={trades}
          row={({ id, ...trade }: Trade) => <Row key={id} {...trade} decimals={decimals} />}
        />
      )}
    </Panel>
  );
}

const SIDES = { Buy: '▲ Buy', Sell: '▼ Sell' } as const;

interface RowProps {
  readonly at: number;
  readonly price: string;
  readonly quantity: number;
  readonly side: 'Buy' | 'Sell' | null;
  readonly block: boolean;
  readonly auctionId: string;
  readonly busted: boolean;
  readonly adjusted: boolean;
  readonly decimals: number;
}

const Row = memo(({ at, price, quantity, side, block, auctionId, busted, adjusted, decimals }: RowProps) => {
  return (
    <tr class={busted ? 'busted' : ''}>
      <td>
        <time title={bothTimes(at)}>{venueTime(at)}</time>
      </td>
      <td class={side === 'Buy' ? 'text bid' : side === 'Sell' ? 'text offer' : 'text'}>
        {side === null ? '' : SIDES[side]}
        {block ? (
          <span class="tag" title="A negotiated block">
            block
          </span>
        ) : null}
        {auctionId === '' ? null : (
          <span class="tag" title={`Auction ${auctionId} of this security`}>
            auction
          </span>
        )}
        {busted ? (
          <span class="tag" title="Taken back by the operator">
            busted
          </span>
        ) : null}
        {adjusted ? (
          <span class="tag" title="Price or shares corrected by the operator">
            corrected
          </span>
        ) : null}
      </td>
      <td class="number">{priceText(price, decimals)}</td>
      <td class="number">{quantityText(quantity)}</td>
    </tr>
  );
});
