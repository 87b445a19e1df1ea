/** An order: its terms, why it waits, and everything that happened to it. */
import { useEffect, useState } from 'preact/hooks';
import {
  type Desk,
  dollarText,
  type Fields,
  instantOf,
  isOpen,
  pathOf,
  priceText,
  quantityText,
  sentence,
} from '../../data/index.ts';
import {
  Empty,
  type Fact,
  Named,
  type Node,
  RecordLink,
  RecordView,
  Section,
  Side,
  type Step,
  Timeline,
  useLoaded,
  When,
} from '../../parts/index.ts';
import { CancelOrder, Replace, stateWords, termsOf, Waits } from '../../views/index.ts';
import { type ListedOrder, priceOf, readOrder, stateText } from './columns.tsx';

interface Change {
  readonly eventSeq: number;
  readonly eventTime: string;
  readonly change: string;
  readonly orderStatus: string;
  readonly number_shares: string;
  readonly price_per_share: string;
  readonly shares_remaining: string;
  readonly displayQuantity?: string;
  readonly reason: string | null;
  readonly fillPrice?: string;
  readonly fillShares?: string;
  readonly matchId?: string;
  readonly fee?: string;
  readonly userId: string | null;
}

const HISTORY_MAX = 5000;

export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  const { value: order, failure, again } = useLoaded(() => readOne(desk, id), []);
  useEffect(() => desk.orders.happened.subscribe(again), []);
  const { value: fees } = useLoaded(() => readFees(desk, id), [order?.filled]);
  if (order === undefined) return <Empty>{failure ?? 'Reading …'}</Empty>;
  const { securities, session } = desk;
  const { side, quantity, status, securityId } = order;
  const name = securities.titleOf(securityId);
  return (
    <RecordView
      title={`${side} ${quantityText(quantity)} ${name} at ${priceOf(order)}`}
      about={
        <>
          Order {id}
          {order.clientId === '' ? null : (
            <>
              {' '}
              of <Named id={order.clientId} />
            </>
          )}
        </>
      }
      state={<strong class="state">{stateText(status)}</strong>}
      actions={isOpen(order) ? <Actions desk={desk} order={order} again={again} /> : undefined}
      facts={[...factsOf(order, name), ['Fees', fees]]}
    >
      {isOpen(order) && session.may('explainOrder') ? (
        <Section title="Why it waits">
          <Waits desk={desk} order={order} />
        </Section>
      ) : null}
      {session.may('getOrderHistory') ? <History desk={desk} order={order} /> : null}
    </RecordView>
  );
}

async function readOne({ session }: Desk, orderId: string): Promise<ListedOrder> {
  const filter = JSON.stringify({ orderId });
  const { ats_orders } = await session.api.call('listAtsOrders', { filter, limit: 1 });
  const [record] = ats_orders as Fields[];
  if (record === undefined) throw new Error(`There is no order ${orderId}.`);
  return readOrder(record);
}

/** What it paid, busts and corrections included; undefined where it pays no fees. */
async function readFees({ session }: Desk, orderid: string): Promise<string | undefined> {
  if (!session.may('getOrder')) return undefined;
  const { orderDetails } = await session.api.call('getOrder', { orderid });
  const { fees } = (orderDetails as Fields[])[0] ?? {};
  return fees === undefined ? undefined : dollarText(String(fees));
}

function factsOf(order: ListedOrder, name: string): readonly Fact[] {
  const { quantity, remaining, display, filled, averagePrice, filledAmount, securityId, reason } = order;
  const { isNotReduced, askedClients, showsQuotes } = order;
  return [
    ['Side', <Side side={order.side} />],
    [
      'Security',
      <>
        <a href={pathOf('market')}>{name}</a> <small>{securityId}</small>
      </>,
    ],
    ['Filled', `${quantityText(filled)} of ${quantityText(quantity)}`],
    ['Average price', averagePrice === null ? '–' : priceText(averagePrice)],
    ['Filled value', dollarText(filledAmount)],
    ['Remaining', quantityText(remaining)],
    ['Shows at once', display === 0 ? 'all shares' : quantityText(display)],
    ['Terms', termsOf(order)],
    ['Do not reduce', isNotReduced ? 'The limit stays when a cash dividend is paid' : ''],
    ['Asks only', askedClients.length === 0 ? '' : <Several ids={askedClients} />],
    ['Quotes on it', showsQuotes ? 'Each client that it asks sees all of them' : ''],
    ['Entered', <When at={instantOf(order.createdDate)} />],
    ['Account', order.accountId === null ? 'none' : <RecordLink place="accounts" id={order.accountId} />],
    ['Member', order.memberId],
    ['Token', order.token],
    ['Reason', reason],
  ];
}

