/** An alert: what was measured, its orders and trades, and what was done about it. */
import { useState } from 'preact/hooks';
import { type Desk, type Fields, instantOf, pathOf, priceText, quantityText, useTopic } from '../../data/index.ts';
import {
  attempt,
  Dialog,
  Empty,
  type Fact,
  Facts,
  Form,
  type FormField,
  Named,
  type Node,
  RecordLink,
  RecordView,
  Rows,
  type RowsColumn,
  Section,
  type Step,
  Timeline,
  useLoaded,
  When,
} from '../../parts/index.ts';
import { severityText } from '../../views/index.ts';
import { type AlertDetails, type Evidence, figureFacts, stateText, whatHappened } from './alert.ts';

type Change = 'Assign' | 'Comment' | 'Close' | 'Reopen';

const comment: FormField = { name: 'comment', label: 'Comment', kind: 'long', required: true };

const FORMS: Readonly<Record<Change, { readonly fields: readonly FormField[]; readonly sent: Fields }>> = {
  Assign: { fields: [{ name: 'assignedTo', label: 'Who looks into it', required: true }], sent: {} },
  Comment: { fields: [comment], sent: {} },
  Close: { fields: [{ ...comment, label: 'Why it is closed' }], sent: { status: 'Closed' } },
  Reopen: { fields: [{ ...comment, label: 'Why it is opened again' }], sent: { status: 'Open' } },
};

export function AlertRecord({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  const { session, securities, names } = desk;
  useTopic(names.changed);
  const { value: alert, failure, again } = useLoaded(() => readOne(desk, id), [id]);
  const [change, setChange] = useState<Change | undefined>(undefined);
  if (alert === undefined) return <Empty>{failure ?? 'Reading …'}</Empty>;
  const update = async (fields: Fields) => {
    await session.api.call('updateAlert', { alertId: id, ...fields });
    again();
  };
  const me = session.capabilities.name;
  const buttons = (
    <>
      {alert.assignedTo === me ? null : (
        <button
          type="button"
          class="primary"
          onClick={() => attempt(desk, () => update({ assignedTo: me }), 'The alert is yours.')}
        >
          Assign to me
        </button>
      )}
      <button type="button" onClick={() => setChange('Assign')}>
        Assign …
      </button>
      <button type="button" onClick={() => setChange('Comment')}>
        Comment …
      </button>
      <button type="button" onClick={() => setChange(alert.status === 'Open' ? 'Close' : 'Reopen')}>
        {alert.status === 'Open' ? 'Close …' : 'Reopen …'}
      </button>
      <a class="button" href={replayOf(alert)}>
        Replay the market
      </a>
    </>
  );
  return (
    <>
      <RecordView
        title={whatHappened(alert, names)}
        about={`Alert ${id}`}
        state={<strong class="state">{stateText(alert.status)}</strong>}
        actions={session.may('updateAlert') ? buttons : undefined}
        facts={factsOf(alert, securities.titleOf(alert.securityId))}
      >
        <Section title="Measured">
          <Facts facts={figureFacts(alert)} />
        </Section>
        <Section title="Orders and trades">
          <EvidenceList evidence={alert.evidence} />
        </Section>
        <Section title="What was done">
          <Timeline steps={stepsOf(alert, names)} />
        </Section>
      </RecordView>
      {change === undefined ? null : (
        <Dialog title={`${change} the alert: ${whatHappened(alert, names)}`} close={() => setChange(undefined)}>
          <Form
            desk={desk}
            name={`alert-${change}-${id}`}
            fields={FORMS[change].fields}
            yes={change}
            send={(values: Fields) => update({ ...FORMS[change].sent, ...values })}
            close={() => setChange(undefined)}
          />
        </Dialog>
      )}
    </>
  );
}

async function readOne({ session }: Desk, alertId: string): Promise<AlertDetails> {
  return (await session.api.call('getAlert', { alertId })).alert as AlertDetails;
}

const REPLAY_BEFORE_MS = 30_000;

/** From half a minute before it happened last. */
function replayOf({ securityId, lastTime }: AlertDetails): string {
  const moment = new Date(instantOf(lastTime) - REPLAY_BEFORE_MS).toISOString();
  return pathOf('market-replay', '', new URLSearchParams({ security: securityId, moment }).toString());
}

function factsOf(alert: AlertDetails, security: string): readonly Fact[] {
  const { clientId, accountId, otherClientId, otherAccountId, assignedTo, firstTime, lastTime } = alert;
  const party = (client: string | null, account: string | null) =>
    client === null ? null : (
      <>
        <RecordLink place="clients" id={client} />
        {account === null ? (
          ''
        ) : (
          <>
            {' '}
            account <Named id={account} />
          </>
        )}
      </>
    );
  return [
    ['Severity', severityText(alert.severity)],
    ['Security', `${security} (${alert.securityId})`],
    ['Client', party(clientId, accountId)],
    ['Other side', party(otherClientId, otherAccountId)],
    ['First', <When at={instantOf(firstTime)} />],
    ['Last', <When at={instantOf(lastTime)} />],
    ['Assigned to', assignedTo ?? 'nobody yet'],
  ];
}

function EvidenceList({ evidence }: { readonly evidence: readonly Evidence[] }): Node {
  return <Rows label="Orders and trades" rows={evidence} keyOf={(_, index) => index} columns={EVIDENCE} />;
}

const EVIDENCE: readonly RowsColumn<Evidence>[] = [
  { title: 'Time, New York', cell: ({ time }) => <When at={instantOf(time)} /> },
  { title: 'What', cell: linkOf },
  { title: 'Price', isNumber: true, cell: ({ price }) => (price === null ? '' : priceText(price)) },
  { title: 'Shares', isNumber: true, cell: ({ quantity }) => (quantity === null ? '' : quantityText(quantity)) },
];

function linkOf({ orderId, matchId }: Evidence): Node | string {
  if (orderId !== null) return <a href={pathOf('orders', orderId)}>Order {orderId}</a>;
  if (matchId === null) return 'Holding';
  return <a href={pathOf('trades', matchId)}>Trade {matchId}</a>;
}

function stepsOf({ actions }: AlertDetails, names: Desk['names']): readonly Step[] {
  return actions.toReversed().map(({ action, clientId, userId, text, time }) => ({
    at: instantOf(time),
    title: `${action}${clientId === null ? ' by the venue' : ` by ${names.titleOf(userId ?? clientId)}`}`,
    text: text ?? '',
    ...(action === 'Closed' ? { kind: 'good' as const } : {}),
  }));
}
