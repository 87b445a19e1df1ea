/** Changes an order (replaceOrder, M10). */
import { useState } from 'preact/hooks';
import type { Desk, OwnOrder } from '../data/index.ts';
import { decimalText, millionths, priceText, quantityText } from '../data/index.ts';
import { attempt, Dialog, html, type Node, TextField } from '../parts/index.ts';

interface Props {
  readonly desk: Desk;
  readonly order: OwnOrder;
  readonly close: () => void;
}

export function Replace({ desk, order, close }: Props): Node {
  const { orderId, side, price: before, remaining, type } = order;
  const [quantity, setQuantity] = useState(String(order.quantity));
  const [price, setPrice] = useState(priceText(before).replaceAll(',', ''));
  const amount = millionths(price);
  const isSmaller = amount === millionths(before) && Number(quantity) <= order.quantity;
  const submit = async (event: Event) => {
    event.preventDefault();
    if (amount === undefined) return;
    close();
    await replace(desk, { orderid: orderId, quantity, price: decimalText(amount) });
  };
  return html`<${Dialog} title=${`Change order ${orderId}`} close=${close}>
    <form onSubmit=${submit}>
      <p>${side} in ${desk.securities.titleOf(order.securityId)}:${' '}
        ${quantityText(order.quantity - remaining)} of ${quantityText(order.quantity)} filled.</p>
      <div class="pair">
        <${TextField} label="Shares in all" id="replace-quantity" numeric value=${quantity} set=${setQuantity} />
        ${
          type === 'RFQ'
            ? null
            : html`<${TextField} label="Price" id="replace-price" numeric value=${price}
          set=${setPrice} />`
        }
      </div>
      <p class="hint">${isSmaller ? 'It keeps its place in the book.' : 'It loses its place in the book.'}</p>
      <div class="buttons"><button type="submit" class="primary" disabled=${amount === undefined}>Change</button>
        <button type="button" onClick=${close}>Back</button></div>
    </form>
  </${Dialog}>`;
}

async function replace(
  desk: Desk,
  fields: { readonly orderid: string; readonly quantity: string; readonly price: string },
) {
  const { session, orders } = desk;
  await attempt(desk, () => session.api.call('replaceOrder', fields), `Order ${fields.orderid} replaced.`);
  orders.readSoon(fields.orderid);
}
