import { type Desk, pathOf, priceText, quantityText, useTopic } from '../../data/index.ts';
import { type Node, placeholder, Rows, Section, useLoaded } from '../../parts/index.ts';
import type { Account } from '../../views/index.ts';

interface Position {
  readonly accountId?: string;
  readonly securityId: string;
  readonly quantity: number;
  readonly settled: number;
  readonly averageCost: string | null;
}

const SHOWN = 500;
/** In the address: the reader's own client. */
const OWN = '-';

/** What the account holds; each leads to the entries that moved it. */
export function Shares({ desk, account }: { readonly desk: Desk; readonly account: Account }): Node | null {
  const { session, securities } = desk;
  useTopic(securities.changed);
  const { accountId, clientId } = account;
  const may = session.may('getPositions', 'getHolderEntries');
  const loaded = useLoaded(async () => {
    if (!may) return [];
    const whose = session.capabilities.operator ? { clientId } : {};
    const asked = { ...whose, accountid: accountId, limit: SHOWN };
    return (await session.api.call('getPositions', asked)).positions as Position[];
  }, [accountId]);
  if (!may) return null;
  return (
    <Section title="Shares">
      {placeholder(loaded, 'No shares. They appear with a closed investment, a trade or a report of holders.') ?? (
        <Rows
          label="Shares"
          rows={loaded.value ?? []}
          keyOf={({ securityId }) => securityId}
          columns={[
            {
              title: 'Security',
              cell: ({ securityId }) => (
                <a href={pathOf('register', `${securityId} ${clientId || OWN} ${accountId}`)}>
                  {securities.fullTitleOf(securityId)}
                </a>
              ),
            },
            { title: 'Shares', isNumber: true, cell: ({ quantity }) => quantityText(quantity) },
            { title: 'Settled', isNumber: true, cell: ({ settled }) => quantityText(settled) },
            {
              title: 'Average cost',
              isNumber: true,
              cell: ({ averageCost }) => (averageCost === null ? '–' : `$${priceText(averageCost)}`),
            },
          ]}
        />
      )}
    </Section>
  );
}
