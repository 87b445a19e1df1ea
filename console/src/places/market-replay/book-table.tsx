/** The levels of a book of the past, the best prices in the middle. */
import { priceText, quantityText } from '../../data/index.ts';
import { Empty, type Node, Panel } from '../../parts/index.ts';
import { Contingent } from '../../views/index.ts';
import type { Book, Level } from './replay.ts';

const LEVELS_SHOWN = 12;

export function BookTable({ book, title }: { readonly book: Book; readonly title: string }): Node {
  const { bids, offers } = book;
  const rows = (side: 'bid' | 'offer', levels: readonly Level[]) =>
    levels.map((level) => (
      <tr key={side + level.price}>
        <td class="number">{side === 'bid' ? sharesOf(level) : ''}</td>
        <td class={`middle ${side}`}>{priceText(level.price)}</td>
        <td>{side === 'offer' ? sharesOf(level) : ''}</td>
      </tr>
    ));
  return (
    <Panel title={title} name="replay-book">
      {bids.length + offers.length === 0 ? (
        <Empty>Nothing showed in this book.</Empty>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col" class="number">
                Bid
              </th>
              <th scope="col" class="middle">
                Price
              </th>
              <th scope="col">Offer</th>
            </tr>
          </thead>
          <tbody>
            {rows('offer', offers.slice(0, LEVELS_SHOWN).toReversed())}
            <tr class="spread">
              <td colspan={3}>{spreadOf(book)}</td>
            </tr>
            {rows('bid', bids.slice(0, LEVELS_SHOWN))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function sharesOf({ quantity, contingentQuantity }: Level): Node {
  return (
    <>
      {quantity === 0 ? '' : quantityText(quantity)}
      {contingentQuantity === 0 ? null : <Contingent quantity={contingentQuantity} />}
    </>
  );
}

function spreadOf({ bids: [bid], offers: [offer] }: Book): string {
  if (bid === undefined || offer === undefined) return 'one side only';
  return `spread ${(Number(offer.price) - Number(bid.price)).toFixed(2)}`;
}
