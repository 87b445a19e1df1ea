/** A custody account: its states, the money that goes in and out, and what can be done. */
import type { MethodName } from '../../client/index.ts';
import { type Desk, dollarText, type Fields, instantOf, useTopic } from '../../data/index.ts';
import {
  attempt,
  ConfirmedActions,
  Empty,
  type Fact,
  FormButton,
  type FormField,
  Named,
  type Node,
  placeholder,
  RecordLink,
  RecordView,
  Section,
  Timeline,
  useLoaded,
  When,
} from '../../parts/index.ts';
import { CheckState, historySteps, PaymentList } from '../../views/index.ts';
import { type CustodyAccount, readCustodyAccount, stateText } from './custody-account.ts';

export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  useTopic(desk.names.changed);
  const { value: one, failure, again } = useLoaded(() => readCustodyAccount(desk, id), [id], 15_000);
  if (one === undefined) return <Empty>{failure ?? 'Reading …'}</Empty>;
  const { accountId, history } = one;
  return (
    <RecordView
      title={`Custody account of ${desk.names.titleOf(accountId)}`}
      about={`Request ${id}`}
      state={<strong>{stateText(one)}</strong>}
      facts={factsOf(one)}
      actions={<Actions desk={desk} one={one} again={again} />}
    >
      <PaymentList desk={desk} title="Deposits" of={{ accountId, rail: 'CUSTODY' }} />
      {desk.session.may('getCustodyFundDisbursements') ? <Disbursements desk={desk} accountId={accountId} /> : null}
      <Section title="What happened">
        {history.length === 0 ? <Empty>It waits for the operator.</Empty> : <Timeline steps={historySteps(history)} />}
      </Section>
    </RecordView>
  );
}

function factsOf({ accountId, request, isRestricted, reason, notes, clientId, created }: CustodyAccount) {
  const facts: readonly Fact[] = [
    ['Account', <RecordLink place="accounts" id={accountId} />],
    ['Request', <CheckState status={request} />],
    ['Restricted', isRestricted ? 'Yes' : 'No'],
    ['Reason', reason],
    ['Notes of the client', notes],
    ['Client', clientId && <Named id={clientId} />],
    ['Requested', <When at={created} />],
  ];
  return facts;
}

interface PartProps {
  readonly desk: Desk;
  readonly accountId: string;
}

const SHOWN = 100;

interface Disbursement {
  readonly requestId: string;
  readonly amount: string;
  readonly type: string;
  readonly status: string;
  readonly createdDate: string;
}

