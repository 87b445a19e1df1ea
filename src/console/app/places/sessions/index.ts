/** How the reader signs in: the own sessions and passkeys. */
import type { Desk } from '../../data/index.ts';
import { html, type Node, Panel } from '../../parts/index.ts';
import { SessionList } from '../../views/index.ts';
import { Passkeys } from './passkeys.ts';

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { user } = desk.session.capabilities;
  return html`<div class="panels"><${Panel} title=${`Sessions of ${user?.name}`} name="sessions" wide>
    <${SessionList} desk=${desk} userId=${user?.userId} mayEnd /></${Panel}>
    ${desk.session.may('getPasskeys', 'removePasskey') ? html`<${Passkeys} desk=${desk} />` : null}</div>`;
}
