/** People and companies: a list of both, and a record of each with its checks, documents and accounts. */
import { type Desk, go, instantOf, pathOf, useAddress } from '../../data/index.ts';
import { DialogButton, type Node } from '../../parts/index.ts';
import { type Column, Table, usePages, useSearch } from '../../table/index.ts';
import {
  CheckState,
  clientColumns,
  type Person,
  PersonForm,
  type PersonKind,
  readNamed,
  readPeople,
  useColumns,
} from '../../views/index.ts';

export { Record } from './record.tsx';

const textIn = (name: string) => (person: Person) => String(person.fields[name] ?? '') || null;

const COLUMNS: readonly Column<Person>[] = [
  { id: 'name', title: 'Name', width: 150, value: ({ name }) => name, below: ({ partyId }) => partyId },
  { id: 'id', title: 'Id', width: 84, isWideOnly: true, value: ({ partyId }) => partyId },
  {
    ...{ id: 'kind', title: 'Kind', width: 70, kind: 'choice', choices: ['Person', 'Company'], isWideOnly: true },
    value: (person) => (person.isCompany ? 'Company' : 'Person'),
  },
  {
    ...{ id: 'kyc', title: 'Identity (KYC)', width: 118, kind: 'choice', value: ({ kycStatus }) => kycStatus },
    view: ({ kycStatus }) => <CheckState status={kycStatus} />,
  },
  {
    ...{ id: 'aml', title: 'Watch list (AML)', width: 118, kind: 'choice', isWideOnly: true },
    value: ({ amlStatus }) => amlStatus,
    view: ({ amlStatus }) => <CheckState status={amlStatus} />,
  },
  { id: 'email', title: 'E-mail', width: 150, isWideOnly: true, value: textIn('emailAddress') },
  { id: 'city', title: 'City', width: 110, isHidden: true, value: textIn('primCity') },
  { id: 'country', title: 'Country', width: 90, isHidden: true, value: textIn('primCountry') },
  { id: 'tags', title: 'Tags', width: 110, isHidden: true, value: textIn('tags') },
  {
    ...{ id: 'created', title: 'Created', width: 142, kind: 'time', isWideOnly: true },
    value: ({ fields }) => instantOf(String(fields.createdDate)),
  },
];

/** What the venue is asked by. */
const NAMED: readonly Column<Person>[] = [{ id: 'name', title: '', width: 0, field: 'name', value: () => null }];

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  const { query } = useAddress();
  const asked = query.get('f.kind') ?? '';
  const kind: PersonKind = asked === 'Person' || asked === 'Company' ? asked : '';
  const client = query.get('f.client') ?? '';
  const filter = client === '' ? {} : { clientId: client };
  const pages = usePages<Person>((from) => readPeople(desk, kind, filter, from), [kind, client], 30_000);
  const isPart = pages.more !== undefined;
  const text = isPart ? (query.get('q') ?? '').trim() : '';
  const found = useSearch(NAMED, text, () => readNamed(desk, kind, filter, text), [kind, client, isPart]);
  const columns = useColumns(desk, () => [...COLUMNS, ...clientColumns<Person>(desk)]);
  const isOwn = !session.capabilities.operator;
  const done = (partyId: string) => {
    pages.again();
    go(pathOf('people', partyId));
  };
  const form = (isCompany: boolean) => (close: () => void) => (
    <PersonForm desk={desk} isCompany={isCompany} done={done} close={close} />
  );
  const tools = (
    <>
      {isOwn && session.may('createEntity') ? <DialogButton words="New company" show={form(true)} /> : null}
      {isOwn && session.may('createParty') ? <DialogButton words="New person" isPrimary show={form(false)} /> : null}
    </>
  );
  return (
    <Table
      name="people"
      label="People and companies"
      {...pages}
      found={found}
      columns={columns}
      opens
      tools={tools}
      idOf={({ partyId }: Person) => partyId}
      empty="Nobody yet. Add the first person or company with the buttons above, or by createParty and createEntity."
    />
  );
}
