import { useState } from 'preact/hooks';
import { type Desk, type Fields, instantOf, pathOf, venueDateTime } from '../../data/index.ts';
import {
  AsApiCall,
  attempt,
  Choice,
  ConfirmedActions,
  Email,
  Empty,
  type Fact,
  FormButton,
  Named,
  type Node,
  RecordLink,
  RecordView,
  Section,
  ShownOnce,
  useLoaded,
  When,
} from '../../parts/index.ts';
import {
  ProviderAccounts,
  type Role,
  readRoles,
  readUser,
  readUsers,
  SessionList,
  type User,
} from '../../views/index.ts';
import { stateOf } from './users.tsx';

interface Props {
  readonly desk: Desk;
  readonly id: string;
}

export function UserRecord({ desk, id }: Props): Node {
  const { session } = desk;
  const { value, failure, again } = useLoaded(() => readUser(session, id), []);
  const roles = useLoaded(() => readRoles(session), []).value ?? [];
  // Another operator does these for the reader (P22).
  const isOther = session.capabilities.user?.userId !== id;
  if (value === undefined) return <Empty>{failure ?? 'Reading …'}</Empty>;
  if (value === null) return <Empty>There is no user {id}.</Empty>;
  const { name, lastSeenDate, createdDate, createdBy } = value;
  const facts: readonly Fact[] = [
    ['User id', id],
    ['Client', <RecordLink place="clients" id={value.clientId} />],
    ['E-mail', value.email && <Email address={value.email} />],
    ['Last seen', lastSeenDate === null ? 'never' : <When at={instantOf(lastSeenDate)} />],
    ['Made', <When at={instantOf(createdDate)} />],
    ['Made by', createdBy.startsWith('U') ? <RecordLink place="users" id={createdBy} /> : <Named id={createdBy} />],
  ];
  return (
    <RecordView
      title={name}
      state={stateOf(value)}
      facts={facts}
      actions={
        <>
          <a class="button" href={pathOf('audit-log', '', `userId=${id}`)}>
            Changes it made
          </a>
          {isOther ? <Access desk={desk} user={value} done={again} /> : null}
        </>
      }
    >
      <Section title="Roles">
        <RolesForm
          key={value.roles.join()}
          desk={desk}
          user={value}
          roles={roles}
          mayChange={isOther && session.may('updateUser')}
          done={again}
        />
      </Section>
      {session.may('getSessions') ? (
        <Section title="Sessions">
          <SessionList
            key={JSON.stringify(value)}
            desk={desk}
            userId={id}
            mayEnd={!isOther || session.may('endSession', 'updateUser')}
          />
        </Section>
      ) : null}
      {session.may('getProviderAccounts') ? (
        <Section title="Accounts at providers">
          <ProviderAccounts
            desk={desk}
            userId={id}
            mayRemove={!isOther || session.may('removeProviderAccount', 'updateUser')}
          />
        </Section>
      ) : null}
    </RecordView>
  );
}

interface UserProps {
  readonly desk: Desk;
  readonly user: User;
  readonly done: () => void;
}

const WAITS = 'It waits for a second operator.';

/** The choices for the keys of an operator who leaves (P27). */
function useHeirs({ session }: Desk, user: User): readonly (readonly [string, string])[] {
  const users = useLoaded(async () => (await readUsers(session)).rows, [user.userId]).value ?? [];
  const heirs = users.filter(
    (one) => one.active === 'Yes' && one.roles.includes('operator') && one.userId !== user.userId,
  );
  return [['', 'The keys end'], ...heirs.map((one) => [one.userId, `${one.name} answers for them`] as const)];
}

const KEYS = 'Keys that the user made';

