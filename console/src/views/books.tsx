/** The books of an offering, an investment or a custody account (B9): balances, entries with their cause, a file. */
import { useState } from 'preact/hooks';
import { type Desk, dollarText, instantOf, pathOf } from '../data/index.ts';
import { Facts, type Node, placeholder, RecordLink, Rows, Section, When } from '../parts/index.ts';
import { usePages } from '../table/index.ts';
import { accountWords, eventWords, shownAmount } from './ledger-words.ts';
import { saveCsv } from './paged-files.ts';

export interface LedgerEntry {
  readonly entry: number;
  readonly postedDate: string;
  readonly event: string;
  readonly kind: string;
  readonly amount: string;
  readonly tradeId: string | null;
  readonly rail: string | null;
  readonly referenceNumber: string | null;
  readonly disbursementId: string | null;
  readonly refundId: string | null;
  readonly reason: string | null;
}

interface Balance {
  readonly kind: string;
  readonly amount: string;
}

const PAGE = 25;
const RECEIPTS: Readonly<Record<string, string>> = { WIRE: 'Wire', CHECK: 'Check' };

interface Props {
  readonly desk: Desk;
  readonly title: string;
  /** What getLedger names. */
  readonly of: { readonly offeringId: string } | { readonly tradeId: string } | { readonly accountId: string };
  readonly empty: string;
}

export function Books({ desk, title, of, empty }: Props): Node | null {
  if (!desk.session.may('getLedger')) return null;
  return <Ledger key={JSON.stringify(of)} desk={desk} title={title} of={of} empty={empty} />;
}

function Ledger({ desk, title, of, empty }: Props): Node {
  const { api } = desk.session;
  const [balances, setBalances] = useState<readonly Balance[]>([]);
  const pages = usePages<LedgerEntry>(
    async (cursor) => {
      const answer = await api.call('getLedger', { ...of, limit: PAGE, ...(cursor && { cursor }) });
      setBalances(answer.balances as Balance[]);
      return { rows: answer.entries as LedgerEntry[], next: (answer.nextCursor ?? undefined) as string | undefined };
    },
    [],
    30_000,
  );
  const facts = balances
    .filter(({ amount }) => Number(amount) !== 0)
    .map(({ kind, amount }) => [accountWords(kind), dollarText(shownAmount(kind, amount))] as const);
  const aside = (
    <button
      type="button"
      onClick={() => saveCsv(desk, `books-${Object.values(of)}.csv`, { method: 'getLedger', asked: of })}
    >
      Export CSV
    </button>
  );
  const loaded = { value: pages.rows, failure: pages.failure, again: pages.again };
  const { more } = pages;
  return (
    <Section title={title} aside={aside}>
      <Facts facts={facts} />
      {placeholder(loaded, empty) ?? (
        <>
          <Entries desk={desk} label={title} entries={pages.rows ?? []} />
          {more === undefined ? null : (
            <button type="button" onClick={more}>
              Earlier entries
            </button>
          )}
        </>
      )}
    </Section>
  );
}

interface EntriesProps {
  readonly desk: Desk;
  readonly label: string;
  readonly entries: readonly LedgerEntry[];
}

function Entries({ desk, label, entries }: EntriesProps): Node {
  return (
    <Rows
      label={label}
      rows={entries}
      keyOf={(one) => one.entry}
      columns={[
        { title: 'Time, New York', cell: (one) => <When at={instantOf(one.postedDate)} /> },
        { title: 'What happened', cell: (one) => eventWords(one.event) },
        { title: 'In', cell: (one) => accountWords(one.kind) },
        { title: 'Amount', isNumber: true, cell: (one) => dollarText(shownAmount(one.kind, one.amount)) },
        { title: 'Cause', cell: (one) => <EntryCause desk={desk} entry={one} /> },
      ]}
    />
  );
}

/** The payment, receipt or disbursement, the investment, and the reason that was given. */
export function EntryCause({ desk, entry }: { readonly desk: Desk; readonly entry: LedgerEntry }): Node {
  const { tradeId, disbursementId, refundId, reason } = entry;
  return (
    <>
      <Payment desk={desk} entry={entry} />{' '}
      {disbursementId === null ? null : <a href={pathOf('disbursements', disbursementId)}>Disbursement</a>}{' '}
      {refundId === null ? null : <a href={pathOf('refunds', `${tradeId}-${refundId}`)}>Refund {refundId}</a>}{' '}
      {tradeId === null ? null : (
        <RecordLink place="investments" id={tradeId}>
          Investment {tradeId}
        </RecordLink>
      )}
      {reason === null || reason === '' ? null : <small class="below">{reason}</small>}
    </>
  );
}

/** Receipts are for operators: others read their number. */
function Payment({ desk, entry }: { readonly desk: Desk; readonly entry: LedgerEntry }): Node | null {
  const { rail, referenceNumber: number } = entry;
  if (rail === null || number === null) return null;
  const receipt = RECEIPTS[rail];
  const words = receipt === undefined ? `${rail}-${number}` : `${receipt} ${number}`;
  if (receipt !== undefined && !desk.session.may('getReceipts')) return <>{words}</>;
  return <a href={receipt === undefined ? pathOf('payments', words) : pathOf('receipts', number)}>{words}</a>;
}
