/** Custody accounts and the requests for them: a list, and a record of each with its money. */
import { type Desk, type Fields, go, pathOf } from '../../data/index.ts';
import { FormButton, type FormField, Named, type Node } from '../../parts/index.ts';
import { type Column, Table, useList } from '../../table/index.ts';
import { accountColumn, CheckState, clientColumns, findAccount, useColumns } from '../../views/index.ts';
import { type CustodyAccount, custodyAccountOf, stateText } from './custody-account.ts';

export { Record } from './record.tsx';

const REQUESTS = ['Pending', 'Need More Info', 'New Info Added', 'Approved', 'Rejected'];

const columnsOf = (desk: Desk): readonly Column<CustodyAccount>[] => [
  {
    ...{ id: 'id', title: 'Custody account', width: 120, field: 'custAccRequestID' },
    value: ({ requestId }) => requestId,
    below: ({ accountId }) => <Named id={accountId} />,
  },
  {
    ...{ id: 'state', title: 'State', width: 95, kind: 'choice', field: 'accountStatus' },
    ...{ choices: ['Pending', 'Open', 'Closed'], value: ({ state }: CustodyAccount) => state, view: stateText },
  },
  {
    ...{ id: 'request', title: 'Request', width: 140, kind: 'choice', field: 'custAccStatus', isWideOnly: true },
    ...{ choices: REQUESTS, value: ({ request }: CustodyAccount) => request },
    view: ({ request }) => <CheckState status={request} />,
  },
  accountColumn(desk, { field: 'accountId' }),
  {
    ...{ id: 'restricted', title: 'Restricted', width: 90, kind: 'choice', isWideOnly: true },
    value: ({ isRestricted }) => (isRestricted ? 'Yes' : 'No'),
  },
  { id: 'reason', title: 'Reason', width: 150, isWideOnly: true, value: ({ reason }) => reason || null },
  {
    ...{ id: 'created', title: 'Requested', width: 150, kind: 'time', field: 'createdDate', isWideOnly: true },
    value: ({ created }) => created,
  },
];

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  const columns = useColumns(desk, () => [...columnsOf(desk), ...clientColumns<CustodyAccount>(desk)]);
  const asked = { method: 'listCustodyAccounts', key: 'custodyAccounts', columns, read: custodyAccountOf } as const;
  const list = useList(desk, asked, 30_000);
  const may = session.may('createCustodyAgreementAttestation', 'createCustodyAccountRequest');
  const tools = (
    <>
      {session.may('getCustodyFundDisbursements') ? (
        <a class="button" href={pathOf('disbursements')}>
          Disbursements
        </a>
      ) : null}
      {may && !session.capabilities.operator ? <Ask desk={desk} done={list.again} /> : null}
    </>
  );
  return (
    <Table
      name="custody"
      label="Custody accounts"
      {...list}
      columns={columns}
      opens
      tools={tools}
      idOf={({ requestId }: CustodyAccount) => requestId}
      empty="No custody accounts. Ask for one for an account whose investor agreed to the custody agreement."
    />
  );
}

const FIELDS = (desk: Desk): readonly FormField[] => [
  { name: 'accountId', label: 'Account', kind: 'record', find: findAccount(desk), required: true },
  {
    ...{ name: 'documentUrl', label: 'Where the agreement is kept', required: true },
    hint: 'The address of the custody agreement that the investor agreed to.',
  },
];

/** The agreement is attested, then the account is asked for (U1). */
function Ask({ desk, done }: { readonly desk: Desk; readonly done: () => void }): Node {
  const { api } = desk.session;
  const send = async ({ accountId, documentUrl }: Fields) => {
    await api.call('createCustodyAgreementAttestation', { accountId, documentUrl, isAttested: true });
    const { custodialAccountDetails } = await api.call('createCustodyAccountRequest', { accountId });
    const [made] = custodialAccountDetails as Fields[];
    desk.say('done', `A custody account of ${accountId} is asked for.`);
    done();
    go(pathOf('custody', String(made?.custAccRequestID)));
  };
  return (
    <FormButton
      desk={desk}
      words="Ask for a custody account"
      name="custody"
      isPrimary
      fields={FIELDS(desk)}
      yes="Ask"
      send={send}
    />
  );
}
