import { quantityText } from '../data/index.ts';
import type { Node } from '../parts/index.ts';

/** Shares of orders with a condition, which not everybody can have. */
export function Contingent({ quantity }: { readonly quantity: number }): Node {
  return (
    <span class="contingent" title="Of orders with a condition: all or none, or a minimum">
      {' +'}
      {quantityText(quantity)}
      <abbr title="with a condition">c</abbr>
    </span>
  );
}
