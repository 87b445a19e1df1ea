import type { Side as SideOfTop, TopView } from 'openats/client';
import { useMemo, useState } from 'preact/hooks';
import type { Desk } from '../../data/index.ts';
import { decimalsOf, priced, priceText, quantityText, useTopic } from '../../data/index.ts';
import { Empty, html, MarketBadge, marketOf, memo, type Node, Panel, Scroll, useStaleness } from '../../parts/index.ts';

/** More rows than anybody looks at; a search finds the others. */
const ROWS_MAX = 100;

export function WatchList({ desk }: { readonly desk: Desk }): Node {
  const { securities, market, selection } = desk;
  useTopic(securities.changed, market.changed, selection);
  const stale = useStaleness(desk);
  const [sought, setSought] = useState('');
  const part = sought.trim().toLowerCase();
  const { all } = securities;
  const found = useMemo(
    () => all.filter(({ title, securityId }) => `${title} ${securityId}`.toLowerCase().includes(part)),
    [all, part],
  );
  const aside = html`<input id="watch-search" type="search" placeholder="Find (/)" aria-label="Find a security"
    value=${sought} onInput=${(event: Event) => setSought((event.target as HTMLInputElement).value)} />`;
  return html`<${Panel} title="Watch list" name="watch" stale=${stale} aside=${aside}>
    ${
      found.length === 0
        ? html`<${Empty}>${securities.isRead ? 'No security is found.' : 'Reading …'}</${Empty}>`
        : html`<${Scroll} label="Securities"><table class="rows"><thead><tr>
            <th scope="col">Security</th><th scope="col" class="number">Bid</th><th scope="col"
              class="number">Offer</th>
            <th scope="col" class="number">Last</th></tr></thead>
          <tbody>${found.slice(0, ROWS_MAX).map(({ securityId, title: name }) => {
            const { market: state, reason } = marketOf(desk, securityId);
            return html`<${Row} key=${securityId} ...${{ desk, securityId, name, state, reason }}
              top=${market.tops.get(securityId)} last=${market.days.get(securityId)?.last ?? null}
              isSelected=${desk.selected === securityId} />`;
          })}</tbody></table></${Scroll}>`
    }
    ${found.length > ROWS_MAX ? html`<p class="hint">${found.length - ROWS_MAX} more: search for them.</p>` : null}
  </${Panel}>`;
}

interface RowProps {
  readonly desk: Desk;
  readonly securityId: string;
  readonly name: string;
  readonly top: TopView | undefined;
  /** Of the day. */
  readonly last: string | null;
  readonly state: string;
  readonly reason: string | undefined;
  readonly isSelected: boolean;
}

const Row = memo(({ desk, securityId, name, top, last, state, reason, isSelected }: RowProps) => {
  const decimals = decimalsOf(pricesOf(top, last));
  return html`<tr class=${isSelected ? 'selected' : ''} onClick=${() => desk.select(securityId)}>
    <th scope="row"><button type="button" class="plain name" aria-pressed=${isSelected} title=${name}
      onClick=${() => desk.select(securityId)}><span class="cut">${name}</span><small>${securityId} · <${MarketBadge}
      state=${{ market: state, reason }} /></small></button></th>
    <td class="number bid"><${Side} side=${top?.bid} decimals=${decimals} /></td>
    <td class="number offer"><${Side} side=${top?.offer} decimals=${decimals} /></td>
    <td class="number">${last === null ? '–' : priceText(last, decimals)}</td>
  </tr>`;
});

function pricesOf(top: TopView | undefined, last: string | null): string[] {
  const prices = [top?.bid, top?.offer].map((side) => priced(side)?.price);
  return [...prices, last].filter((price) => typeof price === 'string');
}

function Side({ side, decimals }: { readonly side: SideOfTop | undefined; readonly decimals: number }): Node {
  if (side === undefined) return html`<span title="No price yet">·</span>`;
  if (side === null) return html`<span title="Nothing shows">–</span>`;
  if ('rfq' in side) return html`<span title="A request for quotes alone">RFQ</span>`;
  const shares = quantityText(side.quantity);
  return html`<span class="price">${priceText(side.price, decimals)}</span><small>${
    side.quantity > 0 || side.contingent === undefined ? shares : null
  }${side.contingent === undefined ? null : html`<${Contingent} quantity=${side.contingent.quantity} />`}</small>`;
}

/** Shares of orders with a condition, which not everybody can have. */
export function Contingent({ quantity }: { readonly quantity: number }): Node {
  return html`<span class="contingent" title="Of orders with a condition: all or none, or a minimum">${' +'}
    ${quantityText(quantity)}<abbr title="with a condition">c</abbr></span>`;
}
