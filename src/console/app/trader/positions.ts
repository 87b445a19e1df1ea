/** The positions of the client and its accounts (getPositions, V52). */
import { useEffect } from 'preact/hooks';
import type { Desk, Fields } from '../data/index.ts';
import { quantityText } from '../data/index.ts';
import { html, type Node, Panel, placeholder, Scroll, useLoaded } from '../parts/index.ts';

interface Position {
  readonly accountId?: string;
  readonly securityId: string;
  readonly quantity: number;
}

export function Positions({ desk }: { readonly desk: Desk }): Node {
  const loaded = useLoaded(() => readPositions(desk), [], 30_000);
  useEffect(() => desk.orders.tradesChanged.subscribe(loaded.again), []);
  return html`<${Panel} title="Positions" name="positions">
    ${
      placeholder(loaded, 'No positions. They appear after your first trade, once the operator has set limits.') ??
      html`<${Scroll} label="Positions"><table><thead><tr><th scope="col">Security</th><th scope="col">Account</th>
        <th scope="col" class="number">Shares</th></tr></thead><tbody>${loaded.value?.map(
          ({ accountId = '', securityId, quantity }) => html`<tr key=${`${accountId}/${securityId}`}>
            <th scope="row">${desk.securities.find(securityId)?.name ?? securityId}</th>
            <td>${accountId || 'without one'}</td><td class="number">${quantityText(quantity)}</td></tr>`,
        )}</tbody></table></${Scroll}>`
    }
  </${Panel}>`;
}

async function readPositions({ session }: Desk): Promise<Position[]> {
  if (session.capabilities.operator) return [];
  const { positions } = (await session.api.call('getPositions')) as Fields & { positions: Position[] };
  return positions;
}
