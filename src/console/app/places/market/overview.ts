/** The whole market, as an operator sees it: every security with its state, prices and trades of the day. */
import { useState } from 'preact/hooks';
import { type Desk, decimalsOf, pathOf, priced, priceText, quantityText, useTopic } from '../../data/index.ts';
import { Empty, html, MarketBadge, marketOf, memo, type Node, Panel, Scroll, useStaleness } from '../../parts/index.ts';
import { Change } from './watch-list.ts';
import { changeOf } from './watched.ts';

/** Those that traded most today come first; a search finds the others. */
const ROWS_MAX = 100;

export function Overview({ desk }: { readonly desk: Desk }): Node {
  const { securities, market, selection, session } = desk;
  useTopic(securities.changed, market.changed, selection);
  const stale = useStaleness(desk);
  const [state, setState] = useState('');
  const states = new Map<string, number>();
  const all = securities.all.map((security) => {
    const { market: now, reason } = marketOf(desk, security.securityId);
    states.set(now, (states.get(now) ?? 0) + 1);
    return { ...security, now, why: reason, trades: market.days.get(security.securityId)?.trades ?? 0 };
  });
  const found = all.filter(({ now }) => state === '' || now === state).sort((a, b) => b.trades - a.trades);
  const tabs = html`<span class="tabs" role="group" aria-label="State"><button type="button"
      aria-pressed=${state === ''} onClick=${() => setState('')}>All <span class="count">${all.length}</span></button>
    ${[...states].map(
      ([name, count]) => html`<button key=${name} type="button" aria-pressed=${state === name}
        onClick=${() => setState(name)}>${name} <span class="count">${count}</span></button>`,
    )}</span>`;
  const orders = session.may('listAtsOrders') ? html`<a href=${pathOf('orders')}>Orders of all clients</a>` : null;
  return html`<${Panel} title="Whole market" name="overview" stale=${stale} aside=${html`${tabs}${orders}`}>
    ${
      found.length === 0
        ? html`<${Empty}>${securities.isRead ? 'No security is listed.' : 'Reading …'}</${Empty}>`
        : html`<${Scroll} label="Whole market"><table class="rows"><thead><tr>
            <th scope="col">Security</th><th scope="col">State</th><th scope="col" class="number">Bid</th>
            <th scope="col" class="number">Offer</th><th scope="col" class="number">Last</th>
            <th scope="col" class="number">Volume</th><th scope="col" class="number">Trades</th></tr></thead>
          <tbody>${found.slice(0, ROWS_MAX).map(({ securityId, title, now, why }) => {
            const top = market.tops.get(securityId);
            const day = market.days.get(securityId);
            return html`<${Row} key=${securityId} ...${{ desk, securityId, title, now, why }}
              bid=${priced(top?.bid)?.price} offer=${priced(top?.offer)?.price} last=${day?.last ?? undefined}
              change=${changeOf(desk, securityId)} volume=${day?.volume ?? 0} trades=${day?.trades ?? 0}
              isSelected=${desk.selected === securityId} />`;
          })}</tbody></table></${Scroll}>`
    }
    ${
      found.length > ROWS_MAX
        ? html`<p class="hint">${found.length - ROWS_MAX} more: the watch list finds them.</p>`
        : null
    }
  </${Panel}>`;
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
  return html`<tr class=${isSelected ? 'selected' : ''} onClick=${look}>
    <th scope="row"><button type="button" class="plain name" aria-pressed=${isSelected} title=${title}
      onClick=${look}><span class="cut">${title}</span><small>${securityId}</small></button></th>
    <td><${MarketBadge} state=${{ market: now, reason: why }} /></td>
    <td class="number bid">${price(bid)}</td>
    <td class="number offer">${price(offer)}</td>
    <td class="number">${price(last)}<small><${Change} percent=${change} /></small></td>
    <td class="number">${quantityText(volume)}</td>
    <td class="number">${quantityText(trades)}</td>
  </tr>`;
});
