/** A check: its states, what was found, the history of its investor, and the decisions. */
import { type Desk, useTopic } from '../../data/index.ts';
import {
  Empty,
  type Fact,
  Named,
  type Node,
  RecordLink,
  RecordView,
  Section,
  useLoaded,
  When,
} from '../../parts/index.ts';
import { CheckResults, CheckState, LinkedDocuments, StatusHistory } from '../../views/index.ts';
import { Actions } from './actions.tsx';
import { type Check, readCheck } from './check.ts';

export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  useTopic(desk.names.changed);
  const { value: check, failure, again } = useLoaded(() => readCheck(desk, id), [id], 15_000);
  if (check === undefined) return <Empty>{failure ?? 'Reading …'}</Empty>;
  const { investorId, kind, state, kycStatus, amlStatus, aiStatus } = check;
  const isAccount = investorId.startsWith('A');
  const of = `${kycStatus} ${amlStatus} ${aiStatus}`;
  return (
    <RecordView
      title={`${kind} of ${desk.names.titleOf(investorId)}`}
      about={`Check ${id}`}
      state={<strong>{state}</strong>}
      facts={factsOf(check, isAccount)}
      actions={<Actions desk={desk} check={check} again={again} />}
    >
      {isAccount ? (
        <LinkedDocuments desk={desk} method="getAiDocument" fields={{ accountId: investorId }} />
      ) : (
        <Section title="What the checks found">
          <CheckResults desk={desk} partyId={investorId} of={of} />
        </Section>
      )}
      <StatusHistory key={of} desk={desk} investorId={investorId} />
    </RecordView>
  );
}

function factsOf({ investorId, kycStatus, amlStatus, aiStatus, fields, clientId, created }: Check, isAccount: boolean) {
  const status = (text: string) => (text === '' ? '' : <CheckState status={text} />);
  const facts: readonly Fact[] = [
    [isAccount ? 'Account' : 'Investor', <RecordLink place={isAccount ? 'accounts' : 'people'} id={investorId} />],
    ['Identity (KYC)', status(kycStatus)],
    ['Watch list (AML)', status(amlStatus)],
    ['Accreditation', status(aiStatus)],
    ['Verified by', String(fields.aiMethod ?? '')],
    ['Until', String(fields.aiDate ?? '')],
    ['Reviewer', String(fields.reviewedBy ?? '')],
    ['Cause', String(fields.cause ?? '')],
    ['Notes', String(fields.notes ?? '')],
    ['Client', clientId && <Named id={clientId} />],
    ['Requested', <When at={created} />],
  ];
  return facts;
}
