/** How the reader signs in: the own sessions, accounts at providers and passkeys. */
import type { Desk } from '../../data/index.ts';
import { html, type Node, Panel } from '../../parts/index.ts';
import { ProviderAccounts, SessionList } from '../../views/index.ts';
import { Passkeys } from './passkeys.ts';

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { user } = desk.session.capabilities;
  return html`<div class="panels"><${Panel} title=${`Sessions of ${user?.name}`} name="sessions" wide>
    <${SessionList} desk=${desk} userId=${user?.userId} mayEnd /></${Panel}>
    ${
      desk.session.may('getProviderAccounts')
        ? html`<${Panel} title="Accounts at providers" name="provider-accounts" wide>
            <${ProviderAccounts} desk=${desk} userId=${user?.userId} mayRemove /></${Panel}>`
        : null
    }
    ${desk.session.may('getPasskeys', 'removePasskey') ? html`<${Passkeys} desk=${desk} />` : null}</div>`;
}
