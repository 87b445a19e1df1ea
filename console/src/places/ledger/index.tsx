/** The ledger of money (B9): the entries of an offering, an investment, the cash of an account, or a day. */
import { useState } from 'preact/hooks';
import { type Desk, dollarText, setQuery, useAddress } from '../../data/index.ts';
import { Choice, Empty, type Node, Picker } from '../../parts/index.ts';
import { type Column, Table, times, usePages } from '../../table/index.ts';
import {
  accountWords,
  EntryCause,
  eventWords,
  findAccount,
  findOffering,
  type LedgerEntry,
  saveCsv,
  shownAmount,
} from '../../views/index.ts';

/** Whose books: in the address, and as the API names it. */
const KINDS = [
  ['offeringId', 'Offering'],
  ['tradeId', 'Investment'],
  ['accountId', 'Cash of an account'],
] as const;
const OF_DAY = [['day', 'Day']] as const;

type Kind = (typeof KINDS | typeof OF_DAY)[number][0];

const PAGE = 200;

const columnsOf = (desk: Desk): readonly Column<LedgerEntry>[] => [
  { id: 'time', title: 'Time', width: 100, ...times('postedDate') },
  {
    ...{ id: 'event', title: 'What happened', width: 112, kind: 'choice' },
    value: ({ event }) => eventWords(event),
    view: ({ event }) => <span>{eventWords(event)}</span>,
    below: ({ kind }) => `In ${accountWords(kind)}`,
  },
  {
    ...{ id: 'account', title: 'In', width: 150, kind: 'choice', isWideOnly: true },
    value: ({ kind }) => accountWords(kind),
  },
  {
    ...{ id: 'amount', title: 'Amount', width: 92, kind: 'number' },
    value: ({ kind, amount }) => Number(shownAmount(kind, amount)),
    text: ({ kind, amount }) => dollarText(shownAmount(kind, amount)),
  },
  {
    ...{ id: 'cause', title: 'Cause', width: 220, isWideOnly: true },
    value: ({ tradeId, referenceNumber, reason }) => [tradeId, referenceNumber, reason].filter(Boolean).join(' '),
    view: (entry) => <EntryCause desk={desk} entry={entry} />,
  },
  {
    ...{ id: 'entry', title: 'Entry', width: 80, isHidden: true },
    value: ({ entry }) => String(entry),
  },
];

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { query } = useAddress();
  const { operator } = desk.session.capabilities;
  const kinds = [...KINDS, ...(operator ? OF_DAY : [])];
  const kind: Kind = kinds.find(([name]) => query.has(name))?.[0] ?? (query.get('of') as Kind | null) ?? 'offeringId';
  const id = query.get(kind) ?? '';
  const put = (text: string) => setQuery({ [kind]: text });
  const choose = (next: Kind) => setQuery({ ...Object.fromEntries(kinds.map(([name]) => [name, ''])), of: next });
  return (
    <>
      <div class="place-tools">
        <Choice label="Books of" choices={kinds} value={kind} set={choose} />
        <Whose key={kind} desk={desk} kind={kind} id={id} put={put} />
      </div>
      {id === '' ? (
        <Empty>Choose whose books: an offering, an investment, or the account whose cash is in custody.</Empty>
      ) : (
        <Entries key={`${kind} ${id}`} desk={desk} of={{ [kind]: id }} />
      )}
    </>
  );
}

interface WhoseProps {
  readonly desk: Desk;
  readonly kind: Kind;
  readonly id: string;
  readonly put: (text: string) => void;
}

function Whose({ desk, kind, id, put }: WhoseProps): Node {
  if (kind === 'day') {
    return (
      <label>
        Day, New York
        <input type="date" value={id} onChange={(event: Event) => put((event.target as HTMLInputElement).value)} />
      </label>
    );
  }
  const find =
    kind === 'offeringId' ? findOffering(desk) : kind === 'accountId' ? findAccount(desk) : findInvestment(desk);
  const [, label] = KINDS.find(([name]) => name === kind) ?? KINDS[0];
  return <Picker label={label} id={`ledger-${kind}`} value={id} find={find} set={put} />;
}

const FOUND_MAX = 200;

function findInvestment({ session }: Desk) {
  return async (text: string) => {
    const { trades } = await session.api.call('listTrades', { limit: FOUND_MAX });
    const part = text.trim().toLowerCase();
    return (trades as Readonly<Record<string, string>>[])
      .map(({ tradeId = '', accountName = '', issueName = '' }) => ({
        id: tradeId,
        name: `${accountName}, ${issueName}`,
      }))
      .filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(part));
  };
}

function Entries({ desk, of }: { readonly desk: Desk; readonly of: Readonly<Record<string, string>> }): Node {
  const { api } = desk.session;
  const [balances, setBalances] = useState<readonly { readonly kind: string; readonly amount: string }[]>([]);
  const pages = usePages<LedgerEntry>(
    async (cursor) => {
      const answer = await api.call('getLedger', { ...of, limit: PAGE, ...(cursor && { cursor }) });
      setBalances(answer.balances as { kind: string; amount: string }[]);
      return { rows: answer.entries as LedgerEntry[], next: (answer.nextCursor ?? undefined) as string | undefined };
    },
    [],
    30_000,
  );
  const save = () => saveCsv(desk, `ledger-${Object.values(of)}.csv`, { method: 'getLedger', asked: of });
  const facts = balances
    .filter(({ amount }) => Number(amount) !== 0)
    .map(({ kind, amount }) => `${accountWords(kind)} ${dollarText(shownAmount(kind, amount))}`);
  return (
    <>
      {facts.length === 0 ? null : (
        <div class="place-tools">
          <p class="hint">{facts.join(', ')}.</p>
        </div>
      )}
      <Table
        name="ledger"
        label="Ledger"
        {...pages}
        columns={columnsOf(desk)}
        tools={
          <button type="button" onClick={save}>
            Export all
          </button>
        }
        idOf={({ entry }: LedgerEntry) => String(entry)}
        empty="No entries. They begin with the first investment, wire, check or deposit."
      />
    </>
  );
}
