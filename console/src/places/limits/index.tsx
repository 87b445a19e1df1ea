/** The client's own limits, those of its accounts, and how much of them is used (getLimits, V53). */
import { useEffect, useState } from 'preact/hooks';
import { type Desk, dollarText, quantityText } from '../../data/index.ts';
import { Choice, Empty, Facts, type Node, Panel } from '../../parts/index.ts';
import { buyingPower, type LimitsUsed, useLimits } from '../../views/index.ts';
import { SelfTrade } from './self-trade.tsx';
import { Tighten } from './tighten.tsx';

interface Gauge {
  readonly title: string;
  readonly used: number;
  readonly limit: number | undefined;
  readonly text: (amount: number) => string;
}

const dollars = (amount: number): string => dollarText(amount.toFixed(2));
const count = (amount: number): string => quantityText(amount);
const limitOf = (limit: unknown): number | undefined => (limit === undefined ? undefined : Number(limit));

const gaugesOf = ({ limits, openOrders, openValue, ordersThisSecond }: LimitsUsed): readonly Gauge[] => [
  { title: 'Value of live orders', used: Number(openValue), limit: limitOf(limits.maxOpenValue), text: dollars },
  { title: 'Live orders', used: openOrders, limit: limitOf(limits.maxOpenOrders), text: count },
  { title: 'Orders this second', used: ordersThisSecond, limit: limitOf(limits.maxOrdersPerSecond), text: count },
];

function GaugeView({ title, used, limit, text }: Gauge): Node {
  const percent = limit === undefined || limit === 0 ? undefined : Math.round((100 * used) / limit);
  const words =
    limit === undefined
      ? `${text(used)}, no limit`
      : `${text(used)} of ${text(limit)}${percent === undefined ? '' : ` (${percent} %)`}`;
  const isNear = percent !== undefined && percent >= 80;
  return (
    <div class="gauge">
      <span>{title}</span>
      <strong class={isNear ? 'offer' : ''}>
        {isNear ? '⚠ ' : ''}
        {words}
      </strong>
      {limit === undefined ? null : (
        <meter
          aria-label={title}
          min={0}
          max={Math.max(limit, 1)}
          low={0.8 * limit}
          high={0.95 * limit}
          optimum={0}
          value={Math.min(used, limit)}
        ></meter>
      )}
    </div>
  );
}

/** Limits that are not used up: of each order, and where and what may be traded. */
function factsOf({ securities }: Desk, { limits }: LimitsUsed): (readonly [string, string])[] {
  const names = (ids: unknown) => (ids as readonly string[]).map((id) => securities.titleOf(id)).join(', ');
  const found: (readonly [string, string] | undefined)[] = [
    limits.maxOrderQuantity === undefined
      ? undefined
      : ['Shares of an order', `${quantityText(String(limits.maxOrderQuantity))} at most`],
    limits.maxOrderValue === undefined
      ? undefined
      : ['Value of an order', `${dollarText(String(limits.maxOrderValue))} at most`],
    limits.priceBand === undefined ? undefined : ['Price', `${Number(limits.priceBand)} % from the last price at most`],
    limits.sides === undefined ? undefined : ['Sides', `${limits.sides} only`],
    limits.noShortSale === 'Yes' ? ['Short sales', 'Sells only what the position has'] : undefined,
    limits.allowedSecurities === undefined ? undefined : ['Only in', names(limits.allowedSecurities)],
    limits.restrictedSecurities === undefined ? undefined : ['Not in', names(limits.restrictedSecurities)],
  ];
  return found.filter((fact) => fact !== undefined);
}

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { may } = desk.session;
  const [account, setAccount] = useState('');
  const own = useLimits(desk);
  const { value, failure, again } = useLimits(desk, account);
  useEffect(() => desk.orders.happened.subscribe(again), []);
  if (failure !== undefined)
    return (
      <p class="failed" role="alert">
        {failure}
      </p>
    );
  if (!value) return <Empty>Reading …</Empty>;
  const accounts = own.value?.accounts ?? [];
  const facts = factsOf(desk, value);
  const power = buyingPower(value);
  const choices = [['', 'The client'] as const, ...accounts.map((id) => [id, `Account ${id}`] as const)];
  return (
    <div class="limits">
      {accounts.length === 0 ? null : <Choice label="Limits of" choices={choices} value={account} set={setAccount} />}
      <p class="buying-power">
        <span>Buying power</span> <strong>{power ?? 'not limited'}</strong>
        <small>What new orders may be worth, by the limit on the value of live orders.</small>
      </p>
      <p class="buttons">
        {may('tightenLimits') ? <Tighten desk={desk} account={account} again={again} used={value} /> : null}
        {may('updateSelfTradePrevention') ? <SelfTrade desk={desk} /> : null}
      </p>
      <Panel title="Used" name="limits-used">
        {value.isCounted ? (
          gaugesOf(value).map((gauge) => <GaugeView key={gauge.title} {...gauge} />)
        ) : (
          <Empty>No limits are set. Their use is counted from the first one on.</Empty>
        )}
      </Panel>
      <Panel title="Of each order" name="limits-of-orders">
        {facts.length === 0 ? (
          <Empty>
            No limits on single orders. The operator sets them.
            {may('tightenLimits') ? ' You tighten your own with “Tighten limits …”.' : ''}
          </Empty>
        ) : (
          <Facts facts={facts} />
        )}
      </Panel>
    </div>
  );
}
