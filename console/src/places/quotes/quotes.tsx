/** Quotes on RFQ orders (V38 ...): those asked for in this security, and those on one's own. */

import { useEffect, useState } from 'preact/hooks';
import type { MethodName } from '../../client/index.ts';
import type { Desk, Fields } from '../../data/index.ts';
import {
  decimalText,
  millionths,
  moneyText,
  preferences,
  priceText,
  quantityText,
  sharesOf,
  useTopic,
} from '../../data/index.ts';
import {
  ActionsHead,
  attempt,
  Confirm,
  Empty,
  type Node,
  Panel,
  placeholder,
  Scroll,
  TextField,
  useLoaded,
} from '../../parts/index.ts';
import { termsFault, unusualPrice, worthOf } from '../../views/index.ts';

interface Rfq {
  readonly orderId: string;
  readonly action: string;
  readonly shares_remaining: string;
  readonly contingencies: string;
}

interface Quote {
  readonly quoteId: string;
  readonly orderId: string;
  readonly action: string;
  readonly price: string;
  readonly quantity: string;
  readonly quoteStatus: string;
  readonly accountId?: string | null;
}

export function Quotes({ desk }: { readonly desk: Desk }): Node {
  const { session, orders } = desk;
  useTopic(desk.selection, orders.changed);
  const rfqs = useLoaded(() => readRfqs(desk), [desk.selected], 5000);
  useEffect(() => orders.happened.subscribe(rfqs.again), []);
  const own = orders.open.filter(({ type, securityId }) => type === 'RFQ' && securityId === desk.selected);
  const isOwn = (orderId: string) => own.some((order) => order.orderId === orderId);
  const others = { ...rfqs, value: rfqs.value?.filter(({ orderId }) => !isOwn(orderId)) };
  return (
    <Panel title="Quotes" name="quotes">
      {own.map(({ orderId, side, remaining }) => (
        <div key={orderId} class="rfq">
          <p>
            Your RFQ {orderId}: {side.toLowerCase()} {quantityText(remaining)}.
          </p>
          <QuotesOn desk={desk} orderId={orderId} isOwner />
        </div>
      ))}
      {placeholder(others, 'No requests for quotes by other clients. Send an order of type RFQ to request quotes.') ??
        others.value?.map((rfq) => (
          <div key={rfq.orderId} class="rfq">
            <p>
              RFQ {rfq.orderId}: somebody would {rfq.action === 'Bid' ? 'buy' : 'sell'}{' '}
              {quantityText(rfq.shares_remaining)}
              {conditionOf(rfq)}.
            </p>
            <QuotesOn desk={desk} orderId={rfq.orderId} />
            {session.may('createQuote') ? <QuoteForm desk={desk} rfq={rfq} /> : null}
          </div>
        ))}
    </Panel>
  );
}

function conditionOf({ contingencies }: Rfq): string {
  return contingencies === 'None' ? '' : ` (${contingencies.toLowerCase()})`;
}

async function readRfqs({ session, selected }: Desk): Promise<Rfq[]> {
  if (selected === '') return [];
  const answer = (await session.api.call('getRfqOrders', { securityId: selected })) as Fields & { rfqOrders: Rfq[] };
  return answer.rfqOrders;
}

interface OnProps {
  readonly desk: Desk;
  readonly orderId: string;
  readonly isOwner?: boolean;
}

function QuotesOn({ desk, orderId, isOwner = false }: OnProps): Node | null {
  const { session, orders } = desk;
  const loaded = useLoaded(() => readQuotes(desk, orderId), [orderId], 5000);
  useEffect(() => orders.happened.subscribe(loaded.again), []);
  const act = async (name: MethodName, quoteId: string, done: string) => {
    await attempt(desk, () => session.api.call(name, { quoteId }), done);
    loaded.again();
  };
  const button = (name: MethodName, words: string, done: string, { quoteId }: Quote) =>
    session.may(name) ? (
      <button type="button" aria-label={`${words} quote ${quoteId}`} onClick={() => act(name, quoteId, done)}>
        {words}
      </button>
    ) : null;
  const quotes = loaded.value ?? [];
  if (quotes.length === 0) return isOwner ? <Empty>No quote yet.</Empty> : null;
  return (
    <Scroll label={`Quotes on ${orderId}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">Quote</th>
            <th scope="col" class="number">
              Price
            </th>
            <th scope="col" class="number">
              Shares
            </th>
            <th scope="col">State</th>
            <ActionsHead />
          </tr>
        </thead>
        <tbody>
          {quotes.map((quote) => (
            <tr key={quote.quoteId}>
              <th scope="row">{quote.quoteId}</th>
              <td class="number">{moneyText(quote.price)}</td>
              <td class="number">{quantityText(quote.quantity)}</td>
              <td>{quote.quoteStatus}</td>
              <td class="actions">
                {quote.quoteStatus !== 'Open' ? null : isOwner ? (
                  <>
                    {button('acceptQuote', 'Accept', 'Accepted: it has traded.', quote)}
                    {button('declineQuote', 'Decline', 'Declined.', quote)}
                  </>
                ) : (
                  button('cancelQuote', 'Take back', 'The quote is taken back.', quote)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** For a client without a quote on another client's order the order is unknown. */
async function readQuotes({ session }: Desk, orderid: string): Promise<Quote[]> {
  try {
    return ((await session.api.call('getQuotes', { orderid })) as Fields & { quotes: Quote[] }).quotes;
  } catch {
    return [];
  }
}

function QuoteForm({ desk, rfq }: { readonly desk: Desk; readonly rfq: Rfq }): Node {
  const [price, setPrice] = useState('');
  const [quantity, setQuantity] = useState(String(Number(rfq.shares_remaining)));
  const [isAsking, setAsking] = useState(false);
  const amount = millionths(price);
  const shares = sharesOf(quantity);
  const side = rfq.action === 'Bid' ? 'Sell' : 'Buy';
  const submit = (event: Event) => {
    event.preventDefault();
    setAsking(true);
  };
  const send = async () => {
    if (amount === undefined || shares === undefined) return;
    const terms = { price: decimalText(amount), quantity: shares };
    const fields = { orderid: rfq.orderId, memberid: preferences.member || '1', ...terms };
    const isDone = await attempt(desk, () => desk.session.api.call('createQuote', fields), 'Quote sent.');
    if (isDone) setPrice('');
  };
  const worth = `${worthOf({ quantity, price })}. ${unusualPrice(desk, desk.selected, side, price) ?? ''}`;
  return (
    <>
      <form class="inline" onSubmit={submit}>
        <TextField label="Your price" id={`quote-price-${rfq.orderId}`} numeric value={price} set={setPrice} />
        <TextField label="Shares" id={`quote-shares-${rfq.orderId}`} numeric value={quantity} set={setQuantity} />
        <button type="submit" disabled={amount === undefined || shares === undefined}>
          Quote …
        </button>
        {price === '' ? null : (
          <p class="hint" role="status">
            {termsFault(quantity, price)}
          </p>
        )}
      </form>
      {isAsking && amount !== undefined && shares !== undefined ? (
        <Confirm
          title="Send a quote"
          yes="Send quote"
          close={() => setAsking(false)}
          does={send}
          text={`${side} ${quantityText(shares)} at ${priceText(decimalText(amount))}, ${worth}`}
        />
      ) : null}
    </>
  );
}
