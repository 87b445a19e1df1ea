/** Sends an order, and says what became of it: also where the answer was lost. */
import { type Desk, type Fields, failureOf, isNoRecord, isRefusal, priceText, quantityText } from '../../data/index.ts';

const LOOK_UP_EACH_MS = 2000;
/** Some minutes: by then a venue that is back has answered. */
const LOOK_UPS_MAX = 150;

/** What the reader is asked before an order outside of the collar is sent; undefined: it failed otherwise (V68). */
export function outsideCollar(error: unknown): string | undefined {
  if (!isRefusal(error) || error.reasonCode !== 'price-outside-collar') return undefined;
  const { value, order, used } = error.answer.limit as Readonly<Record<'value' | 'order' | 'used', string>>;
  const distance = `${Number.parseFloat(value)} % from the reference price ${priceText(used)}`;
  return `The price ${priceText(order)} is outside of the price collar: more than ${distance}.`;
}

/**
 * Each order has a separate token, by which it is found when its answer is lost. Returns what to ask the reader before
 * it is sent with beyondCollar; undefined: nothing.
 */
export async function sendOrder(desk: Desk, fields: Fields): Promise<string | undefined> {
  const token = newToken();
  try {
    const { orderDetails } = await desk.session.api.call('createOrder', { ...fields, token });
    const { orderId, orderStatus } = orderDetails as { orderId: string; orderStatus: string };
    desk.orders.readSoon(orderId);
    if (orderStatus !== 'Live') desk.say('done', `Order ${orderId}: ${orderStatus}.`);
    else await sayState(desk, orderId);
  } catch (error) {
    const collar = outsideCollar(error);
    if (collar !== undefined) return collar;
    desk.sayFailure(error);
    if (failureOf(error) === 'unknown') await lookUp(desk, token);
  }
  return undefined;
}

function newToken(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Right after entry: what it filled, or that it works. */
async function sayState(desk: Desk, orderid: string): Promise<void> {
  try {
    sayOrder(desk, await readOrder(desk, { orderid }));
  } catch {
    desk.say('done', `Order ${orderid}: Working.`);
  }
}

async function readOrder(desk: Desk, by: Fields): Promise<Fields> {
  const { orderDetails } = await desk.session.api.call('getOrder', by);
  return [orderDetails].flat()[0] as Fields;
}

function sayOrder(desk: Desk, order: Fields): void {
  const [orderId, status, filled] = [String(order.order_Id), String(order.status), String(order.filledShares)];
  desk.orders.placed(orderId, Number(filled));
  const fill = filledWords(filled, order.averagePrice);
  const word = status === 'Executed' ? '' : status === 'Live' || status === 'Partially Executed' ? 'Working' : status;
  desk.say('done', `Order ${orderId}: ${[word, fill].filter((part) => part !== '').join(', ')}.`);
}

/** `Filled 100 @ 25.04`; empty where nothing is filled. */
function filledWords(shares: string, averagePrice: unknown): string {
  if (Number(shares) === 0) return '';
  return `Filled ${quantityText(shares)} @ ${priceText(String(averagePrice))}`;
}

/** Twice unknown to a venue that answers: the order was not placed. */
async function lookUp(desk: Desk, token: string): Promise<void> {
  let missed = 0;
  for (let look = 0; look < LOOK_UPS_MAX && missed < 2; look++) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_UP_EACH_MS));
    if (desk.session.link.status === 'closed') return;
    try {
      return sayOrder(desk, await readOrder(desk, { token }));
    } catch (error) {
      if (isNoRecord(error)) missed++;
    }
  }
  if (missed === 2) desk.say('unsent', 'The order was not placed.');
  else desk.say('unknown', 'Look among your orders before you send it again.');
}
