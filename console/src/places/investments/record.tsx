/** An investment: what it lacks, its approvals, what was signed, its notes and documents. */
import { type Desk, dayOf, dollarText, instantOf, quantityText } from '../../data/index.ts';
import { Empty, type Fact, Named, type Node, RecordLink, RecordView, useLoaded, When } from '../../parts/index.ts';
import {
  Books,
  CheckState,
  type Investment,
  InvestmentActions,
  investmentStateText,
  LinkedDocuments,
  lacksOf,
  Notes,
  PaymentList,
  readInvestment,
  SignatureList,
} from '../../views/index.ts';
import { InvestmentTerms } from './terms.tsx';

export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  const { session } = desk;
  const { value: investment, failure, again } = useLoaded(() => readInvestment(desk, id), [id], 15_000);
  if (investment === undefined) return <Empty>{failure ?? 'Reading …'}</Empty>;
  const { accountName, issueName, units } = investment;
  const lacks = lacksOf(investment);
  return (
    <RecordView
      title={`${accountName}: ${quantityText(units)} units of ${issueName}`}
      about={`Investment ${id}`}
      state={<strong>{investmentStateText(investment)}</strong>}
      actions={
        <>
          <InvestmentActions desk={desk} investment={investment} again={again} />
          <InvestmentTerms desk={desk} investment={investment} again={again} />
        </>
      }
      facts={factsOf(investment, session.capabilities.operator)}
    >
      {lacks.length === 0 ? null : <p class="hint">It still lacks: {lacks.join(', ')}.</p>}
      <PaymentList desk={desk} of={{ tradeId: id }} />
      <Books
        desk={desk}
        title="Money"
        of={{ tradeId: id }}
        empty="No entries. Its subscription and payments appear here."
      />
      <SignatureList desk={desk} tradeId={id} />
      <LinkedDocuments
        desk={desk}
        method="getTradeDocument"
        upload="uploadTradeDocument"
        remove="deleteTradeDocument"
        fields={{ tradeId: id }}
      />
      <Notes
        desk={desk}
        read="getTradeNote"
        add="addTradeNote"
        changes={['updateTradeNote', 'deleteTradeNote']}
        of={{ tradeId: id }}
      />
    </RecordView>
  );
}

/** Nothing of nothing, so that the row is not shown. */
const someDollars = (amount: string): string => (Number(amount) === 0 ? '' : dollarText(amount));

function factsOf(
  { offeringId, issueName, accountId, amount, pays, clientId, fields }: Investment,
  isAll: boolean,
): readonly Fact[] {
  const text = (name: string) => String(fields[name] ?? '');
  const approval = (who: string, date: string) => (
    <>
      <CheckState status={text(`${who}ApprovalStatus`)} none="Pending" />{' '}
      <small>
        {text(`${who}Name`)} {dayOf(text(date))}
      </small>
    </>
  );
  return [
    [
      'Offering',
      <RecordLink place="offerings" id={offeringId}>
        {issueName}
        <small> {offeringId}</small>
      </RecordLink>,
    ],
    ['Account', <RecordLink place="accounts" id={accountId} />],
    ['Amount', dollarText(amount)],
    ['Price of a unit', dollarText(text('unitPrice'))],
    ['Fees', someDollars(text('fees'))],
    ['Pays by', pays],
    ['Received', dollarText(text('receivedAmount'))],
    ['Due', someDollars(text('dueAmount'))],
    ['Overpaid', someDollars(text('overpaidAmount'))],
    ['Signed', <CheckState status={text('esignStatus') === 'SIGNED' ? 'Signed' : 'Not signed'} />],
    ['Representative', approval('RR', 'RRApprovalDate')],
    ['Principal', approval('Principal', 'PrincipalDate')],
    ['Eligible to close', text('eligibleToClose') === 'yes' ? 'Yes' : 'No'],
    ['Closing', text('closeId')],
    ['Errors', text('errors')],
    ['Client', isAll ? <Named id={clientId} /> : ''],
    ['Created', <When at={instantOf(text('createdDate'))} />],
  ];
}
