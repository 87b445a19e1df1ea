/** A corporate action: its terms, its cancellation, and what it came to for each holder (R4). */
import { type Desk, dollarText, type Fields, instantOf, priceText, quantityText, useTopic } from '../../data/index.ts';
import {
  attempt,
  ConfirmedActions,
  Empty,
  type Node,
  RecordLink,
  RecordView,
  type RowsColumn,
  Section,
  Timeline,
  useLoaded,
  When,
} from '../../parts/index.ts';
import { ACTION_KINDS, countOpenOrders, saveCsv } from '../../views/index.ts';
import { type CorporateAction, readAction, statusText, termsOf } from './action.ts';
import { ActionPages, type HolderFields, HolderPages, holderOf } from './action-pages.tsx';
import { Answers } from './tender.tsx';

export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  const loaded = useLoaded(() => readAction(desk, id), [id], 30_000);
  if (loaded.value === undefined)
    return <Empty>{loaded.failure ?? 'Reading …, or the security has no such corporate action.'}</Empty>;
  return <Action key={id} desk={desk} action={loaded.value} again={loaded.again} />;
}

interface ActionProps {
  readonly desk: Desk;
  readonly action: CorporateAction;
  readonly again: () => void;
}

function Action({ desk, action, again }: ActionProps): Node {
  const { session, securities } = desk;
  useTopic(securities.changed);
  const { securityId, actionId, kind, status, exDate, recordDate, payDate, note, by, reason } = action;
  const title = `${kind} of ${securities.titleOf(securityId)}`;
  const cancel = async (why: string) => {
    const asked = { securityId, actionId, reason: why };
    await attempt(desk, () => session.api.call('cancelCorporateAction', asked), `The ${kind} is cancelled.`);
    again();
  };
  const actions = [
    {
      words: 'Cancel the action',
      says:
        `Holders, orders and prices stay as they are on ${exDate}. Everybody is notified. It cannot be undone; the ` +
        'action can be announced again.',
      reason: 'Reason, shown to all',
      isTyped: true,
      counts: async () => {
        const hits = ACTION_KINDS[kind]?.hits?.(action);
        if (hits === undefined) return { text: 'The action leaves open orders as they are.' };
        const { text } = await countOpenOrders(desk, { securityId });
        return { text: `The action ${hits} ${text}` };
      },
      does: cancel,
    },
  ];
  const mayCancel = status === 'Announced' && session.may('cancelCorporateAction');
  return (
    <RecordView
      title={title}
      about={`Action ${actionId}`}
      state={<span class="chip">{statusText(action)}</span>}
      actions={mayCancel ? <ConfirmedActions name={title} actions={actions} /> : undefined}
      facts={[
        ...termsOf(desk, action),
        ['Ex date', exDate],
        ['Record date', recordDate],
        ['Pay date', payDate],
        ['Announced by', by === 'operator' ? 'The operator' : 'The issuer'],
        ['Note', note],
      ]}
    >
      <Section title="What happened">
        <Timeline steps={stepsOf(action, reason)} />
      </Section>
      {kind === 'Tender' && status !== 'Cancelled' ? <Answers key={status} desk={desk} action={action} /> : null}
      {status === 'Effective' && session.may('getActionPayments') ? (
        <>
          <Payments desk={desk} action={action} />
          <UnsettledMatches desk={desk} action={action} />
        </>
      ) : null}
    </RecordView>
  );
}

function stepsOf({ status, declaredTime, endedTime }: CorporateAction, reason: string | null) {
  const announced = { at: instantOf(declaredTime), title: 'Announced' };
  if (endedTime === null) return [announced];
  const kind: 'good' | 'bad' = status === 'Effective' ? 'good' : 'bad';
  return [{ at: instantOf(endedTime), title: status, text: reason ?? undefined, kind }, announced];
}

interface Payment extends HolderFields {
  readonly quantityBefore: string;
  readonly unsettledBefore: string;
  readonly quantityAfter: string;
  /** Of a Conversion. */
  readonly quantityReceived: string | null;
  readonly amount: string;
  /** Of a Cash Dividend. */
  readonly dueAmount: string | null;
}

