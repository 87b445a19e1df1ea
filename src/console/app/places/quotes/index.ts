/** Quotes on RFQ orders, and negotiated blocks. */
import type { Desk } from '../../data/index.ts';
import { html, type Node } from '../../parts/index.ts';
import { SecurityPicker } from '../../views/index.ts';
import { Blocks } from './blocks.ts';
import { Quotes } from './quotes.ts';

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  return html`<${SecurityPicker} desk=${desk} />
  <div class="panels">
    ${session.may('getRfqOrders', 'getQuotes') ? html`<${Quotes} desk=${desk} />` : null}
    ${session.may('getBlocks') ? html`<${Blocks} desk=${desk} />` : null}
  </div>`;
}
