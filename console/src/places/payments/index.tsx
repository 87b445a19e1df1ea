/** Payments of every rail: a list, and a record of each with what can be done with it. */
import { type Desk, pathOf, useAddress } from '../../data/index.ts';
import { Named, type Node } from '../../parts/index.ts';
import { type Column, dollars, Table, usePages } from '../../table/index.ts';
import {
  accountColumn,
  clientColumns,
  type Payment,
  paymentOf,
  paymentState,
  RAILS,
  useColumns,
  useFoundByAccount,
} from '../../views/index.ts';
import { NEXT_BATCH, NextBatch } from './next-batch.tsx';
import { PaymentRecord } from './record.tsx';

export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  return id === NEXT_BATCH ? <NextBatch desk={desk} /> : <PaymentRecord key={id} desk={desk} id={id} />;
}

const STATES = ['Pending', 'Submitted', 'Settled', 'Returned', 'Voided', 'Declined'];
const PAGE = 200;

const columnsOf = (desk: Desk): readonly Column<Payment>[] => [
  {
    ...{ id: 'payment', title: 'Payment', width: 124, value: ({ id }: Payment) => id },
    below: ({ accountId }) => <Named id={accountId} />,
  },
  {
    ...{ id: 'by', title: 'By', width: 100, kind: 'choice', choices: Object.keys(RAILS), isWideOnly: true },
    value: ({ rail }) => rail,
    view: ({ rail }) => RAILS[rail],
  },
  accountColumn(desk),
  { id: 'investment', title: 'Investment', width: 80, isWideOnly: true, value: ({ tradeId }) => tradeId },
  { id: 'amount', title: 'Amount', width: 84, ...dollars('amount') },
  {
    ...{ id: 'state', title: 'State', width: 84, kind: 'choice', choices: STATES },
    value: ({ status }) => status,
    view: paymentState,
  },
  { id: 'approval', title: 'Approval', width: 100, isHidden: true, value: ({ approvalStatus }) => approvalStatus },
  { id: 'batch', title: 'Batch of', width: 80, isWideOnly: true, value: ({ batchDay }) => batchDay },
  { id: 'errors', title: 'Why', width: 112, isWideOnly: true, value: ({ errors }) => errors },
  { id: 'created', title: 'Created', width: 92, kind: 'time', isWideOnly: true, value: ({ created }) => created },
];

/** The venue filters by one state, one rail and one day of a batch; the table by the rest. */
function askedIn(query: URLSearchParams): Readonly<Record<string, string>> {
  const one = (name: string) => {
    const asked = query.get(`f.${name}`) ?? '';
    return asked.includes(',') ? '' : asked;
  };
  const day = one('batch');
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day);
  const asked = { rail: one('by'), status: one('state'), batchDay: isDay ? day : '' };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''));
}

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  const asked = askedIn(useAddress().query);
  const pages = usePages<Payment>(
    async (from) => {
      const cursor = from === undefined ? {} : { cursor: from };
      const answer = await session.api.call('getPayments', { ...asked, ...cursor, limit: PAGE });
      return { rows: (answer.payments as never[]).map(paymentOf), next: (answer.nextCursor ?? undefined) as string };
    },
    [JSON.stringify(asked)],
    30_000,
  );
  const ofAccount = async (accountId: string) => {
    const { payments } = await session.api.call('getPayments', { ...asked, accountId, limit: PAGE });
    return (payments as never[]).map(paymentOf);
  };
  const found = useFoundByAccount(desk, pages, ofAccount);
  const columns = useColumns(desk, () => [...columnsOf(desk), ...clientColumns<Payment>(desk)]);
  const wires = pathOf('investments', '', 'f.state=Created&f.pays=WIRE');
  const tools = (
    <>
      <a class="button" href={pathOf('payments', NEXT_BATCH)}>
        Next batch
      </a>
      {session.may('listTrades') ? (
        <a class="button" href={wires}>
          Wires to record
        </a>
      ) : null}
    </>
  );
  return (
    <Table
      name="payments"
      label="Payments"
      {...pages}
      found={found}
      columns={columns}
      opens
      tools={tools}
      idOf={({ id }: Payment) => id}
      empty="No payments. A debit, a payment by card or a deposit into custody appears here once it is made."
    />
  );
}
