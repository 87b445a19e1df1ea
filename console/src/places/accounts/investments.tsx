import { type Desk, dollarText, quantityText } from '../../data/index.ts';
import { type Node, placeholder, RecordLink, Scroll, Section, useLoaded } from '../../parts/index.ts';

const SHOWN = 100;

interface Investment {
  readonly tradeId: string;
  readonly issueName: string;
  readonly totalShares: string;
  readonly totalAmount: string;
  readonly orderStatus: string;
}

/** The newest investments of an account. */
export function Investments({ desk, accountId }: { readonly desk: Desk; readonly accountId: string }): Node {
  const loaded = useLoaded(async () => {
    const filter = JSON.stringify({ accountId });
    return (await desk.session.api.call('listTrades', { filter, limit: SHOWN })).trades as Investment[];
  }, [accountId]);
  return (
    <Section title="Investments">
      {placeholder(loaded, 'No investments. One appears here when the account invests in an offering.') ?? (
        <Scroll label="Investments">
          <table class="stacked">
            <thead>
              <tr>
                <th scope="col">Investment</th>
                <th scope="col">Offering</th>
                <th scope="col" class="number">
                  Units
                </th>
                <th scope="col" class="number">
                  Amount
                </th>
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              {loaded.value?.map((one) => (
                <tr key={one.tradeId}>
                  <th scope="row">
                    <RecordLink place="investments" id={one.tradeId} />
                  </th>
                  <td data-title="Offering">{one.issueName}</td>
                  <td class="number" data-title="Units">
                    {quantityText(String(one.totalShares))}
                  </td>
                  <td class="number" data-title="Amount">
                    {dollarText(String(one.totalAmount))}
                  </td>
                  <td data-title="State">{String(one.orderStatus).toLowerCase()}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Section>
  );
}
