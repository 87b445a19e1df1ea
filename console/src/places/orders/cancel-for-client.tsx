import { useMemo, useState } from 'preact/hooks';
import type { Desk } from '../../data/index.ts';
import { Choice, Confirm, Menu, type Node, Picker } from '../../parts/index.ts';
import { countToCancel, findClient, findSecurity } from '../../views/index.ts';

const SIDES = [
  ['', 'buy and sell'],
  ['Buy', 'buy'],
  ['Sell', 'sell'],
] as const;

/** An operator cancels the live orders of a client, all or in a security, in one step (V47). */
export function CancelForClient({ desk, done }: { readonly desk: Desk; readonly done: () => void }): Node {
  const clients = useMemo(() => findClient(desk.session), []);
  const [clientId, setClient] = useState('');
  const [securityid, setSecurity] = useState('');
  const [action, setAction] = useState('');
  const [isAsking, ask] = useState(false);
  const submit = (event: Event) => {
    event.preventDefault();
    ask(true);
  };
  const cancel = async () => {
    const sent = Object.entries({ clientId, securityid, action }).filter(([, value]) => value !== '');
    try {
      const answer = await desk.session.api.call('cancelOrders', Object.fromEntries(sent));
      desk.say('done', `${(answer.cancelledOrders as string[]).length} orders of ${clientId} are cancelled.`);
    } catch (error) {
      desk.sayFailure(error);
    }
    done();
  };
  const counts = () =>
    countToCancel(desk, {
      clientId,
      ...(securityid === '' ? {} : { securityId: securityid }),
      ...(action === '' ? {} : { securityType: action === 'Buy' ? 'Bid' : 'Offer' }),
    });
  const which = action === '' ? 'All its live orders' : `All its live ${action.toLowerCase()} orders`;
  const where = securityid === '' ? 'every security' : desk.securities.titleOf(securityid);
  return (
    <>
      <Menu words="Cancel for a client …" isLeftward>
        <form class="narrow" onSubmit={submit}>
          <Picker label="Client" id="cancel-client" value={clientId} set={setClient} find={clients} required />
          <Picker
            label="Security (may be empty)"
            id="cancel-security"
            value={securityid}
            set={setSecurity}
            find={findSecurity(desk)}
          />
          <Choice label="Side" choices={SIDES} value={action} set={setAction} />
          <button type="submit" class="danger" disabled={clientId === ''}>
            Cancel orders …
          </button>
        </form>
      </Menu>
      {isAsking ? (
        <Confirm
          title={`Cancel orders of ${desk.names.titleOf(clientId)}`}
          yes="Cancel orders"
          isDanger
          counts={counts}
          close={() => ask(false)}
          text={`${which} in ${where} are cancelled in one step.`}
          does={cancel}
        />
      ) : null}
    </>
  );
}
