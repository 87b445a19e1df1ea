/** Fees (X1 to X8): the schedules of the venue, of clients and of securities, and invoices. */
import type { Desk } from '../../data/index.ts';
import type { Node } from '../../parts/index.ts';
import { Invoice } from './invoice.tsx';
import { Schedules } from './schedules.tsx';

export function Place({ desk }: { readonly desk: Desk }): Node {
  return (
    <div class="panels">
      <Schedules desk={desk} />
      <Invoice desk={desk} />
    </div>
  );
}
