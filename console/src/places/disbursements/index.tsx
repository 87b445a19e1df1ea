/** Money that leaves custody accounts (U8): a list, and a record of each with its review. */
import { type Desk, dollarText, type Fields, instantOf, useTopic } from '../../data/index.ts';
import {
  attempt,
  ConfirmedActions,
  Empty,
  type Fact,
  Named,
  type Node,
  RecordLink,
  RecordView,
  Sealed,
  Section,
  Timeline,
  useLoaded,
  When,
} from '../../parts/index.ts';
import { type Column, dollars, Table, useList } from '../../table/index.ts';
import { accountColumn, clientColumns, historySteps, useColumns } from '../../views/index.ts';

interface Disbursement {
  readonly requestId: string;
  readonly accountId: string;
  readonly amount: string;
  readonly type: string;
  readonly status: string;
  readonly created: number;
  readonly clientId: string;
  readonly fields: Fields;
}

function disbursementOf(fields: Fields): Disbursement {
  const text = (name: string) => String(fields[name] ?? '');
  return {
    ...{ requestId: text('requestId'), accountId: text('accountId'), amount: text('amount'), type: text('type') },
    ...{ status: text('status'), created: instantOf(text('createdDate')), clientId: text('clientId'), fields },
  };
}

const TYPES: Readonly<Record<string, string>> = {
  ach: 'ACH',
  wire_domestic: 'Wire, domestic',
  wire_international: 'Wire, international',
};
const words = (status: string): string => status.charAt(0).toUpperCase() + status.slice(1).replaceAll('_', ' ');
const SIGNS: Readonly<Record<string, string>> = { completed: '✓', rejected: '✕', failed: '✕', terminated: '✕' };
const stateText = ({ status }: Disbursement): string => `${SIGNS[status] ?? '◌'} ${words(status)}`;

const REVIEWED = ['in_review', 'processing', 'on_hold'];

/** The statuses that the operator sets: on the button, and from which each is set (U8). */
const MOVES: Readonly<Record<string, readonly [words: string, from: readonly string[]]>> = {
  in_review: ['Take into review', ['pending']],
  processing: ['Process', ['pending', 'in_review']],
  on_hold: ['Put on hold', ['in_review', 'processing']],
  approved: ['Approve', REVIEWED],
  rejected: ['Reject', REVIEWED],
  scheduled: ['Schedule', ['approved']],
  completed: ['Record as completed', ['scheduled']],
  failed: ['Record as failed', ['scheduled']],
  terminated: ['Terminate', ['pending', ...REVIEWED, 'approved', 'scheduled']],
  reopened: ['Reopen', ['rejected', 'failed']],
  pending: ['Begin again', ['reopened']],
};
const STATUSES = Object.fromEntries(Object.keys(MOVES).map((status) => [words(status), status]));

const columnsOf = (desk: Desk): readonly Column<Disbursement>[] => [
  accountColumn(desk, { field: 'accountId', width: 110, isWideOnly: false, below: ({ type }) => TYPES[type] ?? type }),
  { id: 'amount', title: 'Amount', width: 84, ...dollars('amount') },
  {
    ...{ id: 'state', title: 'State', width: 110, kind: 'choice', field: 'status', sends: STATUSES },
    ...{ choices: Object.keys(STATUSES), value: ({ status }: Disbursement) => words(status), view: stateText },
  },
  {
    ...{ id: 'by', title: 'By', width: 140, kind: 'choice', isWideOnly: true },
    value: ({ type }) => TYPES[type] ?? type,
  },
  {
    ...{ id: 'request', title: 'Request', width: 200, field: 'requestId', isWideOnly: true },
    value: ({ requestId }) => requestId,
  },
  {
    ...{ id: 'created', title: 'Requested', width: 150, kind: 'time', field: 'createdDate', isWideOnly: true },
    value: ({ created }) => created,
  },
];

export function Place({ desk }: { readonly desk: Desk }): Node {
  const columns = useColumns(desk, () => [...columnsOf(desk), ...clientColumns<Disbursement>(desk)]);
  const list = useList(
    desk,
    { method: 'getCustodyFundDisbursements', key: 'custodyFundDisbursements', columns, read: disbursementOf },
    30_000,
  );
  return (
    <Table
      name="disbursements"
      label="Disbursements"
      {...list}
      columns={columns}
      opens
      idOf={({ requestId }: Disbursement) => requestId}
      empty="No disbursements. One is asked for on the page of an open custody account."
    />
  );
}

export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  const { session, names } = desk;
  useTopic(names.changed);
  const read = async () =>
    disbursementOf((await session.api.call('readCustodyDisbursement', { requestId: id })).disbursement as Fields);
  const { value: one, failure, again } = useLoaded(read, [id], 15_000);
  if (one === undefined) return <Empty>{failure ?? 'Reading …'}</Empty>;
  const { amount, accountId, status, fields } = one;
  const title = `${dollarText(amount)} of account ${names.titleOf(accountId)}`;
  const move = async (next: string, reason: string) => {
    const sent = { requestId: id, status: next, reason };
    const done = `The disbursement of ${dollarText(amount)} is ${words(next).toLowerCase()}.`;
    await attempt(desk, () => session.api.call('reviewCustodyFundDisbursement', sent), done);
    again();
  };
  const may = session.may('reviewCustodyFundDisbursement');
  const actions = Object.entries(MOVES)
    .filter(([, [, from]]) => may && from.includes(status))
    .map(([next, [verb]]) => ({
      ...{ words: verb, reason: 'Reason, for the operator', does: (reason: string) => move(next, reason) },
      says: `${title}: the state becomes ${words(next).toLowerCase()}.`,
    }));
  const history = fields.history as Fields[];
  return (
    <RecordView
      title={title}
      about={`Disbursement ${id}`}
      state={<strong>{stateText(one)}</strong>}
      facts={factsOf(one)}
      actions={<ConfirmedActions name={dollarText(amount)} actions={actions} />}
    >
      <Section title="What happened">
        {history.length === 0 ? <Empty>It waits for its review.</Empty> : <Timeline steps={historySteps(history)} />}
      </Section>
    </RecordView>
  );
}

/** The account at the bank is covered: others may look at the screen. */
function factsOf({ accountId, type, created, clientId, fields }: Disbursement): readonly Fact[] {
  const sealed = (text: unknown) => (text ? <Sealed text={String(text)} /> : '');
  return [
    ['Account', <RecordLink place="accounts" id={accountId} />],
    ['By', TYPES[type] ?? type],
    ['Bank', String(fields.bankId ?? '')],
    ['Account at the bank', sealed(fields.bankAccountId)],
    ['Instructions', sealed(fields.additionalDetails)],
    ['Client', clientId && <Named id={clientId} />],
    ['Requested', <When at={created} />],
  ];
}
