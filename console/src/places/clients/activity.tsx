/** What a client has and does at the venue: use of its limits, positions, keys, users with sessions, webhooks. */
import { type Desk, dollarText, type Fields, instantOf, pathOf, quantityText, sumText } from '../../data/index.ts';
import { Empty, Facts, type Node, placeholder, RecordLink, Rows, useLoaded, When } from '../../parts/index.ts';
import { readUsersOf, SessionList, type User } from '../../views/index.ts';

interface Props {
  readonly desk: Desk;
  readonly clientId: string;
}

const EVERY_MS = 15_000;

interface Key {
  readonly keyId: string;
  readonly name: string | null;
  readonly active: string;
  readonly lastUsedDate: string | null;
}

interface Webhook {
  readonly id: string;
  readonly method: string;
  readonly url: string;
}

/** Live orders and positions by value; of a client without limits use is not counted (V53). */
export function Exposure({ desk, clientId }: Props): Node {
  const { api, may } = desk.session;
  const read = async () => {
    const { version, used } = await api.call('getLimits', { clientId });
    const positions = may('getPositions') ? await api.call('getPositions', { clientId, limit: 500 }) : undefined;
    return { isCounted: version !== 0, used: used as Fields, positions: (positions?.positions ?? []) as Fields[] };
  };
  const loaded = useLoaded(read, [clientId], EVERY_MS);
  const { value } = loaded;
  if (value === undefined) return <Empty>{loaded.failure ?? 'Reading …'}</Empty>;
  const worth = sumText(value.positions.map((position) => String(position.value ?? 0).replace('-', '')));
  const { openOrders, openValue } = value.used;
  const facts = [
    ['Live orders', value.isCounted ? quantityText(Number(openOrders)) : 'counted once limits are set'] as const,
    ['Value of live orders', value.isCounted ? dollarText(Number(openValue).toFixed(2)) : ''] as const,
    ['Positions', `${value.positions.length}, worth ${dollarText(worth)} at the last prices`] as const,
  ];
  return (
    <>
      <Facts facts={facts} />
      <p class="hint">
        <a href={pathOf('orders', '', `f.client=${clientId}`)}>All orders of {clientId}</a>
      </p>
    </>
  );
}

export function Keys({ desk, clientId }: Props): Node {
  const { api } = desk.session;
  const loaded = useLoaded(async () => (await api.call('getApiKeys', { clientId })).keys as Key[], [clientId]);
  return (
    <>
      {placeholder(loaded, 'No keys.') ?? (
        <Rows
          label="Keys"
          rows={loaded.value ?? []}
          keyOf={({ keyId }) => keyId}
          columns={[
            { title: 'Key', cell: ({ keyId, name }) => name ?? keyId },
            { title: 'State', cell: ({ active }) => (active === 'Yes' ? '● active' : '○ ended') },
            {
              title: 'Last used',
              cell: ({ lastUsedDate }) =>
                lastUsedDate === null ? 'never' : <When at={instantOf(String(lastUsedDate))} />,
            },
          ]}
        />
      )}
      <p class="hint">
        <a href={pathOf('keys', clientId)}>Make, limit, rotate and revoke keys</a>
      </p>
    </>
  );
}

/** Each user with the browsers in which it is signed in. */
export function Sessions({ desk, clientId }: Props): Node {
  const { session } = desk;
  const loaded = useLoaded(() => readUsersOf(session, clientId), [clientId]);
  const text = placeholder(loaded, 'No users. Invite one in Users and roles.');
  if (text !== undefined) return text;
  return (
    <>
      {loaded.value?.map(({ userId, name, active }: User) => (
        <div key={userId}>
          <p>
            <RecordLink place="users" id={userId}>
              {name}
            </RecordLink>
            {active === 'Yes' ? '' : '■ no access'}
          </p>
          <SessionList desk={desk} userId={userId} mayEnd={session.may('endSession', 'updateUser')} />
        </div>
      ))}
    </>
  );
}

export function Webhooks({ desk, clientId }: Props): Node {
  const { api } = desk.session;
  const loaded = useLoaded(async () => (await api.call('getWebhooks', { clientId })).webhooks as Webhook[], [clientId]);
  return (
    <>
      {placeholder(loaded, 'No webhooks are registered.') ?? (
        <ul class="plain-list">
          {loaded.value?.map(({ id, method, url }) => (
            <li key={id}>
              <strong>{method}</strong> to {url}
            </li>
          ))}
        </ul>
      )}
      <p class="hint">
        <a href={pathOf('webhooks', '', `f.client=${clientId}`)}>Deliveries</a>
      </p>
    </>
  );
}
