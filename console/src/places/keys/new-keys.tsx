/** Makes keys: a new one, or one that follows another. */
import { useState } from 'preact/hooks';
import type { Desk, Fields } from '../../data/index.ts';
import { attempt, Choice, Form, type FormField, type Node, TextField } from '../../parts/index.ts';

/** Named lists of scopes (C91); the first: all. */
export const PRESETS = [
  ['', 'All scopes'],
  ['read-only', 'Read only'],
  ['drop-copy', 'Drop copy'],
  ['trading', 'Trading'],
  ['operations', 'Operations'],
] as const;

interface MakeProps {
  readonly desk: Desk;
  /** Gets the answer, which has the key. */
  readonly made: (answer: Fields) => void;
}

export function NewKey({ desk, clientId, made }: MakeProps & { readonly clientId: string }): Node {
  const [preset, choose] = useState('');
  const [name, setName] = useState('');
  const [ends, setEnds] = useState('');
  const send = async () => {
    const expiresAt = ends === '' ? undefined : new Date(ends).toISOString();
    const fields = { clientId, ...(preset && { preset }), ...(name && { name }), ...(expiresAt && { expiresAt }) };
    made(await desk.session.api.call('createApiKey', fields));
  };
  const create = async (event: Event) => {
    event.preventDefault();
    if (!(await attempt(desk, send, ''))) return;
    setName('');
    setEnds('');
  };
  return (
    <form class="inline" onSubmit={create}>
      <TextField label="Name" id="key-name" value={name} set={setName} />
      <Choice label="May" choices={PRESETS} value={preset} set={choose} />
      <label>
        Ends (your time; empty: never)
        <input
          type="datetime-local"
          value={ends}
          onInput={(event: Event) => setEnds((event.target as HTMLInputElement).value)}
        />
      </label>
      <button type="submit" class="primary">
        New key
      </button>
    </form>
  );
}

const OVERLAPS = [
  ['0', 'at once'],
  ['60', 'in an hour'],
  ['1440', 'in a day'],
  ['10080', 'in a week'],
  ['43200', 'in 30 days'],
] as const;
const ROTATE_FIELDS: readonly FormField[] = [
  { name: 'overlapMinutes', label: 'This key ends', kind: 'choice', choices: OVERLAPS },
];

export function Rotate({
  desk,
  keyId,
  made,
  close,
}: MakeProps & { readonly keyId: string; readonly close: () => void }): Node {
  const send = async ({ overlapMinutes }: Fields) =>
    made(await desk.session.api.call('rotateApiKey', { keyId, overlapMinutes: Number(overlapMinutes) }));
  return (
    <Form
      desk={desk}
      name={`rotate-${keyId}`}
      fields={ROTATE_FIELDS}
      start={{ overlapMinutes: '1440' }}
      yes="Rotate"
      send={send}
      close={close}
    />
  );
}
