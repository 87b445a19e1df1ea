import { useState } from 'preact/hooks';
import type { Desk } from '../data/index.ts';
import { attempt, Confirm, html, type Node, Panel, placeholder, Scroll, TextField, useLoaded } from '../parts/index.ts';
import type { Client } from './client-record.ts';
import { Keys } from './keys.ts';

const SHOWN = 200;

/** Clients and their keys. */
export function Clients({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  const [name, setName] = useState('');
  const [stopped, stop] = useState<Client | undefined>(undefined);
  const [looked, lookAt] = useState<Client | undefined>(undefined);
  const loaded = useLoaded(
    async () => (await session.api.call('getClients', { limit: SHOWN })).clients as Client[],
    [],
    30_000,
  );
  const create = async (event: Event) => {
    event.preventDefault();
    if (await attempt(desk, () => session.api.call('createClient', { name }), `${name} is a client.`)) setName('');
    loaded.again();
  };
  const setActive = async ({ clientId }: Client, active: 'Yes' | 'No') => {
    const fields = { clientId, active, ...(active === 'No' ? { cancelOrders: 'Yes' } : {}) };
    const words =
      active === 'Yes' ? `${clientId} has access again.` : `${clientId} is stopped, its orders are cancelled.`;
    await attempt(desk, () => session.api.call('updateClient', fields), words);
    loaded.again();
  };
  return html`<${Panel} title="Clients and keys" name="clients">
    ${
      placeholder(loaded, 'No clients.') ??
      html`<${Scroll} label="Clients"><table><thead><tr><th scope="col">Client</th><th scope="col">Access</th>
        <th scope="col"><span class="unseen">Actions</span></th></tr></thead>
        <tbody>${loaded.value?.map(
          (client) => html`<tr key=${client.clientId}><th scope="row">${client.name}<small>${client.clientId}${
            client.parentId === client.clientId ? '' : ` of ${client.parentId}`
          }</small></th><td>${client.active === 'Yes' ? '● active' : '■ stopped'}</td>
            <td class="actions"><button type="button" aria-label=${`Keys of ${client.name}`}
                onClick=${() => lookAt(client)}>Keys</button>
              <button type="button" aria-label=${`${client.active === 'Yes' ? 'Stop' : 'Resume'} ${client.name}`}
                onClick=${() => (client.active === 'Yes' ? stop(client) : setActive(client, 'Yes'))}>${
                  client.active === 'Yes' ? 'Stop' : 'Resume'
                }</button></td></tr>`,
        )}</tbody></table></${Scroll}>`
    }
    ${
      session.may('createClient')
        ? html`<form class="inline" onSubmit=${create}><${TextField} label="New client" id="client-name" value=${name}
            set=${setName} /><button type="submit" disabled=${name.trim() === ''}>Create</button></form>`
        : null
    }
    ${looked === undefined ? null : html`<${Keys} desk=${desk} client=${looked} close=${() => lookAt(undefined)} />`}
    ${
      stopped === undefined
        ? null
        : html`<${Confirm} title=${`Stop ${stopped.name}`} yes="Stop it" close=${() => stop(undefined)}
            text="Its keys are refused from now on, and those of the clients below it; their live orders are cancelled."
            does=${() => setActive(stopped, 'No')} />`
    }
  </${Panel}>`;
}
