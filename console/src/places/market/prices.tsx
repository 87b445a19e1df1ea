/** Prices and shares of a side of the book, and the change of a day. */
import type { Side as SideOfTop } from '../../client/index.ts';
import { priceText, quantityText } from '../../data/index.ts';
import type { Node } from '../../parts/index.ts';
import { Contingent } from '../../views/index.ts';

/** Of the day, with its sign: colour alone says nothing to some. */
export function Change({ percent }: { readonly percent: number | undefined }): Node {
  if (percent === undefined) return <span></span>;
  const text = Math.abs(percent).toFixed(Math.abs(percent) < 100 ? 1 : 0);
  if (Number(text) === 0) return <span>{text} %</span>;
  return (
    <span class={percent > 0 ? 'bid' : 'offer'}>
      {percent > 0 ? '+' : '−'}
      {text} %
    </span>
  );
}

export function Side({ side, decimals }: { readonly side: SideOfTop | undefined; readonly decimals: number }): Node {
  if (side === undefined) return <span title="No price yet">·</span>;
  if (side === null) return <span title="Nothing shows">–</span>;
  if ('rfq' in side) return <span title="A request for quotes alone">RFQ</span>;
  const shares = quantityText(side.quantity);
  return (
    <>
      <span class="price">{priceText(side.price, decimals)}</span>
      <small>
        {side.quantity > 0 || side.contingent === undefined ? shares : null}
        {side.contingent === undefined ? null : <Contingent quantity={side.contingent.quantity} />}
      </small>
    </>
  );
}
