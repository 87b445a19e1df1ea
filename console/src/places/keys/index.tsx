/** The keys of a client, and what each may do. */
import { useMemo, useState } from 'preact/hooks';
import { type Desk, type Fields, go, instantOf, pathOf, useTopic } from '../../data/index.ts';
import {
  attempt,
  Choice,
  Confirm,
  Dialog,
  Empty,
  type Node,
  Panel,
  Picker,
  placeholder,
  RecordLink,
  Rows,
  type RowsColumn,
  ShownOnce,
  TextField,
  useLoaded,
  When,
} from '../../parts/index.ts';
import { findClient } from '../../views/index.ts';
import { NewKey, PRESETS, Rotate } from './new-keys.tsx';

interface Key {
  readonly keyId: string;
  readonly name: string | null;
  /** A user. */
  readonly madeBy: string | null;
  readonly lastUsedDate: string | null;
  readonly expiresAt: string | null;
  readonly master: 'Yes' | 'No';
  /** `*`: all. */
  readonly scopes: string | readonly string[];
  readonly deniedMethods: readonly string[];
  readonly active: 'Yes' | 'No';
  readonly createdDate: string;
  readonly revokedDate: string | null;
}

const CUSTOM = ['', 'Scopes as listed'] as const;

/** Of the client in the address. */
export function Place({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  const clients = useMemo(() => findClient(desk.session), []);
  return (
    <>
      <div class="place-tools">
        <Picker
          label="Client"
          id="keys-client"
          value={id}
          find={clients}
          set={(chosen: string) => go(pathOf('keys', chosen))}
        />
      </div>
      {id === '' ? (
        <Empty>Choose a client to see its keys, or to create one.</Empty>
      ) : (
        <div class="panels">
          <Keys key={id} desk={desk} clientId={id} />
        </div>
      )}
    </>
  );
}

/** What is asked about one of the keys. */
interface Asked {
  readonly about: 'rights' | 'rotate' | 'revoke';
  readonly of: Key;
}

/** A new key is shown this once. */
function Keys({ desk, clientId }: { readonly desk: Desk; readonly clientId: string }): Node {
  const { api, may } = desk.session;
  useTopic(desk.names.changed);
  const client = desk.names.titleOf(clientId);
  const [shown, show] = useState('');
  const [asked, ask] = useState<Asked | undefined>(undefined);
  const loaded = useLoaded(async () => (await api.call('getApiKeys', { clientId })).keys as Key[], []);
  const made = ({ developerAPIKey, pendingAction }: Fields) => {
    if (pendingAction === undefined) show(String(developerAPIKey));
    else desk.say('done', 'It waits for a second operator.');
    loaded.again();
  };
  const revoke = async (keyId: string) => {
    await attempt(desk, () => api.call('revokeApiKey', { keyId }), `${keyId} is revoked.`);
    loaded.again();
  };
  const close = () => ask(undefined);
  return (
    <Panel title={`Keys of ${client}`} name="keys-of" wide>
      {placeholder(loaded, 'No keys.') ?? (
        <Rows
          label="Keys"
          rows={loaded.value ?? []}
          keyOf={({ keyId }) => keyId}
          columns={COLUMNS}
          actions={(key) =>
            actionsOn(desk, key).map(([about, words, said]) => (
              <button
                key={about}
                type="button"
                class={about === 'revoke' ? 'danger' : ''}
                aria-label={`${said} ${key.keyId}`}
                onClick={() => ask({ about, of: key })}
              >
                {words}
              </button>
            ))
          }
        />
      )}
      {asked?.about === 'rights' ? (
        <Rights key={asked.of.keyId} desk={desk} edited={asked.of} done={loaded.again} />
      ) : null}
      {asked?.about === 'rotate' ? (
        <Dialog title={`Rotate ${asked.of.keyId}`} close={close}>
          <p>The new key has the name and the rights of this one. Until this one ends, both may call.</p>
          <Rotate desk={desk} keyId={asked.of.keyId} made={made} close={close} />
        </Dialog>
      ) : null}
      {asked?.about === 'revoke' ? (
        <Confirm
          title={`Revoke ${asked.of.keyId}`}
          yes="Revoke"
          isDanger
          typed="REVOKE"
          close={close}
          text={`Programs of ${client} that use this key stop working at once. It cannot be undone.`}
          does={() => revoke(asked.of.keyId)}
        />
      ) : null}
      {may('createApiKey') ? <NewKey desk={desk} clientId={clientId} made={made} /> : null}
      {shown === '' ? null : <ShownOnce words="The new key" text={shown} />}
    </Panel>
  );
}

/** Each with the methods that it calls. */
const ACTIONS = [
  ['rights', 'Rights', 'Rights of', ['setScopes', 'setMethodPermissions']],
  ['rotate', 'Rotate', 'Rotate', ['rotateApiKey']],
  ['revoke', 'Revoke', 'Revoke', ['revokeApiKey']],
] as const;

const actionsOn = (desk: Desk, { active }: Key) =>
  active === 'Yes' ? ACTIONS.filter(([, , , methods]) => desk.session.may(...methods)) : [];

const COLUMNS: readonly RowsColumn<Key>[] = [
  {
    title: 'Key',
    cell: (key) => (
      <>
        {key.name ?? key.keyId}
        <small class="below">
          {key.name === null ? '' : `${key.keyId} `}
          {stateOf(key)}
        </small>
      </>
    ),
  },
  { title: 'May', cell: (key) => <May {...key} /> },
  { title: 'Made by', cell: ({ madeBy }) => madeBy && <RecordLink place="users" id={madeBy} /> },
  {
    title: 'Last used, New York',
    cell: ({ lastUsedDate }) => (lastUsedDate === null ? 'never' : <When at={instantOf(lastUsedDate)} />),
  },
  { title: 'Ends, New York', cell: ({ expiresAt }) => expiresAt && <When at={Date.parse(expiresAt)} /> },
];

function stateOf({ active, master, revokedDate }: Key): string {
  const state = active === 'Yes' ? '● active' : revokedDate === null ? '○ ended' : '○ revoked';
  return `${state}${master === 'Yes' ? ', master' : ''}`;
}

function May({ scopes, deniedMethods }: Key): Node {
  const scopeText = scopes === '*' ? 'all scopes' : [scopes].flat().join(', ') || 'no scopes';
  return (
    <>
      {scopeText}
      {deniedMethods.length === 0 ? null : <small class="below">not {deniedMethods.join(', ')}</small>}
    </>
  );
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
    await attempt(desk, work, `Permissions of ${keyId} are set, or wait for a second operator.`);
    done();
  };
  return (
    <form onSubmit={save}>
      <Choice label="Preset" choices={[CUSTOM, ...PRESETS.slice(1)]} value={preset} set={choose} />
      <TextField label="Scopes (* is all)" id="key-scopes" value={scopes} set={setScopes} />
      <TextField label="Methods that it may not call" id="key-denied" value={denied} set={setDenied} />
      <div class="buttons">
        <button type="submit">Set rights</button>
      </div>
    </form>
  );
}