const Several = ({ ids }: { readonly ids: readonly string[] }): Node => (
  <>
    {ids.map((id, index) => (
      <>
        {index === 0 ? '' : ', '}
        <Named id={id} />
      </>
    ))}
  </>
);

interface ActionsProps {
  readonly desk: Desk;
  readonly order: ListedOrder;
  readonly again: () => void;
}

function Actions({ desk, order, again }: ActionsProps): Node | null {
  const { session } = desk;
  const [doing, setDoing] = useState<'replace' | 'cancel' | undefined>(undefined);
  const close = () => setDoing(undefined);
  if (session.capabilities.operator) return null;
  return (
    <>
      {session.may('replaceOrder') ? (
        <button type="button" onClick={() => setDoing('replace')}>
          Change …
        </button>
      ) : null}
      {session.may('cancelOrder') ? (
        <button type="button" class="danger" onClick={() => setDoing('cancel')}>
          Cancel order …
        </button>
      ) : null}
      {doing === 'replace' ? <Replace desk={desk} order={order} close={close} /> : null}
      {doing === 'cancel' ? <CancelOrder desk={desk} order={order} close={close} done={again} /> : null}
    </>
  );
}

function History({ desk, order }: { readonly desk: Desk; readonly order: ListedOrder }): Node {
  const { orderId, status, remaining, quantity, price } = order;
  const { value, failure } = useLoaded(() => readHistory(desk, orderId), [orderId, status, remaining, quantity, price]);
  return (
    <Section title="What happened">
      {value === undefined ? (
        <Empty>{failure ?? 'Reading …'}</Empty>
      ) : (
        <Timeline steps={value.toReversed().map(stepOf)} />
      )}
    </Section>
  );
}

/** Oldest first; of an order with more changes the first ones. */
async function readHistory({ session }: Desk, orderid: string): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (let hasMore = true; hasMore && changes.length < HISTORY_MAX; ) {
    const after = changes.at(-1)?.eventSeq ?? 0;
    const answer = await session.api.call('getOrderHistory', { orderid, after });
    changes.push(...(answer.orderHistory as Change[]));
    hasMore = answer.moreChanges === 'Yes';
  }
  return changes;
}

function stepOf(change: Change): Step {
  const { eventTime, fillShares, fillPrice, matchId, reason, userId, orderStatus } = change;
  const { number_shares, price_per_share, displayQuantity } = change;
  const isFill = fillShares !== undefined;
  const price = Number.isNaN(Number(price_per_share)) ? price_per_share : priceText(price_per_share);
  const shows = displayQuantity === undefined ? '' : `, showing ${quantityText(displayQuantity)}`;
  const terms = `${quantityText(number_shares)} at ${price}${shows}`;
  const title = isFill
    ? `Filled ${quantityText(fillShares)} @ ${priceText(fillPrice ?? '')}`
    : `${sentence(change.change)}${['entered', 'replaced', 'restated'].includes(change.change) ? `: ${terms}` : ''}`;
  const parts = [
    stateWords(orderStatus),
    isFill ? `${quantityText(change.shares_remaining)} remain` : '',
    matchId === undefined ? '' : `match ${matchId}`,
    change.fee === undefined ? '' : `fee ${dollarText(change.fee)}`,
    reason ?? '',
    userId === null ? '' : `by ${userId}`,
  ];
  return {
    at: instantOf(eventTime),
    title,
    text: parts.filter((part) => part !== '').join(' · '),
    ...(isFill ? { kind: 'good' as const } : isEnd(orderStatus) ? { kind: 'bad' as const } : {}),
  };
}

const isEnd = (status: string): boolean => !isOpen({ status }) && status !== 'Executed';
