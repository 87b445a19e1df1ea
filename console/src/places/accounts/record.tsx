/** An account: its owners, checks, suitability, accreditation, investments, notes and documents. */
import { type Desk, dayOf, dollarText, type Fields, instantOf, OPEN_STATUSES } from '../../data/index.ts';
import {
  DialogButton,
  Empty,
  type Fact,
  Facts,
  Named,
  type Node,
  RecordView,
  Section,
  useLoaded,
  When,
} from '../../parts/index.ts';
import {
  type Account,
  AccountForm,
  Accreditation,
  BankAccount,
  Books,
  CheckState,
  CustodySupplement,
  countBelonging,
  LinkedCard,
  LinkedDocuments,
  LinkList,
  Notes,
  RecordEnds,
  readAccount,
  StatusHistory,
} from '../../views/index.ts';
import { DebitBlock } from './debit-block.tsx';
import { Investments } from './investments.tsx';
import { Shares } from './shares.tsx';
import { Suitability } from './suitability.tsx';

export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  const { session } = desk;
  const { value: account, failure, again } = useLoaded(() => readAccount(desk, id), [id], 30_000);
  if (account === undefined) return <Empty>{failure ?? 'Reading …'}</Empty>;
  const { fields } = account;
  const mayChange = session.may('updateAccount') && !session.capabilities.operator;
  const form = (close: () => void) => <AccountForm desk={desk} account={account} done={again} close={close} />;
  const changes = <DialogButton words="Change" title={`Change ${account.name}`} show={form} />;
  return (
    <RecordView
      title={account.name}
      about={`Account ${id}`}
      state={<CheckState status={fields.kycStatus} />}
      actions={
        <>
          {mayChange ? changes : null}
          <RecordEnds
            desk={desk}
            place="accounts"
            name={account.name}
            of={{ accountId: id }}
            archives="updateAccountArchiveStatus"
            isArchived={fields.accountstatus === 'Archived'}
            deletes="deleteAccount"
            saysArchived="It places no orders, and its payments that wait are voided."
            saysDeleted="It places no more orders, its payments that wait are voided, and its links are deleted."
            counts={() => countBelonging(desk, belongingTo(id))}
            again={again}
          />
          <DebitBlock desk={desk} account={account} />
        </>
      }
      facts={factsOf(account)}
    >
      {session.may('listLinks') ? <LinkList desk={desk} accountId={id} /> : null}
      <BankAccount desk={desk} holder={{ types: 'Account', accountId: id }} name={account.name} />
      <LinkedCard desk={desk} accountId={id} name={account.name} />
      <Section title="Checks">
        <Facts facts={checksOf(fields)} />
      </Section>
      <StatusHistory desk={desk} investorId={id} />
      {session.may('getSuitability') ? <Suitability desk={desk} accountId={id} /> : null}
      {session.may('getAiRequest') ? <Accreditation desk={desk} account={account} again={again} /> : null}
      {session.may('listTrades') ? <Investments desk={desk} accountId={id} /> : null}
      <CustodySupplement desk={desk} id={id} name={account.name} />
      <Shares desk={desk} account={account} />
      <Books desk={desk} title="Cash" of={{ accountId: id }} empty="No cash. Deposits into custody appear here." />
      <Notes desk={desk} read="getAccountNotes" add="addAccountNote" of={{ accountId: id }} />
      <LinkedDocuments
        desk={desk}
        method="getAccountDocument"
        upload="uploadAccountDocument"
        remove="deleteAccountDocument"
        fields={{ accountId: id }}
      />
    </RecordView>
  );
}

const belongingTo = (accountId: string) =>
  [
    ['listTrades', 'investment', 'investments', { accountId }],
    ['listAtsOrders', 'open order', 'open orders', { accountId, orderStatus: OPEN_STATUSES }],
    ['listLinks', 'link', 'links', { firstEntry: accountId }],
  ] as const;

/** Fields above the level of the key are not in the answer, and so not here. */
function factsOf({ type, fields, clientId }: Account): readonly Fact[] {
  const text = (name: string) => String(fields[name] ?? '');
  const city = [text('city'), text('state'), text('zip')].filter(Boolean).join(' ');
  const address = [text('address1'), text('address2'), city, text('country')].filter(Boolean).join(', ');
  const dollars = (name: string) => (text(name) === '' ? '' : dollarText(text(name)));
  return [
    ['Type', [type, text('entityType')].filter(Boolean).join(', ')],
    ['Residence', text('residentType') === 'domestic_account' ? 'Domestic' : 'International'],
    ['Address', address],
    ['E-mail', text('email')],
    ['Phone', text('phone')],
    ['Limit of all investments', dollars('accountTotalLimit')],
    ['Limit of one investment', dollars('singleInvestmentLimit')],
    ['Limit by 506(c)', dollars('506cLimit')],
    ['Tags', text('tags')],
    ['Client', clientId && <Named id={clientId} />],
    ['Created', <When at={instantOf(text('createdDate'))} />],
  ];
}

function checksOf(fields: Fields): readonly Fact[] {
  const state = (name: string, date: string) => (
    <>
      <CheckState status={fields[name]} /> <small class="check-state">{dayOf(String(fields[date] ?? ''))}</small>
    </>
  );
  return [
    ['Identity (KYC)', state('kycStatus', 'kycDate')],
    ['Watch list (AML)', state('amlStatus', 'amlDate')],
    ['Accreditation', state('accreditedStatus', 'accreditedInvestorDate')],
    ['Approval', state('approvalStatus', 'approvalLastReview')],
  ];
}
