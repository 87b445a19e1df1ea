import type { Desk, Security } from '../data/index.ts';
import { quantityText } from '../data/index.ts';
import { html, type Node, Panel, placeholder, Scroll, useLoaded } from '../parts/index.ts';

interface Holding {
  readonly place: string;
  readonly clientId: string;
  readonly accountId: string | null;
  readonly lots: readonly { readonly date: string; readonly quantity: string }[];
}

const SHOWN = 100;

/** The holders of the security by its register (F4). */
export function Holders({ desk, security }: { readonly desk: Desk; readonly security: Security }): Node {
  const { securityId, name } = security;
  const loaded = useLoaded(
    async () => (await desk.session.api.call('getHoldings', { securityId, limit: SHOWN })).holdings as Holding[],
    [],
  );
  return html`<${Panel} title=${`Holders of ${name}`} name="holders">
    ${
      placeholder(loaded, 'No holders. Report them with setHoldings.') ??
      html`<${Scroll} label="Holders"><table><thead><tr><th scope="col">Holder</th><th scope="col">Since</th>
        <th scope="col" class="number">Shares</th></tr></thead><tbody>${loaded.value?.map(
          ({ place, clientId, accountId, lots }) => html`<tr key=${place}><th scope="row">${accountId ?? clientId}
            <small>${clientId}</small></th><td>${lots[0]?.date ?? ''}</td>
            <td class="number">${quantityText(lots.reduce((sum, lot) => sum + Number(lot.quantity), 0))}</td></tr>`,
        )}</tbody></table></${Scroll}>`
    }
  </${Panel}>`;
}
