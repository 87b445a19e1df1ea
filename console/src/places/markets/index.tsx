/** Markets of all securities, and the calendar. */
import type { Desk } from '../../data/index.ts';
import type { Node } from '../../parts/index.ts';
import { Calendar } from './calendar.tsx';
import { Markets } from './markets.tsx';

export function Place({ desk }: { readonly desk: Desk }): Node {
  return (
    <div class="panels">
      <Markets desk={desk} />
      {desk.session.may('getMarketCalendar') ? <Calendar desk={desk} /> : null}
    </div>
  );
}