/** Ends and gives access, and makes links. A link is shown this once. */
function Access({ desk, user, done }: UserProps): Node {
  const { session } = desk;
  const { userId, name } = user;
  const [link, show] = useState<Fields | undefined>(undefined);
  const isActive = user.active === 'Yes';
  const heirs = useHeirs(desk, user);
  const change = async (values: Fields = {}) => {
    const next = isActive ? 'No' : 'Yes';
    const words = isActive ? `${name} is inactive.` : `${name} is active, or waits for a second operator.`;
    await attempt(desk, () => session.api.call('updateUser', { userId, active: next, ...values }), words);
    done();
  };
  const makeLink = (purpose: string) => async () => {
    const work = async () => {
      const answer = await session.api.call('inviteUser', { userId, purpose });
      if (answer.signInLink === undefined) desk.say('done', WAITS);
      else show(answer);
    };
    await attempt(desk, work, '');
  };
  const links = [
    {
      words: 'Invite',
      says: `A link lets ${name} store a passkey, once, within three days. An earlier invitation ends.`,
      does: makeLink('invite'),
    },
    {
      words: 'Recover',
      says: `A link for ${name}, within an hour. When it is used, the passkeys and sessions of before end.`,
      does: makeLink('recover'),
    },
  ];
  const access = {
    words: isActive ? 'Deactivate' : 'Activate',
    isDanger: isActive,
    says: isActive ? `The sessions and links of ${name} end at once.` : `${name} can sign in again.`,
    does: () => change(),
  };
  // Whoever can have made keys is asked for separately.
  const hasKeys = isActive && user.roles.includes('operator') && session.may('updateUser');
  const actions = [
    ...(isActive && session.may('inviteUser') ? links : []),
    ...(session.may('updateUser') && !hasKeys ? [access] : []),
  ];
  const until = link && venueDateTime(instantOf(String(link.expiresDate)));
  return (
    <>
      <ConfirmedActions name={name} actions={actions} />
      {hasKeys ? (
        <FormButton
          words="Deactivate"
          title={`Deactivate: ${name}`}
          desk={desk}
          name={`leave-${userId}`}
          fields={[{ name: 'keysTo', label: KEYS, kind: 'choice', choices: heirs, hint: access.says }]}
          yes="Deactivate"
          send={change}
        />
      ) : null}
      {link === undefined ? null : (
        <ShownOnce words={`The link, until ${until} in New York`} text={String(link.signInLink)} />
      )}
    </>
  );
}

interface RolesProps extends UserProps {
  readonly roles: readonly Role[];
  readonly mayChange: boolean;
}

/** All roles of a user are of a client, or all of the operator: those of its side can be chosen. */
function RolesForm({ desk, user, roles, mayChange, done }: RolesProps): Node {
  const { userId } = user;
  const [chosen, choose] = useState(user.roles);
  const side = roles.find(({ role }) => user.roles.includes(role))?.of;
  const [keysTo, handTo] = useState('');
  const heirs = useHeirs(desk, user);
  const leaves = user.roles.includes('operator') && !chosen.includes('operator');
  const handed = leaves && keysTo !== '' ? { keysTo } : {};
  const send = () => desk.session.api.call('updateUser', { userId, roles: chosen, ...handed });
  const save = async (event: Event) => {
    event.preventDefault();
    const words = `The roles of ${user.name} are set, or wait for a second operator.`;
    if (await attempt(desk, send, words)) done();
  };
  const turn = (role: string) =>
    choose(chosen.includes(role) ? chosen.filter((one) => one !== role) : [...chosen, role]);
  const isSame = chosen.length === user.roles.length && user.roles.every((role) => chosen.includes(role));
  return (
    <form onSubmit={save}>
      <fieldset disabled={!mayChange}>
        <legend class="unseen">Roles</legend>
        {roles
          .filter(({ of }) => of === side)
          .map(({ role, title, summary }) => (
            <label key={role} class="check">
              <input type="checkbox" checked={chosen.includes(role)} onChange={() => turn(role)} />{' '}
              <span>
                {title}
                <small class="below">{summary}</small>
              </span>
            </label>
          ))}
      </fieldset>
      {mayChange ? (
        <>
          <p class="hint">Other roles end the sessions of the user.</p>
          {leaves ? <Choice label={KEYS} choices={heirs} value={keysTo} set={handTo} /> : null}
          <div class="buttons">
            <button type="submit" disabled={isSame || chosen.length === 0}>
              Set roles
            </button>
          </div>
          <AsApiCall of={[...chosen, keysTo].join()} work={send} />
        </>
      ) : null}
    </form>
  );
}