function Disbursements({ desk, accountId }: PartProps): Node {
  const read = async () => {
    const fields = { filter: JSON.stringify({ accountId }), limit: SHOWN };
    const answer = await desk.session.api.call('getCustodyFundDisbursements', fields);
    return answer.custodyFundDisbursements as Disbursement[];
  };
  const loaded = useLoaded(read, [accountId], 15_000);
  return (
    <Section title="Disbursements">
      {placeholder(loaded, 'Disbursements from this account appear here.') ?? (
        <ul class="plain-list flush">
          {loaded.value?.map(({ requestId, amount, type, status, createdDate }) => (
            <li key={requestId}>
              <RecordLink place="disbursements" id={requestId}>
                {dollarText(String(amount))}
              </RecordLink>
              <small>
                {`${type}, ${status}`.replaceAll('_', ' ')}, <When at={instantOf(String(createdDate))} />
              </small>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

interface ActionsProps {
  readonly desk: Desk;
  readonly one: CustodyAccount;
  readonly again: () => void;
}

interface Action {
  readonly words: string;
  readonly method: MethodName;
  readonly fields: Fields;
  readonly says: string;
  readonly asks?: string;
  readonly isTyped?: boolean;
}

const UNDECIDED = ['Pending', 'Need More Info', 'New Info Added'];

/** As the lifecycles of the request and of the account have it (U2, U3). */
function actionsOf({ requestId, request, state }: CustodyAccount, isOperator: boolean): readonly Action[] {
  if (state === 'Closed') return [];
  const decide = (words: string, custAccStatus: string, says: string): Action => ({
    ...{ words, method: 'reviewCustodyAccountRequest', says, asks: 'reasonForStatus' },
    fields: { custAccRequestID: requestId, custAccStatus },
  });
  const ask = (words: string, custAccRequestStatus: string, says: string): Action => ({
    ...{ words, method: 'updateCustodyAccountRequest', says, asks: 'notes' },
    fields: { custAccRequestID: requestId, custAccRequestStatus },
  });
  if (!isOperator) {
    return [
      ...(request === 'Need More Info'
        ? [ask('Information was added', 'New Info Added', 'The operator looks at the request again.')]
        : []),
      ...(request === 'Rejected'
        ? [ask('Ask for a new review', 'Pending', 'The request waits for the operator.')]
        : []),
    ];
  }
  return [
    ...(UNDECIDED.includes(request) ? [decide('Approve', 'Approved', 'The custody account is open.')] : []),
    ...(['Pending', 'New Info Added'].includes(request)
      ? [decide('Ask for more', 'Need More Info', 'The client adds information; the account stays as it is.')]
      : []),
    ...(UNDECIDED.includes(request) ? [decide('Reject', 'Rejected', 'No custody account is opened.')] : []),
    {
      ...{ words: 'Close', method: 'closeCustodyAccount', fields: { custAccRequestID: requestId }, isTyped: true },
      ...{
        asks: 'reasonForStatus',
        says: 'Pending deposits are voided. Disbursements that were asked for are completed.',
      },
    },
  ];
}

function Actions({ desk, one, again }: ActionsProps): Node {
  const { session } = desk;
  const { operator } = session.capabilities;
  const act = async ({ words, method, fields, asks }: Action, reason: string) => {
    const sent = { ...fields, ...(asks === undefined ? {} : { [asks]: reason }) };
    await attempt(desk, () => session.api.call(method, sent), `${words}: the custody account of ${one.accountId}.`);
    again();
  };
  const actions = actionsOf(one, operator)
    .filter(({ method }) => session.may(method))
    .map((action) => ({
      ...action,
      reason: action.asks === 'notes' ? 'Notes for the operator' : 'Reason, shown to the client',
      does: (reason: string) => act(action, reason),
    }));
  const isOpen = one.state === 'Open' && !operator;
  return (
    <>
      <ConfirmedActions name={one.accountId} actions={actions} />
      {isOpen && session.may('createCustodyFundMove') ? <Deposit desk={desk} one={one} again={again} /> : null}
      {isOpen && session.may('createCustodyFundDisbursement') ? <Disburse desk={desk} one={one} again={again} /> : null}
    </>
  );
}

const DEPOSIT: readonly FormField[] = [
  { name: 'amount', label: 'Amount, $', kind: 'number', required: true },
  { name: 'tradeId', label: 'Investment', hint: 'The id of the investment that it is for; empty: none.' },
  { name: 'description', label: 'Description' },
];

/** Of the bank account of the account, with the next batch (U9). */
function Deposit({ desk, one, again }: ActionsProps): Node {
  const { accountId } = one;
  const send = async (fields: Fields) => {
    await desk.session.api.call('createCustodyFundMove', { ...fields, accountId });
    desk.say('done', `${dollarText(String(fields.amount))} are debited for ${accountId} with the next batch.`);
    again();
  };
  return (
    <FormButton desk={desk} words="Deposit" name={`deposit-${accountId}`} fields={DEPOSIT} yes="Deposit" send={send} />
  );
}

const DISBURSE: readonly FormField[] = [
  { name: 'amount', label: 'Amount, $', kind: 'number', required: true },
  {
    ...{ name: 'type', label: 'By', kind: 'choice' },
    choices: [
      ['ach', 'ACH, to the bank account of the account'],
      ['wire_domestic', 'Wire, domestic'],
      ['wire_international', 'Wire, international'],
    ],
  },
  { name: 'bankId', label: 'Bank', hint: 'Only of a wire.' },
  { name: 'bankAccountId', label: 'Account at the bank', hint: 'Only of a wire.', isSecret: true },
  { name: 'additionalDetails', label: 'Instructions', kind: 'long', isSecret: true },
];

function Disburse({ desk, one, again }: ActionsProps): Node {
  const { accountId } = one;
  const send = async (fields: Fields) => {
    await desk.session.api.call('createCustodyFundDisbursement', { ...fields, accountId });
    desk.say('done', `A disbursement of ${dollarText(String(fields.amount))} is asked for.`);
    again();
  };
  return (
    <FormButton
      desk={desk}
      words="Disburse"
      name={`disburse-${accountId}`}
      fields={DISBURSE}
      start={{ type: 'ach' }}
      yes="Ask"
      send={send}
    />
  );
}
