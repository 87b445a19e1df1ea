/** What happened up to a moment of the past, the newest first. */
import { pathOf, priceText, quantityText, venueTime } from '../../data/index.ts';
import { Empty, Named, type Node, Panel, Scroll } from '../../parts/index.ts';
import type { Replay, ReplayEvent } from './replay.ts';

const SHOWN = 100;

export function Tape({ replay, count }: { readonly replay: Replay; readonly count: number }): Node {
  const shown = replay.events.slice(Math.max(0, count - SHOWN), count).toReversed();
  return (
    <Panel title="Orders and trades" name="replay-tape">
      {shown.length === 0 ? (
        <Empty>Nothing has happened yet. Move the slider on.</Empty>
      ) : (
        <Scroll label="Orders and trades of the replay">
          <table>
            <thead>
              <tr>
                <th scope="col">Time, New York</th>
                <th scope="col">What</th>
                <th scope="col" class="number">
                  Price
                </th>
                <th scope="col" class="number">
                  Shares
                </th>
                <th scope="col">Client</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((event) => (
                <tr key={event.eventSeq}>{cellsOf(event)}</tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Panel>
  );
}

/** Of an order after the event: a trade before it has the shares that were traded. */
const leftText = (remaining: string): string =>
  Number(remaining) === 0 ? 'none left' : `${quantityText(remaining)} left`;

function cellsOf({ time, order, match, market }: ReplayEvent): Node {
  const at = (
    <td>
      <time>{venueTime(Date.parse(time))}</time>
    </td>
  );
  if (match !== undefined) {
    return (
      <>
        {at}
        <td>
          <strong>Trade</strong> <a href={pathOf('trades', match.matchId)}>{match.matchId}</a>
        </td>
        <td class="number">{priceText(match.price)}</td>
        <td class="number">{quantityText(match.quantity)}</td>
        <td>
          <Named id={match.bidClientId} /> from <Named id={match.askClientId} />
        </td>
      </>
    );
  }
  if (order !== undefined) {
    const side = order.action === 'Bid' ? '▲ buy' : '▼ sell';
    return (
      <>
        {at}
        <td>
          {side}, {order.change} <a href={pathOf('orders', order.orderId)}>{order.orderId}</a>
        </td>
        <td class="number">{priceText(order.price)}</td>
        <td class="number">{leftText(order.remaining)}</td>
        <td>
          <Named id={order.clientId} />
        </td>
      </>
    );
  }
  const words = `The market is ${market?.market ?? 'unchanged'}`;
  return (
    <>
      {at}
      <td colspan={4}>{market?.reason ? `${words}: ${market.reason}` : words}</td>
    </>
  );
}
