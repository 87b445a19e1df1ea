/** Accounts: a list, and a record of each with its owners, checks, suitability and accreditation. */
import { type Desk, type Fields, go, instantOf, pathOf } from '../../data/index.ts';
import { DialogButton, type Node } from '../../parts/index.ts';
import { type Column, Table, useList } from '../../table/index.ts';
import { type Account, AccountForm, accountOf, CheckState, clientColumns, useColumns } from '../../views/index.ts';

export { Record } from './record.tsx';

const status = (name: string) => ({
  kind: 'choice' as const,
  value: (account: Account) => String(account.fields[name] ?? ''),
  view: (account: Account) => <CheckState status={account.fields[name]} />,
});

const COLUMNS: readonly Column<Account>[] = [
  {
    ...{ id: 'name', title: 'Account', width: 140, field: 'accountName', isInside: true },
    value: ({ name }) => name,
    below: ({ accountId }) => accountId,
  },
  { id: 'id', title: 'Id', width: 84, field: 'accountId', isWideOnly: true, value: ({ accountId }) => accountId },
  { id: 'type', title: 'Type', width: 72, kind: 'choice', isWideOnly: true, value: ({ type }) => type },
  { id: 'kyc', title: 'Identity (KYC)', width: 118, ...status('kycStatus') },
  { id: 'aml', title: 'Watch list (AML)', width: 118, isWideOnly: true, ...status('amlStatus') },
  { id: 'accredited', title: 'Accredited', width: 104, isWideOnly: true, ...status('accreditedStatus') },
  { id: 'approval', title: 'Approval', width: 130, isHidden: true, ...status('approvalStatus') },
  {
    ...{ id: 'suitability', title: 'Suitability', width: 78, kind: 'number', isWideOnly: true },
    value: ({ fields }) => (fields.suitabilityScore === null ? null : Number(fields.suitabilityScore ?? Number.NaN)),
    text: ({ fields }) => String(fields.suitabilityScore ?? ''),
  },
  { id: 'tags', title: 'Tags', width: 110, isHidden: true, value: ({ fields }) => String(fields.tags ?? '') },
  {
    ...{ id: 'created', title: 'Created', width: 128, kind: 'time', isWideOnly: true, field: 'createdDate' },
    value: ({ fields }) => instantOf(String(fields.createdDate)),
  },
];

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  const columns = useColumns(desk, () => [...COLUMNS, ...clientColumns<Account>(desk)]);
  const read = (record: Fields) => accountOf(record);
  const list = useList(desk, { method: 'listAccounts', key: 'accounts', columns, read }, 30_000);
  const may = session.may('createAccount') && !session.capabilities.operator;
  const done = (accountId: string) => {
    list.again();
    go(pathOf('accounts', accountId));
  };
  const form = (close: () => void) => <AccountForm desk={desk} done={done} close={close} />;
  const tools = may ? <DialogButton words="New account" isPrimary show={form} /> : null;
  return (
    <Table
      name="accounts"
      label="Accounts"
      {...list}
      columns={columns}
      opens
      tools={tools}
      idOf={({ accountId }: Account) => accountId}
      empty="No accounts. Make one for a person or company: it invests, pays and holds shares."
    />
  );
}
