import { type Desk, dollarText, quantityText } from '../../data/index.ts';
import { type Node, placeholder, RecordLink, Rows, Section, useLoaded } from '../../parts/index.ts';

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
        <Rows
          label="Investments"
          rows={loaded.value ?? []}
          keyOf={(one) => one.tradeId}
          columns={[
            { title: 'Investment', cell: (one) => <RecordLink place="investments" id={one.tradeId} /> },
            { title: 'Offering', cell: (one) => one.issueName },
            { title: 'Units', isNumber: true, cell: (one) => quantityText(String(one.totalShares)) },
            { title: 'Amount', isNumber: true, cell: (one) => dollarText(String(one.totalAmount)) },
            { title: 'State', cell: (one) => String(one.orderStatus).toLowerCase() },
          ]}
        />
      )}
    </Section>
  );
}
