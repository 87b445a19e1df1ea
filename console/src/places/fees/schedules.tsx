import { useState } from 'preact/hooks';
import { type Desk, type Fields, useTopic, venueTomorrow } from '../../data/index.ts';
import {
  Choice,
  ConfirmedActions,
  Empty,
  FormButton,
  type FormField,
  type Node,
  Panel,
  Picker,
  Rows,
  useLoaded,
} from '../../parts/index.ts';
import { findClient, findSecurity } from '../../views/index.ts';
import {
  type FeeSchedule,
  ROLE_WORDS,
  ROLES,
  type Role,
  rateWords,
  readSchedule,
  type Schedule,
  type Scope,
  scheduleOf,
  startOf,
} from './schedule.ts';

type Whose = 'venue' | 'client' | 'security';

/** undefined: its record is still to be chosen. A client looks at no other client's schedule than its own. */
function scopeOf(whose: Whose, chosen: string, isOperator: boolean): Scope | undefined {
  if (whose === 'venue') return {};
  if (whose === 'client' && !isOperator) return { own: 'Yes' };
  if (chosen === '') return undefined;
  return whose === 'client' ? { clientId: chosen } : { securityid: chosen };
}

/** The schedule of a scope: the one in force, those that wait for their day, and the form of the next one. */
export function Schedules({ desk }: { readonly desk: Desk }): Node {
  const { session, securities } = desk;
  useTopic(securities.changed);
  const { operator } = session.capabilities;
  const [whose, setWhose] = useState<Whose>('venue');
  const [chosen, choose] = useState('');
  const pick = (next: Whose) => {
    setWhose(next);
    choose('');
  };
  const scope = scopeOf(whose, chosen, operator);
  const loaded = useLoaded(
    () => (scope === undefined ? Promise.resolve(undefined) : readSchedule(desk, scope)),
    [whose, chosen],
  );
  const find = whose === 'client' ? findClient(session) : findSecurity(desk);
  const mayPick = whose === 'security' || (whose === 'client' && operator);
  return (
    <Panel title="Fees of orders" name="fee-schedules">
      <div class="pair">
        <Choice
          label="Of"
          choices={[
            ['venue', 'the venue'],
            ['client', operator ? 'a client' : 'your own'],
            ['security', 'a security'],
          ]}
          value={whose}
          set={pick}
        />
        {mayPick ? (
          <Picker
            label={whose === 'client' ? 'Client' : 'Security'}
            id="fees-of"
            value={chosen}
            find={find}
            set={choose}
          />
        ) : null}
      </div>
      {scope !== undefined && loaded.value === undefined ? <Empty>{loaded.failure ?? 'Reading …'}</Empty> : null}
      {scope === undefined || loaded.value === undefined ? null : (
        <Shown desk={desk} scope={scope} known={loaded.value} again={loaded.again} />
      )}
    </Panel>
  );
}

interface ShownProps {
  readonly desk: Desk;
  readonly scope: Scope;
  readonly known: FeeSchedule;
  readonly again: () => void;
}

function Shown({ desk, scope, known, again }: ShownProps): Node {
  const { versionInForce, schedule, pending } = known;
  const none = Object.keys(scope).length === 0 ? 'Orders pay no fees.' : 'None: that of the venue counts.';
  return (
    <>
      <h3 class="within">{versionInForce === null ? 'Now' : `Now: version ${versionInForce}`}</h3>
      {schedule === null ? <p>{none}</p> : <Rates label="Fees in force" schedule={schedule} />}
      {pending.map(({ version, effectiveDate, schedule: next }) => (
        <div key={version}>
          <h3 class="within">
            From {effectiveDate}: version {version}
          </h3>
          {next === null ? <p>No schedule.</p> : <Rates label={`Fees from ${effectiveDate}`} schedule={next} />}
        </div>
      ))}
      {desk.session.may('setFeeSchedule') ? <Change desk={desk} scope={scope} known={known} again={again} /> : null}
    </>
  );
}

const RATE_TITLES = ['A share', 'Of the value', 'An order at least', 'An order at most'];

function Rates({ label, schedule }: { readonly label: string; readonly schedule: Schedule }): Node {
  const cells = (role: Role) => {
    const rate = schedule[role];
    return rate === undefined ? ['nothing', '', '', ''] : rateWords(rate);
  };
  return (
    <Rows
      label={label}
      rows={ROLES}
      keyOf={(role) => role}
      columns={[
        { title: 'Role', cell: (role) => ROLE_WORDS[role] },
        ...RATE_TITLES.map((title, index) => ({ title, isNumber: true, cell: (role: Role) => cells(role)[index] })),
      ]}
    />
  );
}

const PARTS = [
  ['perShare', '$ a share', 'money'],
  ['percent', '% of the value', 'percent'],
  ['minimum', '$ an order at least', 'money'],
  ['maximum', '$ an order at most', 'money'],
] as const;

const FIELDS: readonly FormField[] = [
  { name: 'effectiveDate', label: 'From the opening of', kind: 'date', required: true, hint: 'Later than today.' },
  ...ROLES.flatMap((role) =>
    PARTS.map(([name, words, kind]): FormField => {
      return { name: `${role}.${name}`, label: `${ROLE_WORDS[role]}, ${words}`, kind };
    }),
  ),
];

/** A version belongs to the one that its writer saw. */
function Change({ desk, scope, known, again }: ShownProps): Node {
  const { version, schedule, pending } = known;
  const newest = pending.at(-1)?.schedule ?? schedule;
  const call = async (fields: Fields) => {
    const answer = await desk.session.api.call('setFeeSchedule', { ...scope, ...fields, expectedVersion: version });
    const isSet = answer.feeSchedule !== undefined;
    desk.say('done', isSet ? 'The new fees are set.' : 'It waits for a second operator.');
    again();
  };
  const send = ({ effectiveDate, ...values }: Fields) => call({ effectiveDate, schedule: scheduleOf(values) });
  const key = `${scope.clientId ?? scope.securityid ?? 'venue'}-${version}`;
  const end = {
    words: 'End',
    says: 'From tomorrow on there is no such schedule. Orders that have executed before keep it.',
    isDanger: true,
    does: () => call({ none: 'Yes', effectiveDate: venueTomorrow() }),
  };
  return (
    <p class="buttons">
      <FormButton
        desk={desk}
        words="New version"
        title="New fees of orders"
        name={`fees-${key}`}
        fields={FIELDS}
        start={startOf(newest)}
        yes="Set"
        send={send}
        isPrimary
      />
      {schedule === null ? null : <ConfirmedActions name={`fees of ${key}`} actions={[end]} />}
    </p>
  );
}
