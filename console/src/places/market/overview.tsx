/**
 * The whole market, as an operator sees it: every security with its state, prices and trades of the day; those that
 * traded most today come first.
 */
import { useEffect, useMemo, useState } from 'preact/hooks';
import {
  type Desk,
  decimalsOf,
  pathOf,
  priced,
  priceText,
  quantityText,
  type Security,
  useTopic,
} from '../../data/index.ts';
import { Empty, LongTable, MarketBadge, marketOf, memo, type Node, Panel, useStaleness } from '../../parts/index.ts';
import { Change } from './prices.tsx';
import { changeOf } from './watched.ts';

const HEAD = (
  <>
    <th scope="col">Security</th>
    <th scope="col">State</th>
    <th scope="col" class="number">
      Bid
    </th>
    <th scope="col" class="number">
      Offer
    </th>
    <th scope="col" class="number">
      Last
    </th>
    <th scope="col" class="number">
      Volume
    </th>
    <th scope="col" class="number">
      Trades
    </th>
  </>
);

/** Rows change their places no more often, so that one can be clicked. */
const RANKED_EVERY_MS = 2000;

interface Ranked extends Security {
  /** The state of its market. */
  readonly now: string;
  readonly why: string | undefined;
}

/** The securities that traded most first, and how many are in each state. */
function useRanked(desk: Desk) {
  const { securities, market } = desk;
  const [round, setRound] = useState(0);
  useEffect(() => {
    const again = () => document.hidden || setRound((count) => count + 1);
    const timer = setInterval(again, RANKED_EVERY_MS);
    const end = market.stated.subscribe(again);
    return () => {
      clearInterval(timer);
      end();
    };
  }, []);
  return useMemo(() => {
    const states = new Map<string, number>();
    const all = securities.all.map((security): Ranked => {
      const { market: now, reason: why } = marketOf(desk, security.securityId);
      states.set(now, (states.get(now) ?? 0) + 1);
      return { ...security, now, why };
    });
    const trades = ({ securityId }: Ranked) => market.days.get(securityId)?.trades ?? 0;
    return { all: all.sort((one, other) => trades(other) - trades(one)), states };
  }, [securities.all, round]);
}

export function Overview({ desk }: { readonly desk: Desk }): Node {
  const { securities, market, selection, session } = desk;
  useTopic(securities.changed, market.changed, selection);
  const stale = useStaleness(desk);
  const [state, setState] = useState('');
  const { all, states } = useRanked(desk);
  const found = state === '' ? all : all.filter(({ now }) => now === state);
  const tabs = (
    <span class="tabs" role="group" aria-label="State">
      <button type="button" aria-pressed={state === ''} onClick={() => setState('')}>
        All <span class="count">{all.length}</span>
      </button>
      {[...states].map(([name, count]) => (
        <button key={name} type="button" aria-pressed={state === name} onClick={() => setState(name)}>
          {name} <span class="count">{count}</span>
        </button>
      ))}
    </span>
  );
  const orders = session.may('listAtsOrders') ? <a href={pathOf('orders')}>Orders of all clients</a> : null;
  const row = ({ securityId, title, now, why }: Ranked) => {
    const top = market.tops.get(securityId);
    const day = market.days.get(securityId);
    return (
      <Row
        key={securityId}
        desk={desk}
        securityId={securityId}
        title={title}
        now={now}
        why={why}
        bid={priced(top?.bid)?.price}
        offer={priced(top?.offer)?.price}
        last={day?.last ?? undefined}
        change={changeOf(desk, securityId)}
        volume={day?.volume ?? 0}
        trades={day?.trades ?? 0}
        isSelected={desk.selected === securityId}
      />
    );
  };
  return (
    <Panel
      title="Whole market"
      name="overview"
      stale={stale}
      aside={
        <>
          {tabs}
          {orders}
        </>
      }
    >
      {found.length === 0 ? (
        <Empty>{securities.isRead ? 'No security is listed.' : 'Reading …'}</Empty>
      ) : (
        <LongTable key={state} label="Whole market" head={HEAD} rows={found} row={row} />
      )}
    </Panel>
  );
}

interface RowProps {
  readonly desk: Desk;
  readonly securityId: string;
  readonly title: string;
  readonly now: string;
  readonly why: string | undefined;
  readonly bid: string | undefined;
  readonly offer: string | undefined;
  readonly last: string | undefined;
  readonly change: number | undefined;
  readonly volume: number;
  readonly trades: number;
  readonly isSelected: boolean;
}

const Row = memo((props: RowProps) => {
  const { desk, securityId, title, now, why, bid, offer, last, change, volume, trades, isSelected } = props;
  const decimals = decimalsOf([bid, offer, last].filter((price) => price !== undefined));
  const price = (text: string | undefined) => (text === undefined ? '–' : priceText(text, decimals));
  const look = () => desk.select(securityId);
  return (
    <tr class={isSelected ? 'selected' : ''} onClick={look}>
      <th scope="row">
        <button type="button" class="plain name" aria-pressed={isSelected} title={title} onClick={look}>
          <span class="cut">{title}</span>
          <small>{securityId}</small>
        </button>
      </th>
      <td class="text">
        <MarketBadge state={{ market: now, reason: why }} />
      </td>
      <td class="number bid">{price(bid)}</td>
      <td class="number offer">{price(offer)}</td>
      <td class="number">
        {price(last)}
        <small>
          <Change percent={change} />
        </small>
      </td>
      <td class="number">{quantityText(volume)}</td>
      <td class="number">{quantityText(trades)}</td>
    </tr>
  );
});
