import { type Desk, dollarText, type Fields, quantityText } from '../../data/index.ts';
import { Named, type Node, placeholder, RecordLink, Scroll, Section, useLoaded } from '../../parts/index.ts';

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
        <Scroll label="Subscriptions">
          <table class="stacked">
            <thead>
              <tr>
                <th scope="col">Investment</th>
                <th scope="col">Account</th>
                <th scope="col" class="number">
                  Units
                </th>
                <th scope="col" class="number">
                  Amount
                </th>
                <th scope="col">State</th>
                <th scope="col">By</th>
                <th scope="col">Signed</th>
                <th scope="col">Representative</th>
                <th scope="col">Principal</th>
              </tr>
            </thead>
            <tbody>
              {all.slice(0, SHOWN).map((one) => (
                <tr key={one.orderId}>
                  <th scope="row">
                    <RecordLink place="investments" id={one.orderId} />
                  </th>
                  <td data-title="Account">
                    <Named id={one.accountId} />
                  </td>
                  <td class="number" data-title="Units">
                    {quantityText(one.totalShares)}
                  </td>
                  <td class="number" data-title="Amount">
                    {dollarText(one.totalAmount)}
                  </td>
                  <td data-title="State">{one.orderStatus.toLowerCase()}</td>
                  <td data-title="By">{one.transactionType}</td>
                  <td data-title="Signed">{check(one.esignStatus)}</td>
                  <td data-title="Representative">{check(one.RRApprovalStatus)}</td>
                  <td data-title="Principal">{check(one.PrincipalApprovalStatus)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {all.length > SHOWN ? <p class="hint">{quantityText(all.length - SHOWN)} more.</p> : null}
    </Section>
  );
}

async function readSubscriptions({ session }: Desk, offeringId: string): Promise<readonly Subscription[]> {
  const answer = (await session.api.call('getTradesForOffering', { offeringId })) as Fields;
  return answer['Offering purchased details'] as Subscription[];
}
