/** The reader's own sessions. */
import type { Desk } from '../../data/index.ts';
import { html, type Node, Panel } from '../../parts/index.ts';
import { SessionList } from '../../views/index.ts';

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { user } = desk.session.capabilities;
  return html`<div class="panels"><${Panel} title=${`Sessions of ${user?.name}`} name="sessions" wide>
    <${SessionList} desk=${desk} userId=${user?.userId} mayEnd /></${Panel}></div>`;
}
