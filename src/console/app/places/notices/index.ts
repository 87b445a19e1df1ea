/** Notices to all clients. */
import type { Desk } from '../../data/index.ts';
import { html, type Node } from '../../parts/index.ts';
import { SendNotice } from './send-notice.ts';
import { SentNotices } from './sent-notices.ts';

export function Place({ desk }: { readonly desk: Desk }): Node {
  return html`<div class="panels"><${SendNotice} desk=${desk} /><${SentNotices} desk=${desk} /></div>`;
}
