/** Asks before an order is cancelled: the API cannot undo it, and a new order loses the place in the book. */
import { type Desk, millionths, type OwnOrder, priceText, quantityText, valueText } from '../data/index.ts';
import { attempt, Confirm, type Node } from '../parts/index.ts';

interface Props {
  readonly desk: Desk;
  readonly order: OwnOrder;
  readonly close: () => void;
  /** Called once the venue has answered. */
  readonly done?: () => void;
}

export function CancelOrder({ desk, order, close, done }: Props): Node {
  const { orderId, side, quantity, remaining, price, securityId, type } = order;
  const at = type === 'RFQ' ? 'RFQ' : priceText(price);
  const worth = type === 'RFQ' ? '' : `, worth $${valueText(millionths(price) ?? 0, String(remaining))},`;
  const cancel = async () => {
    await cancelOrder(desk, orderId);
    done?.();
  };
  return (
    <Confirm
      title={`Cancel order ${orderId}: ${side} ${desk.securities.titleOf(securityId)} at ${at}`}
      yes="Cancel order"
      isDanger
      close={close}
      does={cancel}
      text={
        `${quantityText(remaining)} of its ${quantityText(quantity)} shares${worth} are taken from the book. ` +
        'What is filled stays filled.'
      }
    />
  );
}

async function cancelOrder(desk: Desk, orderid: string): Promise<void> {
  const { session, orders } = desk;
  await attempt(desk, () => session.api.call('cancelOrder', { orderid }), `Order ${orderid} is cancelled.`);
  orders.readSoon(orderid);
}
