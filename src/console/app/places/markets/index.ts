/** Markets of all securities, and the calendar. */
import type { Desk } from '../../data/index.ts';
import { html, type Node } from '../../parts/index.ts';
import { Calendar } from './calendar.ts';
import { Markets } from './markets.ts';

export function Place({ desk }: { readonly desk: Desk }): Node {
  return html`<div class="panels"><${Markets} desk=${desk} />
    ${desk.session.may('getMarketCalendar') ? html`<${Calendar} desk=${desk} />` : null}</div>`;
}
