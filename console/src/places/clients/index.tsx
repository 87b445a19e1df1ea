/** Clients with their access, limits, exposure, keys, users with sessions, and webhooks. */
import { useState } from 'preact/hooks';
import { type Desk, pathOf } from '../../data/index.ts';
import { attempt, Confirm, Empty, Named, type Node, RecordView, Section, useLoaded } from '../../parts/index.ts';
import { type Client, countOpenOrders, readClients } from '../../views/index.ts';
import { Exposure, Keys, Sessions, Webhooks } from './activity.tsx';
import { Clients } from './clients.tsx';
import { ClientLimits } from './limits.tsx';
import { PaymentLimits } from './payment-limits.tsx';

export function Place({ desk }: { readonly desk: Desk }): Node {
  return <Clients desk={desk} />;
}

const PARTS = [
  { title: 'Exposure', needs: ['getLimits'], Part: Exposure },
  { title: 'Keys', needs: ['getApiKeys'], Part: Keys },
  { title: 'Users and sessions', needs: ['getUsers', 'getSessions'], Part: Sessions },
  { title: 'Webhooks', needs: ['getWebhooks'], Part: Webhooks },
] as const;

export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  const { session } = desk;
  const { value, failure, again } = useLoaded(() => readClients(session), []);
  const [isStopping, stop] = useState(false);
  const client = value?.find(({ clientId }) => clientId === id);
  if (client === undefined)
    return <Empty>{failure ?? (value === undefined ? 'Reading …' : `There is no client ${id}.`)}</Empty>;
  const { name, parentId, active } = client;
  const setActive = async (next: Client['active']) => {
    const fields = { clientId: id, active: next, ...(next === 'No' ? { cancelOrders: 'Yes' } : {}) };
    const words = next === 'Yes' ? `${id} has access again.` : `${id} is stopped, its orders are cancelled.`;
    const undo = () => setActive(next === 'Yes' ? 'No' : 'Yes');
    await attempt(desk, () => session.api.call('updateClient', fields), words, undo);
    again();
  };
  const isActive = active === 'Yes';
  const actions = (
    <>
      <button type="button" class={isActive ? 'danger' : ''} onClick={() => (isActive ? stop(true) : setActive('Yes'))}>
        {isActive ? 'Stop' : 'Resume'}
      </button>
      <a class="button" href={pathOf('keys', id)}>
        Keys
      </a>
      <a class="button" href={pathOf('orders', '', `f.client=${id}`)}>
        Orders
      </a>
    </>
  );
  const facts = [['Client id', id] as const, ['Parent', parentId === id ? '' : <Named id={parentId} />] as const];
  return (
    <>
      <RecordView title={name} state={isActive ? '● Active' : '■ Stopped'} actions={actions} facts={facts}>
        {PARTS.filter(({ needs }) => session.may(...needs)).map(({ title, Part }) => (
          <Section key={title} title={title}>
            <Part desk={desk} clientId={id} />
          </Section>
        ))}
        {session.may('getLimits', 'setLimits') ? (
          <Section title="Limits">
            <ClientLimits desk={desk} clientId={id} />
          </Section>
        ) : null}
        {session.may('getPaymentLimits') ? <PaymentLimits desk={desk} clientId={id} /> : null}
      </RecordView>
      {isStopping ? (
        <Confirm
          title={`Stop ${name}`}
          yes="Stop the client"
          isDanger
          counts={() => countOpenOrders(desk, { clientId: id })}
          close={() => stop(false)}
          text="Its keys are refused from now on, and those of the clients below it; their live orders are cancelled."
          does={() => setActive('No')}
        />
      ) : null}
    </>
  );
}
