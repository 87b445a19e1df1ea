/** What the next batch will send by rail, what stays out of it, and the other work on money that waits (A13 to A22). */
import type { MethodName } from '../../client/index.ts';
import { type Desk, dollarText, type Fields, pathOf, quantityText, sumText } from '../../data/index.ts';
import {
  Empty,
  Named,
  type Node,
  placeholder,
  RecordLink,
  RecordView,
  Rows,
  type RowsColumn,
  Section,
  useLoaded,
} from '../../parts/index.ts';
import { type Payment, paymentOf, RAILS } from '../../views/index.ts';

/** In the place of an id: /console/payments/next-batch. */
export const NEXT_BATCH = 'next-batch';

const PAGE = 200;
const READ_MAX = 2000;
const SHOWN = 50;
const EVERY_MS = 30_000;

interface Pending {
  readonly payments: readonly Payment[];
  /** There are more than are read. */
  readonly isCut: boolean;
}

/** Payments that wait for the cut-off, newest first. */
async function readPending({ session }: Desk): Promise<Pending> {
  const payments: Payment[] = [];
  for (let cursor: unknown; ; ) {
    const asked = { status: 'Pending', limit: PAGE, ...(cursor === undefined ? {} : { cursor }) };
    const answer = await session.api.call('getPayments', asked);
    payments.push(...(answer.payments as Fields[]).map(paymentOf));
    cursor = answer.nextCursor ?? undefined;
    const isCut = payments.length >= READ_MAX;
    if (cursor === undefined || isCut) return { payments, isCut: isCut && cursor !== undefined };
  }
}

const isStopped = ({ approvalStatus }: Payment): boolean => approvalStatus === 'Declined';
const sumOf = (payments: readonly Payment[]): string => dollarText(sumText(payments.map(({ amount }) => amount)));

export function NextBatch({ desk }: { readonly desk: Desk }): Node {
  const { value, failure } = useLoaded(() => readPending(desk), [], EVERY_MS);
  if (value === undefined) return <Empty>{failure ?? 'Reading …'}</Empty>;
  const sent = value.payments.filter((one) => !isStopped(one));
  const stopped = value.payments.filter(isStopped);
  const about =
    'Sent at 18:00 New York time of the next bank business day. Until then a payment can be voided or declined.';
  return (
    <RecordView
      title="Next batch"
      about={about}
      state={
        <strong>
          {sumOf(sent)} in {paymentsText(sent.length)}
        </strong>
      }
      facts={value.isCut ? [['Shown', `The newest ${quantityText(value.payments.length)} payments`]] : []}
    >
      <Section title="By rail">
        <Rails sent={sent} stopped={stopped} />
      </Section>
      <Section title={`Stopped (${quantityText(stopped.length)})`}>
        <List label="Stopped payments" payments={stopped} empty="No payment is declined: all of them are sent." />
        <p class="hint">
          The cut-off also voids the payments of cancelled investments, of closed offerings, and of blocked accounts.
        </p>
      </Section>
      <Section title={`To be sent (${quantityText(sent.length)})`}>
        <List
          label="Payments of the batch"
          payments={sent}
          empty="Nothing waits. A debit, a payment by card or a deposit into custody appears here once it is made."
        />
      </Section>
      <Section title="Also waiting">
        <OtherWork desk={desk} />
      </Section>
    </RecordView>
  );
}

const paymentsText = (count: number): string => (count === 1 ? '1 payment' : `${quantityText(count)} payments`);

interface RailsProps {
  readonly sent: readonly Payment[];
  readonly stopped: readonly Payment[];
}

interface RailSum {
  readonly words: string;
  readonly goes: readonly Payment[];
  readonly stays: readonly Payment[];
}

function Rails({ sent, stopped }: RailsProps): Node {
  const of = (rail: string, payments: readonly Payment[]) => payments.filter((one) => one.rail === rail);
  const rails = Object.entries(RAILS).map(
    ([rail, words]): RailSum => ({ words, goes: of(rail, sent), stays: of(rail, stopped) }),
  );
  return (
    <Rows
      label="Next batch by rail"
      rows={[...rails, { words: 'All rails', goes: sent, stays: stopped }]}
      keyOf={({ words }) => words}
      columns={[
        { title: 'Rail', cell: ({ words }) => words },
        { title: 'Payments', isNumber: true, cell: ({ goes }) => quantityText(goes.length) },
        { title: 'Sum', isNumber: true, cell: ({ goes }) => sumOf(goes) },
        {
          ...{ title: 'Stopped', isNumber: true },
          cell: ({ stays }) => (stays.length === 0 ? '–' : `${sumOf(stays)} in ${stays.length}`),
        },
      ]}
    />
  );
}

