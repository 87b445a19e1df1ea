/** A holder of a security: what moved its shares, with the cause of each entry (F15). */
import { useState } from 'preact/hooks';
import { type Desk, dollarText, priceText, quantityText, useTopic } from '../../data/index.ts';
import { type Fact, Named, type Node, placeholder, RecordLink, RecordView, Rows, Section } from '../../parts/index.ts';
import { usePages } from '../../table/index.ts';
import { saveCsv } from '../../views/index.ts';

interface Held {
  readonly quantity: string;
  readonly settled: string;
  readonly averageCost: string | null;
  readonly costCarriedForward: 'Yes' | 'No';
  readonly cost: string | null;
}

interface Entry {
  readonly entry: number | null;
  readonly date: string | null;
  readonly cause: 'match' | 'issue';
  readonly matchId: string | null;
  readonly tradeId: string | null;
  readonly quantity: string;
  readonly price: string | null;
  readonly cost: string | null;
  readonly settlement: string;
  readonly quantityAfter: string;
}

interface Whose {
  readonly securityId: string;
  readonly clientId?: string;
  readonly accountId?: string;
}

interface Read {
  readonly now: Held;
  readonly opening: Held & { readonly report: number | null };
}

const PAGE = 50;

/** The reader's own client. */
const OWN = '-';

/** Whose: the security, the client, and the account where there is one. */
function whoseOf(id: string): Whose {
  const [securityId = '', clientId = OWN, ...account] = id.split(' ');
  const accountId = account.join(' ');
  const client = clientId === OWN ? {} : { clientId };
  return { securityId, ...client, ...(accountId === '' ? {} : { accountId }) };
}

export function HolderRecord({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  const { api } = desk.session;
  useTopic(desk.names.changed);
  const whose = whoseOf(id);
  const [read, setRead] = useState<Read | undefined>(undefined);
  const pages = usePages<Entry>(
    async (cursor) => {
      const answer = await api.call('getHolderEntries', { ...whose, limit: PAGE, ...(cursor && { cursor }) });
      setRead({ now: answer.now as Held, opening: answer.opening as Read['opening'] });
      return { rows: answer.entries as Entry[], next: (answer.nextCursor ?? undefined) as string | undefined };
    },
    [],
    30_000,
  );
  const { securityId, clientId, accountId } = whose;
  const name = desk.names.titleOf(accountId ?? clientId ?? '');
  const loaded = { value: pages.rows, failure: pages.failure, again: pages.again };
  const { more } = pages;
  const file = `holder-${id.replaceAll(' ', '-')}.csv`;
  const aside = (
    <button type="button" onClick={() => saveCsv(desk, file, { method: 'getHolderEntries', asked: { ...whose } })}>
      Export CSV
    </button>
  );
  const opening = read !== undefined && Number(read.opening.quantity) !== 0 ? read.opening : undefined;
  return (
    <RecordView
      title={name}
      about={`Holder of ${desk.securities.fullTitleOf(securityId)}`}
      facts={read === undefined ? [] : factsOf(read.now, whose)}
    >
      <Section title="What moved its shares" aside={aside}>
        {opening === undefined ? null : <p class="hint">{openingWords(opening)}</p>}
        {placeholder(loaded, 'No entries. Trades and closed investments of the holder appear here.') ?? (
          <>
            <Entries entries={pages.rows ?? []} />
            {more === undefined ? null : (
              <button type="button" onClick={more}>
                Later entries
              </button>
            )}
          </>
        )}
      </Section>
    </RecordView>
  );
}

function factsOf(
  { quantity, settled, averageCost, cost, costCarriedForward }: Held,
  { clientId, accountId }: Whose,
): readonly Fact[] {
  return [
    ['Shares', quantityText(quantity)],
    ['Settled', quantityText(settled)],
    ['Average cost', averageCost === null ? 'Not known' : `$${priceText(averageCost)}`],
    ['Cost rests on', costCarriedForward === 'Yes' ? 'Earlier entries that are kept no longer' : ''],
    ['Cost', cost === null ? 'Not known' : dollarText(cost)],
    ['Account', accountId === undefined ? '' : <RecordLink place="accounts" id={accountId} />],
    ['Client', clientId === undefined ? '' : <Named id={clientId} />],
  ];
}

function openingWords({ quantity, cost, report }: Read['opening']): string {
  const of = report === null ? 'earlier entries that are kept no longer' : 'a report';
  return `It began with ${quantityText(quantity)} shares of ${of}${cost === null ? '' : `, ${dollarText(cost)}`}.`;
}

function Entries({ entries }: { readonly entries: readonly Entry[] }): Node {
  return (
    <Rows
      label="Entries"
      rows={entries}
      keyOf={(_one, index) => index}
      columns={[
        { title: 'Day', cell: (one) => one.date ?? 'Not known' },
        { title: 'Cause', cell: (one) => <Cause entry={one} /> },
        {
          title: 'Shares',
          isNumber: true,
          cell: (one) => (
            <>
              {one.quantity.startsWith('-') ? '' : '+'}
              {quantityText(one.quantity)}
            </>
          ),
        },
        {
          title: 'Price or cost',
          isNumber: true,
          cell: (one) =>
            one.price === null ? (one.cost === null ? '–' : dollarText(one.cost)) : `$${priceText(one.price)}`,
        },
        { title: 'Settlement', cell: (one) => (one.settlement === 'Settled' ? '✓ Settled' : '◌ Pending') },
        { title: 'Shares then', isNumber: true, cell: (one) => quantityText(one.quantityAfter) },
      ]}
    />
  );
}

function Cause({ entry: { cause, matchId, tradeId, quantity } }: { readonly entry: Entry }): Node {
  if (cause === 'issue')
    return tradeId === null ? (
      <>Issued</>
    ) : (
      <>
        Issued: investment <RecordLink place="investments" id={tradeId} />
      </>
    );
  return (
    <>
      {quantity.startsWith('-') ? 'Sold' : 'Bought'}: match {matchId}
    </>
  );
}