/** Those that every action has, and those that this one gave. */
function columnsOf(desk: Desk, { intoSecurityId, amount: perShare }: CorporateAction): readonly RowsColumn<Payment>[] {
  const received: RowsColumn<Payment> = {
    title: `Received of ${desk.securities.titleOf(String(intoSecurityId))}`,
    ...{ isNumber: true, cell: ({ quantityReceived }) => quantityText(quantityReceived ?? '') },
  };
  const due: RowsColumn<Payment> = {
    ...{ title: 'Due bills', isNumber: true, cell: ({ dueAmount }) => dollarText(dueAmount ?? '') },
  };
  return [
    { title: 'Before', isNumber: true, cell: ({ quantityBefore }) => quantityText(quantityBefore) },
    { title: 'Of these unsettled', isNumber: true, cell: ({ unsettledBefore }) => quantityText(unsettledBefore) },
    { title: 'After', isNumber: true, cell: ({ quantityAfter }) => quantityText(quantityAfter) },
    ...(intoSecurityId === null ? [] : [received]),
    { title: 'Cash', isNumber: true, cell: ({ amount }) => dollarText(amount) },
    ...(perShare === null ? [] : [due]),
  ];
}

/** What the columns mean for those who pay. */
const ABOUT =
  'Cash is paid by the issuer; below 0 the holder owes it. Unsettled shares are those of matches whose settlement is ' +
  'not reported: who delivers them passes on what the action gave for them.';
const ABOUT_DUE = 'Due bills are what the other sides of these matches pass on; below 0 the holder passes it on.';

interface PaymentsProps extends Omit<ActionProps, 'again'> {
  /** Of getActionPayments. */
  readonly list: 'Holders' | 'Matches';
}

/** What each holder has and gets; the file has all of them. */
function Payments({ desk, action }: Omit<ActionProps, 'again'>): Node {
  return (
    <HolderPages
      title="Payments"
      about={action.amount === null ? ABOUT : `${ABOUT} ${ABOUT_DUE}`}
      columns={columnsOf(desk, action)}
      read={async (page) => {
        const { payments, nextCursor } = await readPayments(desk, action, 'Holders', page);
        return { rows: payments as Payment[], nextCursor };
      }}
      empty="No holders. Each holder that the action reached appears here."
      aside={<ExportCsv desk={desk} action={action} list="Holders" />}
    />
  );
}

interface Match {
  readonly tradeId: string;
  readonly time: string;
  readonly quantity: string;
  readonly price: string;
  readonly bidClientId: string;
  readonly bidAccountId: string | null;
  readonly askClientId: string;
  readonly askAccountId: string | null;
}

const MATCH_COLUMNS: readonly RowsColumn<Match>[] = [
  { title: 'Trade', cell: ({ tradeId }) => <RecordLink place="trades" id={tradeId} /> },
  { title: 'Time, New York', cell: ({ time }) => <When at={instantOf(time)} /> },
  { title: 'Shares', isNumber: true, cell: ({ quantity }) => quantityText(quantity) },
  { title: 'Price', isNumber: true, cell: ({ price }) => priceText(price) },
  { title: 'Buyer', cell: ({ bidClientId: clientId, bidAccountId: accountId }) => holderOf({ clientId, accountId }) },
  { title: 'Seller', cell: ({ askClientId: clientId, askAccountId: accountId }) => holderOf({ clientId, accountId }) },
];

/** A page may have no unsettled match: the longest one needs the fewest calls. */
const MATCHES_PAGE = 1000;

/** Who passes on to whom. */
function UnsettledMatches({ desk, action }: Omit<ActionProps, 'again'>): Node {
  return (
    <ActionPages
      title="Unsettled matches"
      about="Shares and prices are those of before the action. The seller passes on to the buyer what the action gave."
      columns={MATCH_COLUMNS}
      keyOf={({ tradeId }) => tradeId}
      rowsAre="matches"
      limit={MATCHES_PAGE}
      read={async (page) => {
        const { matches, nextCursor } = await readPayments(desk, action, 'Matches', page);
        return { rows: (matches ?? []) as Match[], nextCursor };
      }}
      empty="No matches. Each match that was not settled when the action had effect appears here."
      aside={<ExportCsv desk={desk} action={action} list="Matches" />}
    />
  );
}

function readPayments(desk: Desk, { securityId, actionId }: CorporateAction, list: string, page: Fields) {
  return desk.session.api.call('getActionPayments', { securityId, actionId, list, ...page });
}

function ExportCsv({ desk, action: { securityId, actionId }, list }: PaymentsProps): Node {
  const file = `action-${securityId}-${actionId}${list === 'Matches' ? '-matches' : ''}.csv`;
  const asked = { securityId, actionId, list };
  return (
    <button type="button" onClick={() => saveCsv(desk, file, { method: 'getActionPayments', asked })}>
      Export CSV
    </button>
  );
}