const PAYMENTS: readonly RowsColumn<Payment>[] = [
  { title: 'Payment', cell: ({ id }) => <RecordLink place="payments" id={id} /> },
  { title: 'By', cell: ({ rail }) => RAILS[rail] },
  { title: 'Account', cell: ({ accountId }) => <Named id={accountId} /> },
  {
    title: 'Investment',
    cell: ({ tradeId }) => (tradeId === null ? '–' : <RecordLink place="investments" id={tradeId} />),
  },
  { title: 'Amount', isNumber: true, cell: ({ amount }) => dollarText(amount) },
  { title: 'Approval', cell: ({ approvalStatus }) => approvalStatus },
];

interface ListProps {
  readonly label: string;
  readonly payments: readonly Payment[];
  readonly empty: string;
}

function List({ label, payments, empty }: ListProps): Node {
  if (payments.length === 0) return <Empty>{empty}</Empty>;
  return (
    <>
      <Rows label={label} rows={payments.slice(0, SHOWN)} keyOf={({ id }) => id} columns={PAYMENTS} />
      {payments.length > SHOWN ? <p class="hint">{quantityText(payments.length - SHOWN)} more.</p> : null}
    </>
  );
}

interface Work {
  readonly words: string;
  readonly path: string;
  readonly method: MethodName;
  readonly key: string;
  readonly filter: Fields;
  /** The field with its dollars; absent: it has none. */
  readonly amount?: string;
}

const WORK: readonly Work[] = [
  {
    ...{ words: 'Wires to record', path: pathOf('investments', '', 'f.state=Created&f.pays=WIRE') },
    ...{ method: 'listTrades', key: 'trades', amount: 'totalAmount' },
    filter: { orderStatus: ['CREATED'], transactionType: ['WIRE'] },
  },
  {
    ...{ words: 'Refunds to record', path: pathOf('investments', '', 'f.state=Unwind+pending') },
    ...{ method: 'listTrades', key: 'trades', filter: { orderStatus: ['UNWIND PENDING'] }, amount: 'totalAmount' },
  },
  {
    ...{ words: 'Custody accounts to open', path: pathOf('custody', '', 'f.state=Pending') },
    ...{ method: 'listCustodyAccounts', key: 'custodyAccounts', filter: { accountStatus: ['Pending'] } },
  },
  {
    ...{ words: 'Disbursements under way', path: pathOf('disbursements'), amount: 'amount' },
    ...{ method: 'getCustodyFundDisbursements', key: 'custodyFundDisbursements' },
    filter: { status: ['pending', 'in_review', 'processing', 'on_hold', 'approved', 'scheduled'] },
  },
];

interface Waiting {
  readonly words: string;
  readonly path: string;
  readonly text: string;
}

async function readWork({ session }: Desk): Promise<readonly Waiting[]> {
  const own = WORK.filter(({ method }) => session.may(method));
  const lists = own.map(async ({ words, path, method, key, filter, amount }) => {
    const answer = await session.api.call(method, { filter: JSON.stringify(filter), limit: PAGE });
    const rows = answer[key] as Fields[];
    const total = Number((answer.pagination as Fields).totalRecords);
    const isWhole = amount !== undefined && rows.length === total && total > 0;
    const sum = isWhole ? `, ${dollarText(sumText(rows.map((row) => String(row[amount]))))}` : '';
    return { words, path, text: `${quantityText(total)}${sum}` };
  });
  const [waiting, returned] = await Promise.all([Promise.all(lists), readReturned(session.api)]);
  return [...waiting, returned];
}

/** The newest page of them. */
async function readReturned(api: Desk['session']['api']): Promise<Waiting> {
  const { payments, nextCursor } = await api.call('getPayments', { status: 'Returned', limit: PAGE });
  const rows = (payments as Fields[]).map(paymentOf);
  const count = `${nextCursor === null ? '' : 'more than '}${quantityText(rows.length)}`;
  return {
    ...{ words: 'Returned payments', path: pathOf('payments', '', 'f.state=Returned') },
    text: rows.length === 0 ? count : `${count}, ${sumOf(rows)}`,
  };
}

function OtherWork({ desk }: { readonly desk: Desk }): Node {
  const loaded = useLoaded(() => readWork(desk), [], EVERY_MS);
  return (
    <>
      {placeholder(loaded, '') ?? (
        <dl class="facts">
          {loaded.value?.map(({ words, path, text }) => (
            <div key={words}>
              <dt>{words}</dt>
              <dd>
                <a href={path}>{text}</a>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {desk.session.may('getReconciliation') ? (
        <p>
          <a href={pathOf('reconciliation')}>Reconciliation of today</a>
        </p>
      ) : null}
    </>
  );
}
