/** One's own orders: what they wait for, how much of them is filled, and how to change or end them. */
import { useState } from 'preact/hooks';
import type { Desk } from '../../data/index.ts';
import {
  bothTimes,
  decimalsOf,
  instantOf,
  isOpen,
  type OwnOrder,
  prefer,
  preferences,
  priceText,
  quantityText,
  useTopic,
  venueTime,
} from '../../data/index.ts';
import {
  ActionsHead,
  attempt,
  Confirm,
  Empty,
  LongTable,
  memo,
  type Node,
  Panel,
  useStaleness,
} from '../../parts/index.ts';
import { CancelOrder, countToCancel, Explanation, filledOf, Replace, stateWords, termsOf } from '../../views/index.ts';
import { OwnTrades } from './own-trades.tsx';

type Shown = 'open' | 'ended' | 'trades';
const TABS: readonly (readonly [Shown, string])[] = [
  ['open', 'Open'],
  ['ended', 'Ended'],
  ['trades', 'Trades'],
];
const NONE_OPEN = 'No order is open. Send one with the ticket.';
const NONE_ENDED = 'No order has ended lately. Filled and cancelled orders appear here.';

const HEAD = (
  <>
    <th scope="col">Order</th>
    <th scope="col">Side</th>
    <th scope="col" class="number">
      Filled
    </th>
    <th scope="col" class="number">
      Price
    </th>
    <th scope="col">Terms</th>
    <th scope="col">State</th>
    <ActionsHead />
  </>
);

interface Doing {
  readonly what: 'why' | 'replace' | 'cancel';
  readonly orderId: string;
}

export function Orders({ desk }: { readonly desk: Desk }): Node {
  const { orders } = desk;
  useTopic(orders.changed, desk.securities.changed, desk.names.changed);
  const stale = useStaleness(desk);
  const [shown, setShown] = useState<Shown>('open');
  const [chosen, choose] = useState('');
  const [doing, setDoing] = useState<Doing | undefined>(undefined);
  const list = shown === 'open' ? orders.open : orders.ended;
  const found =
    doing === undefined ? undefined : [...orders.open, ...orders.ended].find((one) => one.orderId === doing.orderId);
  const close = () => setDoing(undefined);
  const tabs = (
    <span class="tabs" role="group" aria-label="Which">
      {TABS.map(([name, title]) => (
        <button key={name} type="button" aria-pressed={shown === name} onClick={() => setShown(name)}>
          {title}
          {name === 'open' ? (
            <>
              {' '}
              <span class="count">{orders.openCount}</span>
            </>
          ) : null}
        </button>
      ))}
    </span>
  );
  return (
    <Panel
      title="Own orders"
      name="orders"
      stale={stale}
      aside={
        <>
          {tabs}
          <CancelAll desk={desk} />
        </>
      }
    >
      {shown === 'trades' ? (
        <OwnTrades desk={desk} />
      ) : (
        <List
          desk={desk}
          list={list}
          chosen={chosen}
          choose={choose}
          setDoing={setDoing}
          isOpenList={shown === 'open'}
        />
      )}
      {found && doing?.what === 'why' ? <Explanation desk={desk} order={found} close={close} /> : null}
      {found && doing?.what === 'replace' ? <Replace desk={desk} order={found} close={close} /> : null}
      {found && doing?.what === 'cancel' ? <CancelOrder desk={desk} order={found} close={close} /> : null}
    </Panel>
  );
}

interface ListProps {
  readonly desk: Desk;
  readonly list: readonly OwnOrder[];
  readonly chosen: string;
  readonly choose: (orderId: string) => void;
  readonly setDoing: (doing: Doing) => void;
  readonly isOpenList: boolean;
}

function List({ desk, list, chosen, choose, setDoing, isOpenList }: ListProps): Node {
  const { failure, isRead } = desk.orders;
  if (failure !== undefined)
    return (
      <p class="failed" role="alert">
        {failure}
      </p>
    );
  if (!isRead) return <Empty>Reading …</Empty>;
  if (list.length === 0) return <Empty>{isOpenList ? NONE_OPEN : NONE_ENDED}</Empty>;
  const decimals = decimalsOf(list.map(({ price }) => price));
  const row = (order: OwnOrder) => (
    <Row
      key={order.orderId}
      desk={desk}
      order={order}
      decimals={decimals}
      setDoing={setDoing}
      choose={choose}
      name={desk.securities.titleOf(order.securityId)}
      account={order.accountId}
      accountName={order.accountId === null ? '' : desk.names.of(order.accountId)}
      isChosen={chosen === order.orderId}
    />
  );
  return <LongTable key={isOpenList} label="Own orders" head={HEAD} rows={list} row={row} />;
}

