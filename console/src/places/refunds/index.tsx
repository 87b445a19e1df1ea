/** Money that goes back to investors (A30 to A35): due, not due yet, and the refunds that were made. */
import { type Desk, pathOf, useAddress } from '../../data/index.ts';
import { Named, type Node } from '../../parts/index.ts';
import { type Column, dollars, Table, usePages } from '../../table/index.ts';
import { accountColumn, clientColumns, useColumns, useFoundByAccount } from '../../views/index.ts';
import { RefundRecord } from './record.tsx';
import { idOf, RAILS, type Refund, sourceOf, stateText } from './refund.ts';

export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  return <RefundRecord key={id} desk={desk} id={id} />;
}

const PAGE = 100;
const STATES = ['Due', 'Waiting', 'Pending', 'Submitted', 'Settled', 'Returned', 'Voided'];

const columnsOf = (desk: Desk): readonly Column<Refund>[] => [
  {
    ...{
      id: 'refund',
      title: 'Refund',
      width: 110,
      value: (one: Refund) => one.refundId ?? sourceOf(one)?.words ?? 'By hand',
    },
    below: ({ accountId }) => <Named id={accountId} />,
  },
  { id: 'by', title: 'By', width: 110, kind: 'choice', isWideOnly: true, value: ({ rail }) => RAILS[rail] ?? rail },
  { id: 'payment', title: 'Gives back', width: 130, isWideOnly: true, value: (one) => sourceOf(one)?.words ?? null },
  accountColumn(desk),
  { id: 'investment', title: 'Investment', width: 90, isWideOnly: true, value: ({ tradeId }) => tradeId },
  { id: 'amount', title: 'Amount', width: 90, ...dollars('amount') },
  {
    ...{ id: 'state', title: 'State', width: 100, kind: 'choice', choices: STATES },
    value: ({ status }) => status,
    view: stateText,
  },
  { id: 'until', title: 'Waits until', width: 100, isWideOnly: true, value: ({ waitsUntil }) => waitsUntil },
  { id: 'why', title: 'Why', width: 130, isWideOnly: true, value: ({ errors, reason }) => errors ?? reason },
];

/** Which of them, by the name in the address. */
const SHOWN: readonly (readonly [name: string, words: string, asked: object])[] = [
  ['', 'Due', { status: 'Due' }],
  ['waiting', 'Waiting', { status: 'Waiting' }],
  ['made', 'Made', {}],
];

export function Place({ desk }: { readonly desk: Desk }): Node {
  const show = useAddress().query.get('show') ?? '';
  const [, , asked] = SHOWN.find(([name]) => name === show) ?? SHOWN[0]!;
  const pages = usePages<Refund>(
    async (cursor) => {
      const answer = await desk.session.api.call('getRefunds', { ...asked, limit: PAGE, ...(cursor && { cursor }) });
      return { rows: answer.refunds as Refund[], next: (answer.nextCursor ?? undefined) as string | undefined };
    },
    [JSON.stringify(asked)],
    30_000,
  );
  const ofAccount = async (accountId: string) => {
    const { refunds } = await desk.session.api.call('getRefunds', { ...asked, accountId, limit: PAGE });
    return refunds as Refund[];
  };
  const found = useFoundByAccount(desk, pages, ofAccount);
  const columns = useColumns(desk, () => [...columnsOf(desk), ...clientColumns<Refund>(desk)]);
  const tools = SHOWN.map(([name, words]) => (
    <a
      key={name}
      class="button"
      aria-current={show === name ? 'page' : undefined}
      href={pathOf('refunds', '', name === '' ? '' : `show=${name}`)}
    >
      {words}
    </a>
  ));
  return (
    <Table
      name="refunds"
      label="Refunds"
      {...pages}
      found={found}
      columns={columns}
      opens
      tools={tools}
      idOf={idOf}
      empty={EMPTY[show] ?? EMPTY['']}
    />
  );
}

const EMPTY: Readonly<Record<string, string>> = {
  '': 'Nothing is due. Overpayments, and payments of cancelled investments, appear here.',
  waiting: 'Nothing waits. What a bank may still take back appears here with the day until which it may.',
  made: 'No refunds. Give back what is due.',
};
