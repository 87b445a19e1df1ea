/** What changed the register of a security apart from matches (F17), with cause, before and after, and who did it. */
import { type Desk, dollarText, priceText, quantityText } from '../../data/index.ts';
import { Named, type Node, RecordLink } from '../../parts/index.ts';
import { type Column, Table, times, usePages } from '../../table/index.ts';
import { named, OfSecurity, useColumns } from '../../views/index.ts';

interface Change {
  readonly entry: number;
  readonly changedTime: string;
  readonly kind: string;
  readonly clientId: string;
  readonly accountId: string | null;
  readonly matchId: string | null;
  readonly tradeId: string | null;
  readonly quantityBefore: string;
  readonly quantityAfter: string;
  readonly priceBefore: string | null;
  readonly priceAfter: string | null;
  readonly costBefore: string | null;
  readonly costAfter: string | null;
  readonly by: string;
  readonly byClientId: string | null;
  readonly userId: string | null;
  readonly reason: string | null;
}

/** Of REGISTER_CHANGE_KINDS. */
const KINDS: Readonly<Record<string, string>> = {
  ...{ issue: 'Issued', takeBack: 'Taken back', settled: 'Settled', canceled: 'Settlement canceled' },
  ...{
    bust: 'Trade busted',
    correction: 'Trade corrected',
    report: 'Reported by the issuer',
    position: 'Position set',
  },
};
const WHO: Readonly<Record<string, string>> = { client: 'A client', operator: 'The operator', venue: 'The venue' };

/** `100 → 60`; one value where nothing changed, or there is one alone. */
function change(before: string | null, after: string | null, text: (value: string) => string): string {
  const [old, now] = [before, after].map((value) => (value === null ? '' : text(value)));
  if (old === now || old === '') return now ?? '';
  return now === '' ? `${old} → none` : `${old} → ${now}`;
}

const priced = (price: string): string => `$${priceText(price)}`;

const columnsOf = (desk: Desk): readonly Column<Change>[] => [
  { id: 'time', title: 'Time', width: 110, ...times('changedTime') },
  {
    ...{ id: 'kind', title: 'Change', width: 104, kind: 'choice', choices: Object.values(KINDS) },
    value: ({ kind }: Change) => KINDS[kind] ?? kind,
    below: ({ accountId, clientId }) => <Named id={accountId ?? clientId} />,
  },
  {
    ...named(desk, {
      ...{ id: 'holder', title: 'Holder', width: 96, isWideOnly: true },
      value: ({ accountId, clientId }: Change) => accountId ?? clientId,
    }),
    view: ({ accountId, clientId }) =>
      accountId === null ? <Named id={clientId} /> : <RecordLink place="accounts" id={accountId} />,
  },
  {
    ...{ id: 'shares', title: 'Shares', width: 90 },
    value: ({ quantityBefore, quantityAfter }) => change(quantityBefore, quantityAfter, quantityText),
  },
  {
    ...{ id: 'price', title: 'Price', width: 76, isWideOnly: true },
    value: ({ priceBefore, priceAfter }) => change(priceBefore, priceAfter, priced) || null,
  },
  {
    ...{ id: 'cost', title: 'Cost', width: 100, isWideOnly: true },
    value: ({ costBefore, costAfter }) => change(costBefore, costAfter, dollarText) || null,
  },
  {
    ...{ id: 'cause', title: 'Cause', width: 84, isWideOnly: true },
    value: ({ matchId, tradeId }) => matchId ?? tradeId,
    view: ({ matchId, tradeId }) =>
      matchId !== null ? (
        <RecordLink place="trades" id={matchId}>
          Trade {matchId}
        </RecordLink>
      ) : tradeId !== null ? (
        <RecordLink place="investments" id={tradeId}>
          Investment {tradeId}
        </RecordLink>
      ) : (
        ''
      ),
  },
  {
    ...named(desk, {
      ...{ id: 'by', title: 'By', width: 84, isWideOnly: true },
      value: ({ userId, byClientId, by }: Change) => userId ?? byClientId ?? WHO[by] ?? by,
    }),
  },
  { id: 'reason', title: 'Reason', width: 184, isWideOnly: true, value: ({ reason }) => reason },
];

export function Place({ desk }: { readonly desk: Desk }): Node {
  const show = (securityId: string) => <Changes key={securityId} desk={desk} securityId={securityId} />;
  return <OfSecurity desk={desk} isAny show={show} />;
}

const PAGE = 200;

function Changes({ desk, securityId }: { readonly desk: Desk; readonly securityId: string }): Node {
  const { api } = desk.session;
  const pages = usePages<Change>(
    async (cursor) => {
      const answer = await api.call('getRegisterChanges', { securityId, limit: PAGE, ...(cursor && { cursor }) });
      return { rows: answer.changes as Change[], next: (answer.nextCursor ?? undefined) as string | undefined };
    },
    [],
    30_000,
  );
  const columns = useColumns<Change>(desk, () => columnsOf(desk));
  const rowId = ({ entry, clientId, accountId, quantityAfter }: Change) =>
    [entry, clientId, accountId, quantityAfter].join(' ');
  return (
    <Table
      name="register-changes"
      label="Changes of the register"
      {...pages}
      columns={columns}
      idOf={rowId}
      empty="No changes apart from trades. Issues, settlements, busts, corrections and reports appear here."
    />
  );
}
