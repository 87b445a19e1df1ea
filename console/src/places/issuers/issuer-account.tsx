/** The legal record of an issuer, and its accounts at custodians, which an operator enters. */
import { type Desk, dayOf, dollarText, type Fields, NO_ADDRESS } from '../../data/index.ts';
import {
  attempt,
  ConfirmedActions,
  DialogButton,
  Empty,
  type Fact,
  Facts,
  Form,
  FormButton,
  type FormField,
  type Node,
  Sealed,
  Section,
  useLoaded,
} from '../../parts/index.ts';
import { recordFields, recordOf, toSend } from './account-record.ts';
import type { Issuer } from './issuer.ts';

/** Of an answer: the record is under statusDesc, accounts at custodians under this key (C48). */
const CUSTODIANS = 'Financial issuer details';

interface Custodian {
  readonly CustodianName: string;
  readonly CustodianAccountNumber: string;
  readonly RoutingNumber?: string;
  readonly AccountNumber?: string;
  readonly AccountName: string;
  readonly funds?: string;
}

interface Read {
  readonly record: Fields;
  readonly custodians: readonly Custodian[];
}

interface Props {
  readonly desk: Desk;
  readonly issuer: Issuer;
}

export function IssuerAccount({ desk, issuer }: Props): Node | null {
  const { session } = desk;
  const may = session.may('getIssuerAccount');
  const { issuerId, name } = issuer;
  const loaded = useLoaded(async (): Promise<Read> => {
    if (!may) return { record: {}, custodians: [] };
    const answer = await session.api.call('getIssuerAccount', { issuerId });
    return { record: answer.statusDesc as Fields, custodians: answer[CUSTODIANS] as Custodian[] };
  }, [issuerId]);
  if (!may) return null;
  const { value } = loaded;
  return (
    <>
      <LegalRecord desk={desk} issuer={issuer} record={value?.record} failure={loaded.failure} again={loaded.again} />
      <Section
        title="Accounts at custodians"
        aside={
          session.may('putIssuerCustodianAccount') ? <Enter desk={desk} issuer={issuer} again={loaded.again} /> : null
        }
      >
        {value === undefined ? null : value.custodians.length === 0 ? (
          <Empty>None. The operator enters the account that a custodian holds for {name}.</Empty>
        ) : (
          value.custodians.map((one) => <Facts key={one.CustodianName} facts={custodianFacts(one)} />)
        )}
      </Section>
    </>
  );
}

const sealed = (text: string | undefined) => (text === undefined || text === '' ? '' : <Sealed text={text} />);

const custodianFacts = (one: Custodian): readonly Fact[] => [
  ['Custodian', one.CustodianName],
  ['Account there', one.CustodianAccountNumber],
  ['Name of the account', one.AccountName],
  ['Routing number', sealed(one.RoutingNumber)],
  ['Account number', sealed(one.AccountNumber)],
  ['Funds', one.funds === undefined || one.funds === '' ? '' : dollarText(one.funds)],
];

interface RecordProps extends Props {
  readonly record: Fields | undefined;
  readonly failure: string | undefined;
  readonly again: () => void;
}

function LegalRecord({ desk, issuer, record, failure, again }: RecordProps): Node {
  const { session } = desk;
  const { issuerId, name } = issuer;
  const isStored = typeof record?.issuerAccountStatus === 'string';
  const method = isStored ? 'updateIssuerAccount' : 'createIssuerAccount';
  const send = async (values: Fields) => {
    const address = isStored ? { updatedIpAddress: NO_ADDRESS } : { createdIpAddress: NO_ADDRESS };
    await session.api.call(method, { ...toSend(values), ...address, issuerId });
    desk.say('done', `The legal record of ${name} is stored.`);
    again();
  };
  const form = (close: () => void) => (
    <Form
      desk={desk}
      name={`issuer-account-${issuerId}`}
      fields={isStored ? recordFields.map((one) => ({ ...one, required: false })) : recordFields}
      start={recordOf(record ?? {})}
      yes="Store"
      send={send}
      close={close}
    />
  );
  const remove = async () => {
    const send = () => session.api.call('deleteIssuerAccount', { issuerId });
    await attempt(desk, send, `The legal record of ${name} is deleted.`);
    again();
  };
  const removal = {
    ...{ words: 'Delete the legal record', isTyped: true, does: remove },
    says: 'Its accounts at custodians are deleted, too. The issuer and its offerings stay.',
  };
  const isOwn = record !== undefined && !session.capabilities.operator;
  const aside = isOwn ? (
    <div class="buttons">
      {session.may(method) ? (
        <DialogButton words={isStored ? 'Change' : 'Add'} title={`Legal record of ${name}`} show={form} />
      ) : null}
      {isStored && session.may('deleteIssuerAccount') ? <ConfirmedActions name={name} actions={[removal]} /> : null}
    </div>
  ) : null;
  return (
    <Section title="Legal record" aside={aside}>
      {record === undefined ? (
        <Empty>{failure ?? 'Reading …'}</Empty>
      ) : isStored ? (
        <Facts facts={legalFacts(record)} />
      ) : (
        <Empty>No legal record. Add the legal name, the state and the address of {name}.</Empty>
      )}
    </Section>
  );
}

function legalFacts(record: Fields): readonly Fact[] {
  const text = (name: string) => String(record[name] ?? '');
  const city = [text('city'), text('companyState'), text('zip')].filter(Boolean).join(' ');
  return [
    ['Legal name', text('companyName')],
    ['Form', text('entityType')],
    ['Address', [text('addressLine1'), text('addressLine2'), city, text('country')].filter(Boolean).join(', ')],
    ['Issuing country', text('issuingCountry')],
    ['Company tax id', sealed(text('companyTaxID'))],
    ['Kind of account', text('accountType')],
    ['Social security number of the holder', sealed(text('socialSecurityNumber'))],
    ['Holder born', text('dob') === '' ? '' : <Sealed text={dayOf(text('dob'))} />],
    ['Notes', text('additionalInfo')],
  ];
}

const CUSTODIAN: readonly FormField[] = [
  { name: 'providerId', label: 'Number of the custodian', kind: 'number', required: true },
  { name: 'custodianName', label: 'Custodian', required: true },
  { name: 'custodianAccountNumber', label: 'Account there', required: true },
  { name: 'accountName', label: 'Name of the account', required: true },
  { name: 'routingNumber', label: 'Routing number', required: true },
  { name: 'accountNumber', label: 'Account number', required: true, isSecret: true },
  { name: 'funds', label: 'Funds, $', kind: 'number' },
];

function Enter({ desk, issuer, again }: Props & { readonly again: () => void }): Node {
  const { issuerId, name } = issuer;
  const send = async (values: Fields) => {
    await desk.session.api.call('putIssuerCustodianAccount', { ...values, issuerId });
    desk.say('done', `The account of ${name} at ${values.custodianName} is stored, or waits for a second operator.`);
    again();
  };
  return (
    <FormButton
      desk={desk}
      words="Enter an account"
      title={`Account of ${name} at a custodian`}
      name={`custodian-of-${issuerId}`}
      fields={CUSTODIAN}
      yes="Store"
      send={send}
    />
  );
}
