/** Kill switches (V54): of a security, a client, an account, or the venue. */
import { useMemo, useState } from 'preact/hooks';
import { bothTimes, type Desk, type Fields, instantOf, useTopic } from '../../data/index.ts';
import {
  attempt,
  Choice,
  Confirm,
  type Counted,
  type Node,
  Panel,
  Picker,
  placeholder,
  Rows,
  useLoaded,
} from '../../parts/index.ts';
import { countOpenOrders, findAccount, findClient, findSecurity } from '../../views/index.ts';

interface Switch {
  readonly scope: string;
  readonly clientId?: string;
  readonly accountId?: string;
  readonly securityId?: string;
  readonly thrownBy: string;
  readonly reason: string;
  readonly since: string;
}

const SCOPES = [
  ['security', 'a security'],
  ['client', 'a client'],
  ['account', 'an account'],
  ['venue', 'the venue'],
] as const;

const targetOf = ({ scope, clientId, accountId, securityId }: Switch): string =>
  [scope, securityId, clientId, accountId].filter((part) => part !== undefined).join(' ');

/** In words, by name. */
function targetText({ names, securities }: Desk, one: Partial<Switch>): string {
  const { scope, clientId, accountId, securityId } = one;
  const named = [clientId, accountId].flatMap((id) => (id === undefined ? [] : names.titleOf(id)));
  const security = securityId === undefined ? [] : [securities.fullTitleOf(securityId)];
  return [scope, [...security, ...named].join(', ')].join(' ').trim();
}

/** The open orders that it cancels; the names of its target are read for the title, too. */
async function countHit(desk: Desk, { clientId, accountId, securityId }: Partial<Switch>): Promise<Counted> {
  const where = Object.entries({ clientId, accountId, securityId }).filter(([, id]) => id !== undefined);
  await desk.names.load([clientId, accountId].filter((id) => id !== undefined));
  return countOpenOrders(desk, Object.fromEntries(where));
}

/** Its scope in releaseKillSwitch and throwKillSwitch. */
function fieldsOf({ scope, clientId, accountId, securityId }: Partial<Switch>): Fields {
  const fields = { scope, clientId, accountid: accountId, securityid: securityId };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  useTopic(desk.names.changed, desk.securities.changed);
  const loaded = useLoaded(
    async () => (await session.api.call('getKillSwitches')).killSwitches as Switch[],
    [],
    10_000,
  );
  const [wanted, want] = useState<Partial<Switch>>({ scope: 'security' });
  const [isAsking, setAsking] = useState(false);
  const release = async (target: Fields, reason: string) => {
    const done = 'It is released, or waits for a second operator.';
    const undo = () => activate(target, reason);
    await attempt(desk, () => session.api.call('releaseKillSwitch', target), done, undo);
    loaded.again();
  };
  const activate = async (target: Fields, reason: string) => {
    const undo = () => release(target, reason);
    const work = () => session.api.call('throwKillSwitch', { ...target, reason });
    await attempt(desk, work, 'The kill switch is active.', undo);
    loaded.again();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    setAsking(true);
  };
  return (
    <div class="panels">
      <Panel title="Active kill switches" name="switches" wide>
        {placeholder(
          loaded,
          'No active kill switch. Activate one below to cancel the live orders of its target and refuse new ones.',
        ) ?? (
          <Rows
            label="Kill switches"
            rows={loaded.value ?? []}
            keyOf={targetOf}
            columns={[
              {
                title: 'Stops',
                cell: (one) => (
                  <>
                    {targetText(desk, one)}
                    <small class="below">since {bothTimes(instantOf(one.since))}</small>
                  </>
                ),
              },
              { title: 'Reason', cell: ({ reason }) => reason },
              { title: 'By', cell: ({ thrownBy }) => thrownBy },
            ]}
            actions={(one) =>
              one.thrownBy === 'operator' ? (
                <button
                  type="button"
                  aria-label={`Release ${targetText(desk, one)}`}
                  onClick={() => release(fieldsOf(one), one.reason)}
                >
                  Release
                </button>
              ) : null
            }
          />
        )}
        <form class="inline" onSubmit={submit}>
          <Choice label="Stop" choices={SCOPES} value={wanted.scope ?? ''} set={(scope) => want({ scope })} />
          <Target desk={desk} wanted={wanted} want={want} />
          <button type="submit" class="danger">
            Activate …
          </button>
        </form>
        {isAsking ? (
          <Confirm
            title={`Activate the kill switch of ${targetText(desk, wanted)}`}
            reason="Reason, shown to clients"
            yes="Activate"
            isDanger
            counts={() => countHit(desk, wanted)}
            text="They are cancelled in one step and stay cancelled. No new ones are taken until it is released."
            close={() => setAsking(false)}
            does={(reason: string) => activate(fieldsOf(wanted), reason)}
          />
        ) : null}
      </Panel>
    </div>
  );
}

interface TargetProps {
  readonly desk: Desk;
  readonly wanted: Partial<Switch>;
  readonly want: (wanted: Partial<Switch>) => void;
}

function Target({ desk, wanted, want }: TargetProps): Node {
  const { scope = '' } = wanted;
  const clients = useMemo(() => findClient(desk.session), []);
  const accounts = useMemo(() => findAccount(desk), []);
  const props = (name: 'securityId' | 'clientId' | 'accountId') => ({
    id: `switch-${name}`,
    value: wanted[name] ?? '',
    set: (value: string) => want({ ...wanted, [name]: value.trim() }),
  });
  const client = <Picker label="Client" {...props('clientId')} find={clients} required />;
  if (scope === 'security')
    return <Picker label="Security" {...props('securityId')} find={findSecurity(desk)} required />;
  if (scope === 'client') return client;
  if (scope === 'account')
    return (
      <div class="pair">
        {client}
        <Picker label="Account" {...props('accountId')} find={accounts} required />
      </div>
    );
  return <p class="hint">Everything stops.</p>;
}
