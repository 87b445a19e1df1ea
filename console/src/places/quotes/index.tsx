/** Quotes on RFQ orders, and negotiated blocks. */
import type { Desk } from '../../data/index.ts';
import type { Node } from '../../parts/index.ts';
import { SecurityPicker } from '../../views/index.ts';
import { Blocks } from './blocks.tsx';
import { Quotes } from './quotes.tsx';

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  return (
    <>
      <SecurityPicker desk={desk} />
      <div class="panels">
        {session.may('getRfqOrders', 'getQuotes') ? <Quotes desk={desk} /> : null}
        {session.may('getBlocks') ? <Blocks desk={desk} /> : null}
      </div>
    </>
  );
}
