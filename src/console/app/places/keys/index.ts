/** The keys of a client, and what each may do. */
import { useMemo, useState } from 'preact/hooks';
import { type Desk, go, pathOf } from '../../data/index.ts';
import {
  attempt,
  Choice,
  Confirm,
  Empty,
  html,
  type Node,
  Panel,
  Picker,
  placeholder,
  Scroll,
  TextField,
  useLoaded,
} from '../../parts/index.ts';
import { findClient } from '../../views/index.ts';

interface Key {
  readonly keyId: string;
  readonly master: 'Yes' | 'No';
  /** `*`: all. */
  readonly scopes: string | readonly string[];
  readonly deniedMethods: readonly string[];
  readonly active: 'Yes' | 'No';
  readonly createdDate: string;
}

/** Named lists of scopes (C91); the first: all. */
const PRESETS = [
  ['', 'All scopes'],
  ['read-only', 'Read only'],
  ['drop-copy', 'Drop copy'],
  ['trading', 'Trading'],
  ['operations', 'Operations'],
] as const;
const CUSTOM = ['', 'Scopes as listed'] as const;

/** Of the client in the address. */
export function Place({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  const clients = useMemo(() => findClient(desk.session), []);
  return html`<div class="place-tools"><${Picker} label="Client" id="keys-client" value=${id} find=${clients}
      set=${(chosen: string) => go(pathOf('keys', chosen))} /></div>
    ${
      id === ''
        ? html`<${Empty}>Choose a client to see its keys, or to create one.</${Empty}>`
        : html`<div class="panels"><${Keys} key=${id} desk=${desk} clientId=${id} /></div>`
    }`;
}

/** A new key is shown this once. */
function Keys({ desk, clientId }: { readonly desk: Desk; readonly clientId: string }): Node {
  const { session } = desk;
  const [shown, show] = useState('');
  const [edited, edit] = useState<Key | undefined>(undefined);
  const [preset, choose] = useState('');
  const [revoked, askToRevoke] = useState('');
  const loaded = useLoaded(async () => (await session.api.call('getApiKeys', { clientId })).keys as Key[], []);
  const create = async (event: Event) => {
    event.preventDefault();
    const fields = { clientId, ...(preset === '' ? {} : { preset }) };
    const work = async () => show(String((await session.api.call('createApiKey', fields)).developerAPIKey));
    await attempt(desk, work, 'The key was created.');
    loaded.again();
  };
  const revoke = async (keyId: string) => {
    await attempt(desk, () => session.api.call('revokeApiKey', { keyId }), `${keyId} is revoked.`);
    loaded.again();
  };
  return html`<${Panel} title=${`Keys of ${clientId}`} name="keys-of" wide>
    ${
      placeholder(loaded, 'No keys.') ??
      html`<${Scroll} label="Keys"><table><thead><tr><th scope="col">Key</th><th scope="col">May</th>
        <th scope="col"><span class="unseen">Actions</span></th></tr></thead><tbody>${loaded.value?.map(
          (key) => html`<tr key=${key.keyId}><th scope="row">${key.keyId}
            <small>${stateOf(key)}</small></th>
            <td><${May} ...${key} /></td>
            <td class="actions">${
              key.active === 'Yes'
                ? html`<button type="button" aria-label=${`Rights of ${key.keyId}`}
                  onClick=${() => edit(key)}>Rights</button>
                    <button type="button" class="danger" aria-label=${`Revoke ${key.keyId}`}
                      onClick=${() => askToRevoke(key.keyId)}>Revoke</button>`
                : null
            }</td></tr>`,
        )}</tbody></table></${Scroll}>`
    }
    ${
      edited === undefined
        ? null
        : html`<${Rights} key=${edited.keyId} desk=${desk} edited=${edited}
      done=${loaded.again} />`
    }
 ${
   revoked === ''
     ? null
     : html`<${Confirm} title=${`Revoke ${revoked}`} yes="Revoke" close=${() => askToRevoke('')}
            text=${`Programs of ${clientId} that use this key stop working at once. It cannot be undone.`}
            does=${() => revoke(revoked)} />`
 }
    <form class="inline" onSubmit=${create}><${Choice} label="May" choices=${PRESETS} value=${preset} set=${choose} />
      <button type="submit" class="primary">New key</button></form>
    ${shown === '' ? null : html`<p>The new key, shown this once: <code class="secret">${shown}</code></p>`}
  </${Panel}>`;
}

function stateOf({ active, master }: Key): string {
  return `${active === 'Yes' ? '● active' : '○ revoked'}${master === 'Yes' ? ', master' : ''}`;
}

function May({ scopes, deniedMethods }: Key): Node {
  const scopeText = scopes === '*' ? 'all scopes' : [scopes].flat().join(', ') || 'no scopes';
  return html`${scopeText}${
    deniedMethods.length === 0
      ? null
      : html`<small
    class="below">not ${deniedMethods.join(', ')}</small>`
  }`;
}

interface RightsProps {
  readonly desk: Desk;
  readonly edited: Key;
  readonly done: () => void;
}

const namesIn = (text: string): string[] => text.split(/[\s,]+/).filter((name) => name !== '');

function Rights({ desk, edited, done }: RightsProps): Node {
  const { keyId } = edited;
  const [scopes, setScopes] = useState([edited.scopes].flat().join(', '));
  const [preset, choose] = useState('');
  const [denied, setDenied] = useState(edited.deniedMethods.join(', '));
  const save = async (event: Event) => {
    event.preventDefault();
    const { api } = desk.session;
    const work = async () => {
      const listed = { scopes: scopes.trim() === '*' ? '*' : namesIn(scopes) };
      await api.call('setScopes', { keyId, ...(preset === '' ? listed : { preset }) });
      await api.call('setMethodPermissions', { keyId, deniedMethods: namesIn(denied) });
    };
    await attempt(desk, work, `Permissions of ${keyId} are set.`);
    done();
  };
  return html`<form onSubmit=${save}>
    <${Choice} label="Preset" choices=${[CUSTOM, ...PRESETS.slice(1)]} value=${preset} set=${choose} />
    <${TextField} label="Scopes (* is all)" id="key-scopes" value=${scopes} set=${setScopes} />
    <${TextField} label="Methods that it may not call" id="key-denied" value=${denied} set=${setDenied} />
    <div class="buttons"><button type="submit">Set rights</button></div></form>`;
}
