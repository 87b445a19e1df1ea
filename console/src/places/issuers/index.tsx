/** Issuers: the companies that offer securities, with their legal record, bank account and offerings. */
import { type Desk, go, pathOf } from '../../data/index.ts';
import { DialogButton, type Node } from '../../parts/index.ts';
import { type Column, Table, useList } from '../../table/index.ts';
import { CheckState, clientColumns, useColumns } from '../../views/index.ts';
import { type Issuer, issuerOf } from './issuer.ts';
import { IssuerForm } from './issuer-form.tsx';

export { Record } from './record.tsx';

const COLUMNS: readonly Column<Issuer>[] = [
  { id: 'name', title: 'Issuer', width: 160, value: ({ name }) => name, below: ({ contact }) => contact },
  {
    ...{ id: 'id', title: 'Id', width: 70, field: 'issuerId', isWideOnly: true },
    value: ({ issuerId }) => issuerId,
  },
  {
    ...{ id: 'state', title: 'State', width: 110, kind: 'choice', value: ({ status }: Issuer) => status },
    view: ({ status }) => <CheckState status={status} />,
  },
  { id: 'contact', title: 'Contact', width: 150, isWideOnly: true, value: ({ contact }) => contact || null },
  {
    ...{ id: 'email', title: 'E-mail', width: 170, isWideOnly: true },
    value: ({ fields }) => String(fields.email ?? '') || null,
  },
];

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  const columns = useColumns(desk, () => [...COLUMNS, ...clientColumns<Issuer>(desk)]);
  const list = useList(desk, { method: 'listIssuers', key: 'issuers', columns, read: issuerOf }, 30_000);
  const may = session.may('createIssuer') && !session.capabilities.operator;
  const done = (issuerId: string) => {
    list.again();
    go(pathOf('issuers', issuerId));
  };
  const form = (close: () => void) => <IssuerForm desk={desk} done={done} close={close} />;
  return (
    <Table
      name="issuers"
      label="Issuers"
      {...list}
      columns={columns}
      opens
      tools={may ? <DialogButton words="New issuer" isPrimary show={form} /> : null}
      idOf={({ issuerId }: Issuer) => issuerId}
      empty={`No issuers. An issuer offers securities.${may ? ' Make the first one with “New issuer …”.' : ''}`}
    />
  );
}
