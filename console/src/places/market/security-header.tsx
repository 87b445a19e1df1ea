import type { TradingDay } from '../../client/index.ts';
import type { Desk } from '../../data/index.ts';
import {
  decimalsOf,
  issuerKey,
  millionths,
  priceText,
  quantityText,
  useEachSecond,
  useTopic,
} from '../../data/index.ts';
import { MarketBadge, marketOf, NextChange, type Node, type State, useStaleness } from '../../parts/index.ts';
import { Call } from './call.tsx';
import { PriceAlerts } from './price-alerts.tsx';

/** The security that is looked at: its name, its market, and what the day was. */
export function SecurityHeader({ desk }: { readonly desk: Desk }): Node | null {
  const { securities, names, market, selection } = desk;
  useTopic(securities.changed, names.changed, market.looked, market.called, selection);
  const stale = useStaleness(desk);
  const security = securities.find(desk.selected);
  if (security === undefined) return null;
  const issuer = security.isOwn ? names.titleOf(issuerKey(security.issuerId)) : security.issuerId;
  const day = market.days.get(security.securityId);
  const prices = [day?.open, day?.high, day?.low, day?.last].filter((price) => typeof price === 'string');
  const decimals = decimalsOf(prices);
  const price = (text: string | null | undefined) => (text ? priceText(text, decimals) : '–');
  return (
    <section class={`panel security${stale === undefined ? '' : ' stale'}`} aria-label="The security">
      <header>
        <div>
          <h2>{security.title}</h2>
          <small>
            {security.securityId}, issuer {issuer}
          </small>
        </div>
        <div class="now">
          <div class="last" aria-label="Last price">
            {price(day?.last)}
          </div>
          <Change day={day} decimals={decimals} />
        </div>
        <PriceAlerts key={security.securityId} desk={desk} />
      </header>
      <p class="state">
        <MarketState state={marketOf(desk, security.securityId)} hasCall={!!market.auction?.call} />
        {security.orderApproval ? (
          <>
            {' '}
            <span class="tag">each order is approved</span>
          </>
        ) : null}
      </p>
      <Call desk={desk} />
      {market.offers.trades === 'not offered' ? (
        <p class="hint">This venue's stream has no trades, so there are no statistics of the day.</p>
      ) : (
        <dl class="stats">
          <div>
            <dt>Open</dt>
            <dd>{price(day?.open)}</dd>
          </div>
          <div>
            <dt>High</dt>
            <dd>{price(day?.high)}</dd>
          </div>
          <div>
            <dt>Low</dt>
            <dd>{price(day?.low)}</dd>
          </div>
          <div>
            <dt>Volume</dt>
            <dd>{day === undefined ? '–' : quantityText(day.volume)}</dd>
          </div>
          <div>
            <dt>Trades</dt>
            <dd>{day === undefined ? '–' : quantityText(day.trades)}</dd>
          </div>
        </dl>
      )}
    </section>
  );
}

/** open, closes in 4:09. Counts on its own, once a second. A call says when it ends. */
function MarketState({ state, hasCall }: { readonly state: State; readonly hasCall: boolean }): Node {
  useEachSecond();
  return (
    <>
      <MarketBadge state={state} />
      {state.reason ? (
        <>
          {' '}
          <em>({state.reason})</em>
        </>
      ) : null}
      {hasCall ? null : <NextChange state={state} comma />}
    </>
  );
}

/** From the first trade of the day to its last. */
function Change({ day, decimals }: { readonly day: TradingDay | undefined; readonly decimals: number }): Node | null {
  const [open, last] = [day?.open, day?.last].map((text) => millionths(text ?? ''));
  if (open === undefined || last === undefined || open === 0) return null;
  const change = last - open;
  const sign = change < 0 ? '▼ −' : change > 0 ? '▲ +' : '';
  const percent = ((100 * Math.abs(change)) / open).toFixed(2);
  const amount = (Math.abs(change) / 1_000_000).toFixed(decimals);
  return (
    <div class={`change ${change < 0 ? 'offer' : change > 0 ? 'bid' : ''}`} title="Since the first trade of the day">
      {sign}
      {amount} ({percent} %)
    </div>
  );
}
