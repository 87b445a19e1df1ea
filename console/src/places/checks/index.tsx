/** Checks of investors: reviews by people and requests for accreditation, and a form that starts any check. */
import type { MethodName } from '../../client/index.ts';
import { type Desk, type Fields, useAddress } from '../../data/index.ts';
import { FormButton, type FormField, type Node } from '../../parts/index.ts';
import { type Column, Table, usePages } from '../../table/index.ts';
import { CheckState, clientColumns, findAccount, findPerson, named, useColumns } from '../../views/index.ts';
import { type Check, KINDS, readChecks } from './check.ts';

export { Record } from './record.tsx';

const status = (name: 'kycStatus' | 'amlStatus' | 'aiStatus') => ({
  kind: 'choice' as const,
  isWideOnly: true,
  value: (check: Check) => check[name] || null,
  view: (check: Check) => (check[name] === '' ? '' : <CheckState status={check[name]} />),
});

const columnsOf = (desk: Desk): readonly Column<Check>[] => [
  named(desk, {
    ...{ id: 'investor', title: 'Investor', width: 100, value: ({ investorId }: Check) => investorId },
    below: ({ kind }) => kind,
  }),
  {
    ...{ id: 'state', title: 'State', width: 120, kind: 'choice', value: ({ state }: Check) => state },
    ...{ choices: ['Waits for review', 'Waits for the client', 'Decided'] },
    view: ({ state }) => `${state === 'Decided' ? '✓' : state === 'Waits for review' ? '◌' : '→'} ${state}`,
  },
  {
    ...{ id: 'kind', title: 'Check', width: 140, kind: 'choice', choices: KINDS, isWideOnly: true },
    value: ({ kind }) => kind,
  },
  { id: 'kyc', title: 'Identity (KYC)', width: 118, ...status('kycStatus') },
  { id: 'aml', title: 'Watch list (AML)', width: 118, ...status('amlStatus') },
  { id: 'accreditation', title: 'Accreditation', width: 118, ...status('aiStatus') },
  { id: 'asked', title: 'Requested', width: 142, kind: 'time', isWideOnly: true, value: ({ created }) => created },
];

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  const { query } = useAddress();
  const kind = query.get('f.kind') ?? '';
  const client = query.get('f.client') ?? '';
  const filter = client === '' ? {} : { clientId: client };
  const pages = usePages<Check>((from) => readChecks(desk, kind, filter, from), [kind, client], 30_000);
  const tools = session.capabilities.operator ? null : <Start desk={desk} done={pages.again} />;
  const columns = useColumns(desk, () => [...columnsOf(desk), ...clientColumns<Check>(desk)]);
  return (
    <Table
      name="checks"
      label="Checks"
      {...pages}
      columns={columns}
      opens
      tools={tools}
      idOf={({ id }: Check) => id}
      empty="No reviews. One appears here when a review by people or a verification is asked for."
    />
  );
}

/** The checks that a client starts, and how each names its investor. */
const STARTS: readonly (readonly [method: MethodName, words: string, name: string])[] = [
  ['performKycAmlBasic', 'Identity and watch lists, now', 'partyId'],
  ['performAml', 'Watch lists alone, now', 'partyId'],
  ['requestKycAml', 'Review by people', 'investorId'],
  ['requestAiVerification', 'Accreditation of an account', 'accountId'],
];

function Start({ desk, done }: { readonly desk: Desk; readonly done: () => void }): Node | null {
  const { session } = desk;
  const shown = STARTS.filter(([method]) => session.may(method));
  const [first] = shown;
  if (first === undefined) return null;
  const [people, accounts] = [findPerson(desk), findAccount(desk)];
  const find = async (text: string) => [...(await people(text)), ...(await accounts(text))];
  const fields: readonly FormField[] = [
    { name: 'method', label: 'Check', kind: 'choice', choices: shown.map(([method, words]) => [method, words]) },
    { name: 'investor', label: 'Investor', kind: 'record', find, required: true },
    { name: 'notes', label: 'Notes for the reviewer', hint: 'Only of a request for accreditation.' },
  ];
  const send = async ({ method, investor, notes }: Fields) => {
    const [name, words, field] = STARTS.find(([one]) => one === method) ?? first;
    const more = name === 'requestAiVerification' ? { aiMethod: 'Upload', ...(notes ? { notes } : {}) } : {};
    await session.api.call(name, { [field]: investor, ...more });
    desk.say('done', `${words}: ${investor} is done or asked for.`);
    done();
  };
  return (
    <FormButton
      desk={desk}
      words="New check"
      name="check"
      isPrimary
      fields={fields}
      yes="Check"
      start={{ method: first[0] }}
      send={send}
    />
  );
}
