import type { Desk, Fields } from '../data/index.ts';
import { moneyText, quantityText } from '../data/index.ts';
import { html, type Node, Panel, placeholder, Scroll, useLoaded } from '../parts/index.ts';

interface Offering {
  readonly offeringId: string;
  readonly issueName: string;
  readonly offeringStatus: string;
  readonly targetAmount: string;
  readonly maxAmount: string;
  readonly unitPrice: string;
  readonly totalShares: string;
  readonly remainingShares: string;
}

/** Offerings with their subscribed shares and the money raised. */
export function Offerings({ desk }: { readonly desk: Desk }): Node {
  const loaded = useLoaded(() => readOfferings(desk), [], 30_000);
  return html`<${Panel} title="Offerings" name="offerings" wide>
    ${
      placeholder(loaded, 'No offerings. Create one with createOffering.') ??
      html`<${Scroll} label="Offerings"><table><thead><tr><th scope="col">Offering</th><th scope="col">Status</th>
        <th scope="col">Subscribed</th><th scope="col" class="number">Offered</th>
        <th scope="col" class="number">Price</th><th scope="col" class="number">Raised</th>
        <th scope="col" class="number">Target</th><th scope="col">Paid</th></tr></thead>
      <tbody>${loaded.value?.map((one) => html`<${Row} key=${one.offeringId} desk=${desk} offering=${one} />`)}</tbody>
      </table></${Scroll}>`
    }
  </${Panel}>`;
}

async function readOfferings({ session }: Desk): Promise<Offering[]> {
  const { offeringDetails } = (await session.api.call('getAllOffers')) as Fields & { offeringDetails: Offering[] };
  return offeringDetails.slice(0, 100);
}

function Row({ desk, offering }: { readonly desk: Desk; readonly offering: Offering }): Node {
  const { offeringId, issueName, offeringStatus, totalShares, remainingShares, unitPrice, targetAmount } = offering;
  const sold = Number(totalShares) - Number(remainingShares);
  const share = Number(totalShares) === 0 ? 0 : sold / Number(totalShares);
  const percent = `${(share * 100).toFixed(1)} %`;
  return html`<tr><th scope="row">${issueName}<small>${offeringId}</small></th><td>${offeringStatus}</td>
    <td><span class="progress" style=${{ '--fill': percent.replace(' ', '') }} role="img"
      aria-label=${`${percent} subscribed`}><span></span></span><small>${quantityText(sold)}, ${percent}</small></td>
    <td class="number">${quantityText(totalShares)}</td><td class="number">${moneyText(unitPrice)}</td>
    <td class="number">${moneyText((sold * Number(unitPrice)).toFixed(2))}</td>
    <td class="number">${moneyText(targetAmount)}</td>
    <td>${
      desk.session.may('getTradesForOffering')
        ? html`<${Paid} desk=${desk}
      offeringId=${offeringId} />`
        : null
    }</td>
  </tr>`;
}

/** Money of its trades, by their states: asked for, since it may be many. */
function Paid({ desk, offeringId }: { readonly desk: Desk; readonly offeringId: string }): Node {
  const { value, failure } = useLoaded(() => readPaid(desk, offeringId), [], 30_000);
  if (failure !== undefined) return html`<small>${failure}</small>`;
  if (value === undefined) return html`<small>…</small>`;
  if (value.length === 0) return html`<small>no investments</small>`;
  const sums = value.map(([status, sum]) => `${status.toLowerCase()} ${moneyText(sum.toFixed(2))}`);
  return html`<small>${sums.join(', ')}</small>`;
}

async function readPaid({ session }: Desk, offeringId: string): Promise<[string, number][]> {
  const answer = await session.api.call('getTradesForOffering', { offeringId });
  const trades = answer['Offering purchased details'] as { orderStatus?: string; totalAmount?: string }[];
  const sums = new Map<string, number>();
  for (const { orderStatus = '', totalAmount = '0' } of trades) {
    sums.set(orderStatus, (sums.get(orderStatus) ?? 0) + Number(totalAmount));
  }
  return [...sums];
}
