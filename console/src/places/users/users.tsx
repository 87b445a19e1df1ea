import { useMemo } from 'preact/hooks';
import { type Desk, type Fields, go, pathOf } from '../../data/index.ts';
import { FormButton, type FormField, Named, type Node, useLoaded } from '../../parts/index.ts';
import { type Column, Table, times, usePages } from '../../table/index.ts';
import {
  clientColumns,
  findClient,
  type Role,
  readRoles,
  readUsers,
  type User,
  useColumns,
} from '../../views/index.ts';

/** Titles where the roles are read. */
function columnsFor(desk: Desk, roles: readonly Role[]): readonly Column<User>[] {
  return [
    { id: 'name', title: 'Name', width: 160, value: ({ name }) => name, below: (user) => titlesOf(user, roles) },
    { id: 'id', title: 'Id', width: 100, isWideOnly: true, value: ({ userId }) => userId },
    ...clientColumns<User>(desk),
    { id: 'roles', title: 'Roles', width: 180, isWideOnly: true, value: (user) => titlesOf(user, roles) },
    {
      ...{ id: 'access', title: 'Access', width: 100, kind: 'choice', choices: ['Active', 'Inactive'] },
      value: ({ active }) => (active === 'Yes' ? 'Active' : 'Inactive'),
      view: stateOf,
      below: ({ clientId }) => <Named id={clientId} />,
    },
    { id: 'seen', title: 'Last seen', width: 156, isWideOnly: true, ...times('lastSeenDate') },
    { id: 'email', title: 'E-mail', width: 200, isHidden: true, value: ({ email }) => email },
  ];
}

export const stateOf = ({ active }: User): string => (active === 'Yes' ? '● Active' : '■ Inactive');

function titlesOf(user: User, roles: readonly Role[]): string {
  return user.roles.map((name) => roles.find(({ role }) => role === name)?.title ?? name).join(', ');
}

export function Users({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  const list = usePages((from) => readUsers(session, from), []);
  const roles = useLoaded(() => readRoles(session), []).value ?? [];
  const columns = useColumns(desk, () => columnsFor(desk, roles), [roles]);
  const tools = (
    <>
      <a class="button" href={pathOf('users', 'roles')}>
        Roles
      </a>
      {session.may('createUser') ? <Create desk={desk} roles={roles} done={list.again} /> : null}
    </>
  );
  return (
    <Table
      name="users"
      label="Users"
      {...list}
      columns={columns}
      opens
      tools={tools}
      idOf={({ userId }: User) => userId}
      empty={session.may('createUser') ? 'No users. Make the first with “New user …”.' : 'No users.'}
    />
  );
}

interface CreateProps {
  readonly desk: Desk;
  readonly roles: readonly Role[];
  readonly done: () => void;
}

function Create({ desk, roles, done }: CreateProps): Node {
  const find = useMemo(() => findClient(desk.session), []);
  const choices = roles.map(({ role, title, of }) => [role, `${title} (of ${whose(of)})`] as const);
  const fields: readonly FormField[] = [
    { name: 'clientId', label: 'Client', kind: 'record', find, required: true },
    { name: 'name', label: 'Name', required: true },
    { name: 'email', label: 'E-mail', required: true, isSecret: true },
    {
      ...{ name: 'roles', label: 'Role', kind: 'choice', choices: [['', 'Choose'], ...choices], required: true },
      hint: 'Further roles are given in the record of the user.',
    },
  ];
  const send = async ({ roles: role, ...values }: Fields) => {
    const answer = await desk.session.api.call('createUser', { ...values, roles: role ? [role] : [] });
    const user = answer.user as User | undefined;
    done();
    if (user === undefined) return desk.say('done', 'It waits for a second operator.');
    desk.say('done', `${user.name} is a user. An invitation lets the user sign in.`);
    go(pathOf('users', user.userId));
  };
  return <FormButton words="New user" isPrimary desk={desk} name="user" fields={fields} yes="Create" send={send} />;
}

export const whose = (of: Role['of']): string => (of === 'client' ? 'a client' : 'the operator');
