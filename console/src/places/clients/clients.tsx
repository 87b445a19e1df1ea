import { useState } from 'preact/hooks';
import type { Desk } from '../../data/index.ts';
import { attempt, Menu, type Node, TextField, useLoaded } from '../../parts/index.ts';
import { type Column, Table } from '../../table/index.ts';
import { type Client, named, readClients, useColumns } from '../../views/index.ts';

const columnsOf = (desk: Desk): readonly Column<Client>[] => [
  { id: 'name', title: 'Client', width: 180, value: ({ name }) => name },
  { id: 'id', title: 'Id', width: 110, isWideOnly: true, value: ({ clientId }) => clientId },
  named(desk, {
    ...{ id: 'parent', title: 'Parent', width: 110, isWideOnly: true },
    value: ({ parentId, clientId }: Client) => (parentId === clientId ? null : parentId),
  }),
  {
    id: 'access',
    title: 'Access',
    width: 100,
    kind: 'choice',
    value: ({ active }) => (active === 'Yes' ? 'Active' : 'Stopped'),
    view: ({ active }) => (active === 'Yes' ? '● Active' : '■ Stopped'),
  },
];

export function Clients({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  const { value, failure, again } = useLoaded(() => readClients(session), [], 30_000);
  const columns = useColumns(desk, () => columnsOf(desk));
  const tools = session.may('createClient') ? <Create desk={desk} done={again} /> : null;
  return (
    <Table
      name="clients"
      label="Clients"
      rows={value}
      failure={failure}
      columns={columns}
      opens
      tools={tools}
      idOf={({ clientId }: Client) => clientId}
      empty={session.may('createClient') ? 'No clients. Make the first with “New client …”.' : 'No clients.'}
    />
  );
}

function Create({ desk, done }: { readonly desk: Desk; readonly done: () => void }): Node {
  const [name, setName] = useState('');
  const create = async (event: Event) => {
    event.preventDefault();
    const work = () => desk.session.api.call('createClient', { name });
    if (await attempt(desk, work, `${name} is a client.`)) setName('');
    done();
  };
  return (
    <Menu words="New client …" isLeftward>
      <form class="narrow" onSubmit={create}>
        <TextField label="Name of the client" id="client-name" value={name} set={setName} />
        <button type="submit" class="primary" disabled={name.trim() === ''}>
          Create
        </button>
      </form>
    </Menu>
  );
}
