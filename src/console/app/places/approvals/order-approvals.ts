import { useEffect, useState } from 'preact/hooks';
import type { Desk, Security } from '../../data/index.ts';
import { millionths, moneyText, quantityText, valueText } from '../../data/index.ts';
import { attempt, Confirm, html, type Node, Panel, placeholder, Scroll, useLoaded } from '../../parts/index.ts';

interface Waiting {
  readonly orderId: string;
  readonly securityId: string;
  readonly memberId: string;
  readonly accountId: string | null;
  readonly action: string;
  readonly number_shares: string;
  readonly price_per_share: string;
  readonly contingencies: string;
}

/** More than these are read once some are decided. */
const SECURITIES_ASKED = 50;

/** Orders that wait for the owner of the security (V15): it decides on the terms that it saw. */
export function OrderApprovals({ desk, own }: { readonly desk: Desk; readonly own: readonly Security[] }): Node {
  const ids = own.map(({ securityId }) => securityId).slice(0, SECURITIES_ASKED);
  const loaded = useLoaded(() => readWaiting(desk, ids), [ids.join()], 3000);
  const [refused, refuse] = useState<Waiting | undefined>(undefined);
  useEffect(() => desk.orders.happened.subscribe(loaded.again), []);
  const decide = async (order: Waiting, isApproved: boolean, reason?: string) => {
    const { orderId, securityId, contingencies, number_shares, price_per_share } = order;
    const fields = {
      orderid: orderId,
      issuerid: desk.securities.find(securityId)?.issuerId ?? '',
      orderStatus: isApproved ? 'Live' : 'Not Approved',
      quantity: Number(number_shares),
      contingencies,
      ...(price_per_share === 'RFQ' ? {} : { price: price_per_share }),
      ...(reason === undefined ? {} : { reason }),
    };
    const words = `Order ${orderId} is ${isApproved ? 'approved' : 'refused'}.`;
    await attempt(desk, () => desk.session.api.call('updateOrder', fields), words);
    loaded.again();
  };
  const may = desk.session.may('updateOrder') && !desk.session.capabilities.operator;
  return html`<${Panel} title="Orders that wait for approval" name="approvals">
    ${
      placeholder(loaded, 'No orders to approve. Orders appear here when a security requires approval.') ??
      html`<${Scroll} label="Orders that wait"><table><thead><tr><th scope="col">Order</th><th scope="col">Side</th>
        <th scope="col" class="number">Shares</th><th scope="col" class="number">Price</th>
        <th scope="col" class="number">Value</th><th scope="col">Member</th><th scope="col">Account</th>
        <th scope="col"><span class="unseen">Actions</span></th></tr></thead>
      <tbody>${loaded.value?.map(
        (order) => html`<tr key=${order.orderId}>
          <th scope="row">${desk.securities.titleOf(order.securityId)}
            <small>${order.orderId}</small></th>
          <td class=${order.action === 'Bid' ? 'bid' : 'offer'}>${order.action === 'Bid' ? '▲ Buy' : '▼ Sell'}</td>
          <td class="number">${quantityText(order.number_shares)}
            ${order.contingencies === 'None' ? null : html`<small>${order.contingencies.toLowerCase()}</small>`}</td>
          <td class="number">${moneyText(order.price_per_share)}</td><td class="number">${orderValue(order)}</td>
          <td>${order.memberId}</td><td>${order.accountId ?? '–'}</td>
          <td class="actions">${
            may
              ? html`<button type="button" aria-label=${`Approve order ${order.orderId}`}
                  onClick=${() => decide(order, true)}>Approve</button>
                <button type="button" aria-label=${`Refuse order ${order.orderId}`}
                  onClick=${() => refuse(order)}>Refuse</button>`
              : null
          }</td></tr>`,
      )}</tbody></table></${Scroll}>`
    }
    ${
      refused === undefined
        ? null
        : html`<${Confirm} title=${`Refuse order ${refused.orderId}`} text="Its client gets the reason."
            yes="Refuse" reason="Reason" close=${() => refuse(undefined)}
            does=${(reason: string) => decide(refused, false, reason)} />`
    }
  </${Panel}>`;
}

function orderValue({ number_shares, price_per_share }: Waiting): string {
  const price = millionths(price_per_share);
  if (price === undefined) return '–';
  return `$${valueText(price, String(Math.trunc(Number(number_shares))))}`;
}

async function readWaiting({ session }: Desk, ids: readonly string[]): Promise<Waiting[]> {
  const lists = await Promise.all(
    ids.map(async (securityId) => {
      const answer = await session.api.call('getOrdersForApproval', { securityId });
      return answer.ordersForApproval as Waiting[];
    }),
  );
  return lists.flat();
}
