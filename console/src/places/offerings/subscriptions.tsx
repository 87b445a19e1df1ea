import { type Desk, dollarText, type Fields, quantityText } from '../../data/index.ts';
import { Named, type Node, placeholder, RecordLink, Rows, Section, useLoaded } from '../../parts/index.ts';

interface Subscription {
  /** Of the trade. */
  readonly orderId: string;
  readonly accountId: string;
  readonly transactionType: string;
  readonly totalShares: string;
  readonly totalAmount: string;
  readonly orderStatus: string;
  readonly RRApprovalStatus: string;
  readonly PrincipalApprovalStatus: string;
  readonly esignStatus: string;
}

const SHOWN = 200;
const DONE = ['approved', 'signed', 'yes'];
/** Of a signature (D9), in words. */
const WORDS: Readonly<Record<string, string>> = { notsigned: 'not sent', created: 'waiting' };

function check(status: string): string {
  const word = status.toLowerCase();
  return `${DONE.includes(word) ? '✓' : '○'} ${WORDS[word] ?? word}`;
}

/** The investments with what each of them lacks. */
export function Subscriptions({ desk, offeringId }: { readonly desk: Desk; readonly offeringId: string }): Node {
  const loaded = useLoaded(() => readSubscriptions(desk, offeringId), [], 30_000);
  const all = loaded.value ?? [];
  return (
    <Section title={`Subscriptions${all.length === 0 ? '' : ` (${quantityText(all.length)})`}`}>
      {placeholder(loaded, 'No subscriptions. An investment of an account in this offering appears here.') ?? (
        <Rows
          label="Subscriptions"
          rows={all.slice(0, SHOWN)}
          keyOf={(one) => one.orderId}
          columns={[
            { title: 'Investment', cell: (one) => <RecordLink place="investments" id={one.orderId} /> },
            { title: 'Account', cell: (one) => <Named id={one.accountId} /> },
            { title: 'Units', isNumber: true, cell: (one) => quantityText(one.totalShares) },
            { title: 'Amount', isNumber: true, cell: (one) => dollarText(one.totalAmount) },
            { title: 'State', cell: (one) => one.orderStatus.toLowerCase() },
            { title: 'By', cell: (one) => one.transactionType },
            { title: 'Signed', cell: (one) => check(one.esignStatus) },
            { title: 'Representative', cell: (one) => check(one.RRApprovalStatus) },
            { title: 'Principal', cell: (one) => check(one.PrincipalApprovalStatus) },
          ]}
        />
      )}
      {all.length > SHOWN ? <p class="hint">{quantityText(all.length - SHOWN)} more.</p> : null}
    </Section>
  );
}

async function readSubscriptions({ session }: Desk, offeringId: string): Promise<readonly Subscription[]> {
  const answer = (await session.api.call('getTradesForOffering', { offeringId })) as Fields;
  return answer['Offering purchased details'] as Subscription[];
}
