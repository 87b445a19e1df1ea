/** Changes an order (replaceOrder, M10). Unusual terms are asked about, but not fewer shares at the same price. */
import { useState } from 'preact/hooks';
import type { Desk, OwnOrder } from '../data/index.ts';
import { decimalText, millionths, priceText, quantityText, sharesOf } from '../data/index.ts';
import { attempt, Confirm, Dialog, type Node, TextField } from '../parts/index.ts';
import { filledOf } from './order-words.ts';
import { sharesFault, termsFault } from './typed-terms.ts';
import { unusualTerms } from './unusual-price.ts';

interface Props {
  readonly desk: Desk;
  readonly order: OwnOrder;
  /** The price that the reader moved it to, as decimal text; absent: its own. */
  readonly proposed?: string;
  readonly close: () => void;
}

export function Replace({ desk, order, proposed, close }: Props): Node {
  const { orderId, side, price: before, type } = order;
  const [quantity, setQuantity] = useState(String(order.quantity));
  const [display, setDisplay] = useState(displayText(order));
  const [price, setPrice] = useState(priceText(proposed ?? before).replaceAll(',', ''));
  const [isAsking, setAsking] = useState(false);
  const amount = millionths(price);
  const shares = sharesOf(quantity);
  const showing = showingOf(order, { display, quantity });
  const isSmaller = amount === millionths(before) && Number(shares) <= order.quantity && showing === undefined;
  const unusual = type === 'RFQ' || isSmaller ? '' : unusualTerms(desk, order.securityId, { side, quantity, price });
  const send = () => {
    if (amount === undefined || shares === undefined) return;
    close();
    const showsOther = showing === undefined ? {} : { displayQuantity: showing };
    void replace(desk, { orderid: orderId, quantity: shares, price: decimalText(amount), ...showsOther });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (unusual === '') send();
    else setAsking(true);
  };
  if (isAsking)
    return (
      <Confirm
        title="Unusual order"
        text={unusual}
        yes={`Change order ${orderId}`}
        does={send}
        close={() => setAsking(false)}
      />
    );
  return (
    <Dialog title={`Change order ${orderId}: ${side} ${desk.securities.titleOf(order.securityId)}`} close={close}>
      <form onSubmit={submit}>
        <p>
          {side} in {desk.securities.titleOf(order.securityId)}: {quantityText(filledOf(order))} of{' '}
          {quantityText(order.quantity)} filled.
        </p>
        <div class="pair">
          <TextField label="Shares in all" id="replace-quantity" numeric value={quantity} set={setQuantity} />
          {type === 'RFQ' ? null : <TextField label="Price" id="replace-price" numeric value={price} set={setPrice} />}
        </div>
        {mayShowInPart(order) ? (
          <TextField
            label="Show at once (empty: all shares)"
            id="replace-display"
            numeric
            value={display}
            set={setDisplay}
          />
        ) : null}
        <p class="failed" role="status">
          {type === 'RFQ' ? sharesFault(quantity) : termsFault(quantity, price)}
        </p>
        <p class="hint">{isSmaller ? 'It keeps its place in the book.' : 'It loses its place in the book.'}</p>
        <div class="buttons">
          <button type="submit" class="primary" disabled={amount === undefined || shares === undefined}>
            Change
          </button>
          <button type="button" onClick={close}>
            Back
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** V70 */
const mayShowInPart = ({ type, contingency, isHidden }: OwnOrder): boolean =>
  type === 'Limit' && contingency === 'None' && !isHidden;

const displayText = ({ display }: OwnOrder): string => (display === 0 ? '' : String(display));

/** The display quantity to send, as typed where the venue is to refuse it; undefined: it stays as it is. */
function showingOf(order: OwnOrder, typed: { readonly display: string; readonly quantity: string }) {
  const display = typed.display.trim();
  if ((sharesOf(display) ?? display) === displayText(order)) return undefined;
  // As many as the order has: it shows whole.
  return sharesOf(display === '' ? typed.quantity : display) ?? display;
}

type Replacement = Readonly<Record<'orderid' | 'quantity' | 'price', string>> & { readonly displayQuantity?: string };

async function replace(desk: Desk, fields: Replacement) {
  const { session, orders } = desk;
  await attempt(desk, () => session.api.call('replaceOrder', fields), `Order ${fields.orderid} replaced.`);
  orders.readSoon(fields.orderid);
}
