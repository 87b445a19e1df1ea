/** The depth of a book: one price a row, the best prices in the middle, own shares next to them. */
import type { Level, Side } from '../../client/index.ts';
import type { Desk } from '../../data/index.ts';
import { decimalsOf, priced, priceText, quantityText, useTopic } from '../../data/index.ts';
import { Empty, memo, type Node, Panel, Scroll, useStaleness } from '../../parts/index.ts';
import { Contingent } from '../../views/index.ts';

/** Of each side, whether there are prices for them or not: the best prices stay where they are. */
const LEVELS_SHOWN = 8;
const PLACES = Array.from({ length: LEVELS_SHOWN }, (_, place) => place);

const NONE: ReadonlyMap<string, number> = new Map();

interface Rows {
  readonly bids: readonly Level[];
  readonly offers: readonly Level[];
}

/** Best first on each side. */
function rowsOf({ market, selected }: Desk): Rows {
  const { depth } = market;
  if (depth === undefined) {
    const top = market.tops.get(selected);
    return { bids: levelOf(top?.bid), offers: levelOf(top?.offer) };
  }
  return { bids: depth.bids.slice(0, LEVELS_SHOWN), offers: depth.offers.slice(0, LEVELS_SHOWN) };
}

function levelOf(side: Side | undefined): Level[] {
  return [priced(side) ?? []].flat();
}

const sharesAt = ({ quantity, contingent }: Level): number => quantity + (contingent?.quantity ?? 0);

/** The next of 1, 2, 5, 10, 20 ...: what bars are drawn against changes seldom, and all bars with it. */
function roundedUp(shares: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, shares)));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= shares) ?? shares;
}

export function Ladder({ desk }: { readonly desk: Desk }): Node {
  const { market, selection, orders } = desk;
  useTopic(market.depth === undefined ? market.changed : market.deepened, selection, orders.changed);
  const stale = useStaleness(desk);
  const { bids, offers } = rowsOf(desk);
  const all = [...bids, ...offers];
  const decimals = decimalsOf(all.map(({ price }) => price));
  const largest = roundedUp(Math.max(1, ...all.map(sharesAt)));
  // An operator's list has the orders of all clients.
  const own = desk.session.capabilities.operator ? NONE : orders.at(desk.selected);
  const row = (side: 'bid' | 'offer', levels: readonly Level[]) => (place: number) => (
    <Row
      key={side + place}
      desk={desk}
      side={side}
      decimals={decimals}
      {...shownOf(levels[place], largest)}
      mine={own.get(`${side === 'bid' ? 'Buy' : 'Sell'}:${levels[place]?.price}`)}
    />
  );
  return (
    <Panel title="Depth" name="ladder" stale={stale}>
      {market.offers.depth === 'not offered' ? (
        <p class="hint">This venue's stream has no depth, only the best price of each side.</p>
      ) : null}
      {all.length === 0 ? (
        <Empty>No order shows in this book. Send one with the ticket to show the first price.</Empty>
      ) : (
        <Scroll label="Depth of the book">
          <table class="rows">
            <thead>
              <tr>
                <th scope="col">Own</th>
                <th scope="col" class="number">
                  Bid
                </th>
                <th scope="col" class="middle">
                  Price
                </th>
                <th scope="col">Offer</th>
                <th scope="col" class="number">
                  Own
                </th>
              </tr>
            </thead>
            <tbody>
              {PLACES.toReversed().map(row('offer', offers))}
              <tr class="spread">
                <td colspan={5}>{spreadOf(bids[0], offers[0], decimals)}</td>
              </tr>
              {PLACES.map(row('bid', bids))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Panel>
  );
}

function spreadOf(bid: Level | undefined, offer: Level | undefined, decimals: number): string {
  if (bid === undefined || offer === undefined) return bid === offer ? '' : 'one side only';
  const difference = Number(offer.price) - Number(bid.price);
  return difference < 0 ? 'crossed: conditions stand in the way' : `spread ${difference.toFixed(decimals)}`;
}

/** The plain values of a row. */
interface Shown {
  /** Undefined: the book has no further price. */
  readonly level?: string;
  readonly quantity?: number;
  readonly contingent?: number | undefined;
  readonly count?: number;
  /** Percent of the widest bar. */
  readonly fill?: number;
}

interface RowProps extends Shown {
  readonly desk: Desk;
  readonly side: 'bid' | 'offer';
  readonly mine: number | undefined;
  readonly decimals: number;
}

function shownOf(level: Level | undefined, largest: number): Shown {
  if (level === undefined) return {};
  const { price, quantity, contingent, orders } = level;
  const fill = Math.ceil((sharesAt(level) / largest) * 100);
  return { level: price, quantity, contingent: contingent?.quantity, count: orders, fill };
}

const Row = memo(({ desk, level, side, quantity = 0, contingent, count, fill, mine, decimals }: RowProps) => {
  if (level === undefined)
    return (
      <tr class="none">
        <td colspan={5}></td>
      </tr>
    );
  const takes = side === 'bid' ? 'Sell' : 'Buy';
  const price = priceText(level, decimals);
  const take = () => desk.propose({ side: takes, price: level });
  const ownText = mine === undefined ? '' : quantityText(mine);
  const own = (
    <td class="number own" title={`Yours: ${ownText || 'none'}`}>
      {ownText}
    </td>
  );
  const none = <td></td>;
  const shares = (
    <td
      class={`shares ${side}`}
      style={{ '--fill': `${fill}%` }}
      title={`${count} ${count === 1 ? 'order' : 'orders'}`}
    >
      {quantity > 0 || contingent === undefined ? quantityText(quantity) : ''}
      {contingent === undefined ? null : <Contingent quantity={contingent} />}
    </td>
  );
  const middle = (
    <td class="middle">
      <button
        type="button"
        class={`plain ${side}`}
        onClick={take}
        aria-label={`${takes} at ${price}`}
        title={`${takes} at ${price}`}
      >
        {price}
      </button>
    </td>
  );
  return side === 'bid' ? (
    <tr>
      {own}
      {shares}
      {middle}
      {none}
      {none}
    </tr>
  ) : (
    <tr>
      {none}
      {none}
      {middle}
      {shares}
      {own}
    </tr>
  );
});
