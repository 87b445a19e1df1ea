/** Notices to all clients. */
import type { Desk } from '../../data/index.ts';
import type { Node } from '../../parts/index.ts';
import { SendNotice } from './send-notice.tsx';
import { SentNotices } from './sent-notices.tsx';

export function Place({ desk }: { readonly desk: Desk }): Node {
  return (
    <div class="panels">
      <SendNotice desk={desk} />
      <SentNotices desk={desk} />
    </div>
  );
}
