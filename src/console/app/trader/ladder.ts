/** The depth of a book: a price a row, the best prices in the middle, own shares beside them. */
import type { Level, Side } from 'openats/client';
import { decimalsOf, priceText, quantityText } from '../amounts.ts';
import { useStaleness } from '../connection.ts';
import type { Desk } from '../desk.ts';
import { html, type Node } from '../html.ts';
import { priced } from '../market-data.ts';
import { Empty, Panel, Scroll } from '../parts.ts';
import { useTopic } from '../topic.ts';
import { Contingent } from './watch-list.ts';

const LEVELS_SHOWN = 10;

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

export function Ladder({ desk }: { readonly desk: Desk }): Node {
  const { market, selection, orders } = desk;
  useTopic(market.deepened, market.changed, selection, orders.changed);
  const stale = useStaleness(desk);
  const { bids, offers } = rowsOf(desk);
  const all = [...bids, ...offers];
  const decimals = decimalsOf(all.map(({ price }) => price));
  const largest = Math.max(1, ...all.map(sharesAt));
  const own = orders.at(desk.selected);
  const row = (level: Level, side: 'bid' | 'offer') => {
    const mine = own.get(`${side === 'bid' ? 'Buy' : 'Sell'}:${level.price}`);
    return html`<${LadderRow} key=${`${side}${level.price}`} ...${{ desk, level, side, mine, decimals, largest }} />`;
  };
  const spread = spreadOf(bids[0], offers[0], decimals);
  return html`<${Panel} title="Depth" name="ladder" stale=${stale}>
    ${
      market.offers.depth === 'not offered'
        ? html`<p class="hint">This venue's stream tells no depth: the best price of each side is all there is.</p>`
        : null
    }
    ${
      all.length === 0
        ? html`<${Empty}>Nothing shows in this book.</${Empty}>`
        : html`<${Scroll} label="Depth of the book"><table><thead><tr><th scope="col" class="number">Own</th>
          <th scope="col" class="number">Bid</th><th scope="col" class="number">Price</th>
          <th scope="col" class="number">Offer</th><th scope="col" class="number">Own</th></tr></thead>
        <tbody>${[...offers].reverse().map((level) => row(level, 'offer'))}
          <tr class="spread"><td colspan="5">${spread}</td></tr>
          ${bids.map((level) => row(level, 'bid'))}</tbody></table></${Scroll}>`
    }
  </${Panel}>`;
}

function spreadOf(bid: Level | undefined, offer: Level | undefined, decimals: number): string {
  if (bid === undefined || offer === undefined) return bid === offer ? '' : 'one side only';
  const difference = Number(offer.price) - Number(bid.price);
  return difference < 0 ? 'crossed: conditions stand in the way' : `spread ${difference.toFixed(decimals)}`;
}

interface RowProps {
  readonly desk: Desk;
  readonly level: Level;
  readonly side: 'bid' | 'offer';
  readonly mine: number | undefined;
  readonly decimals: number;
  readonly largest: number;
}

function LadderRow({ desk, level, side, mine, decimals, largest }: RowProps): Node {
  const takes = side === 'bid' ? 'Sell' : 'Buy';
  const price = priceText(level.price, decimals);
  const take = () => desk.propose({ side: takes, price: level.price });
  const style = { '--fill': `${Math.round((sharesAt(level) / largest) * 100)}%` };
  const own = html`<td class="number own">${
    mine === undefined
      ? ''
      : html`<span
    title="Yours">${quantityText(mine)}</span>`
  }</td>`;
  const none = html`<td></td>`;
  const shares = html`<td class=${`number shares ${side}`} style=${style} title=${`${level.orders} orders`}>${
    level.quantity > 0 || level.contingent === undefined ? quantityText(level.quantity) : ''
  }${level.contingent === undefined ? null : html`<${Contingent} quantity=${level.contingent.quantity} />`}</td>`;
  const middle = html`<td class="number price"><button type="button" class=${`plain ${side}`} onClick=${take}
    aria-label=${`${takes} at ${price}`} title=${`${takes} at ${price}`}>${price}</button></td>`;
  return side === 'bid'
    ? html`<tr>${own}${shares}${middle}${none}${none}</tr>`
    : html`<tr>${none}${none}${middle}${shares}${own}</tr>`;
}