interface RowProps {
  readonly desk: Desk;
  readonly order: OwnOrder;
  /** Of the security. */
  readonly name: string;
  readonly account: string | null;
  /** Empty: not known. */
  readonly accountName: string;
  readonly decimals: number;
  readonly isChosen: boolean;
  readonly choose: (orderId: string) => void;
  readonly setDoing: (doing: Doing) => void;
}

const Row = memo(({ desk, order, name, account, accountName, decimals, isChosen, choose, setDoing }: RowProps) => {
  const { orderId, side, quantity, status, price, averagePrice, type, reason } = order;
  const filled = filledOf(order);
  const at = instantOf(order.createdDate);
  const { session } = desk;
  const doNow = (what: Doing['what']) => {
    choose(orderId);
    setDoing({ what, orderId });
  };
  const style = { '--fill': `${Math.round((filled / quantity) * 100)}%` };
  return (
    <tr
      data-order={orderId}
      data-security={order.securityId}
      tabindex={0}
      aria-selected={isChosen}
      class={isChosen ? 'selected' : ''}
      onFocus={() => choose(orderId)}
    >
      <th scope="row" title={name}>
        <span class="cut">{name}</span>
        <small>
          {orderId} · <time title={bothTimes(at)}>{venueTime(at)} NY</time>
        </small>
      </th>
      <td class={side === 'Buy' ? 'way bid' : 'way offer'}>{side === 'Buy' ? '▲ Buy' : '▼ Sell'}</td>
      <td class="number filled" style={style}>
        {quantityText(filled)} of {quantityText(quantity)}
      </td>
      <td class="number">
        {type === 'RFQ' ? 'RFQ' : priceText(price, decimals)}
        {averagePrice === null ? null : <small title="Average price of its fills">ø {priceText(averagePrice)}</small>}
      </td>
      <td class="terms" title={termsOf(order)}>
        <span class="cut">{termsOf(order)}</span>
        {account === null ? null : (
          <small class="cut" title={`Account ${account} ${accountName}`}>
            {accountName || account}
          </small>
        )}
      </td>
      <td class="text" title={reason ?? ''}>
        {stateWords(status)}
      </td>
      <td class="actions">
        {isOpen(order) ? (
          <>
            <Action
              action="why"
              words="Why?"
              label={`Why order ${orderId} waits`}
              does={() => doNow('why')}
              may={session.may('explainOrder')}
            />
            <Action
              action="replace"
              words="Change"
              label={`Change order ${orderId}`}
              does={() => doNow('replace')}
              may={session.may('replaceOrder')}
            />
            <Action
              action="cancel"
              words="Cancel"
              label={`Cancel order ${orderId}`}
              does={() => doNow('cancel')}
              may={session.may('cancelOrder')}
            />
          </>
        ) : null}
      </td>
    </tr>
  );
});

interface ActionProps {
  readonly action: string;
  readonly words: string;
  readonly label: string;
  readonly may: boolean;
  readonly does: () => void;
}

function Action({ action, words, label, may, does }: ActionProps): Node | null {
  if (!may) return null;
  return (
    <button type="button" data-action={action} aria-label={label} onClick={does}>
      {words}
    </button>
  );
}

/** Of every security; with a question before, unless the reader switched it off. */
function CancelAll({ desk }: { readonly desk: Desk }): Node | null {
  const [isAsking, setAsking] = useState(false);
  const [isQuiet, setQuiet] = useState(false);
  const { session, orders } = desk;
  if (!session.may('cancelOrders')) return null;
  const cancelAll = async () => {
    let cancelled = 0;
    const work = async () => {
      cancelled = ((await session.api.call('cancelOrders')).cancelledOrders as string[]).length;
    };
    if (!(await attempt(desk, work, ''))) return;
    desk.say('done', `${quantityText(cancelled)} orders are cancelled.`, '', { call: session.api.sent });
    if (isQuiet) prefer({ confirmCancelAll: false });
  };
  const ask = () => (preferences.confirmCancelAll ? setAsking(true) : void cancelAll());
  return (
    <>
      <button id="cancel-all" type="button" class="danger" disabled={orders.open.length === 0} onClick={ask}>
        Cancel all
      </button>
      {isAsking ? (
        <Confirm
          title="Cancel all orders"
          yes="Cancel all orders"
          isDanger
          counts={() => countToCancel(desk)}
          close={() => setAsking(false)}
          text="All open orders of this client, in every security, are cancelled in one step, with quotes and blocks."
          does={cancelAll}
        >
          <label class="check">
            <input type="checkbox" checked={isQuiet} onChange={() => setQuiet(!isQuiet)} />
            Do not ask again
          </label>
        </Confirm>
      ) : null}
    </>
  );
}
