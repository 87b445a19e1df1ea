/** Quotes on RFQ orders (V38 ...): those asked for in this security, and those on one's own. */

import { useEffect, useState } from 'preact/hooks';
import type { Desk, Fields } from '../../data/index.ts';
import { decimalText, millionths, preferences, priceText, quantityText, sharesOf, useTopic } from '../../data/index.ts';
import { attempt, Confirm, type Node, Panel, placeholder, TextField, useLoaded } from '../../parts/index.ts';
import { termsFault, unusualPrice, worthOf } from '../../views/index.ts';
import { Protection } from './protection.tsx';
import { QuotesOn } from './quotes-on.tsx';

interface Rfq {
  readonly orderId: string;
  readonly action: string;
  readonly shares_remaining: string;
  readonly contingencies: string;
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
      {session.may('getQuoteProtection') ? <Protection desk={desk} /> : null}
      {own.map(({ orderId, side, remaining, askedClients, showsQuotes }) => (
        <div key={orderId} class="rfq">
          <p>
            Your RFQ {orderId}: {side.toLowerCase()} {quantityText(remaining)}.
            {askedClients.length === 0 ? '' : ` It asks ${askedClients.join(' and ')} alone.`}
            {showsQuotes ? ' Each client that it asks sees all quotes.' : ''}
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

function QuoteForm({ desk, rfq }: { readonly desk: Desk; readonly rfq: Rfq }): Node {
  const [price, setPrice] = useState('');
  const [quantity, setQuantity] = useState(String(Number(rfq.shares_remaining)));
  const [seconds, setSeconds] = useState('');
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
    const terms = { price: decimalText(amount), quantity: shares, ...(seconds !== '' && { seconds }) };
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
        <TextField label="Valid for (s)" id={`quote-seconds-${rfq.orderId}`} numeric value={seconds} set={setSeconds} />
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
          title={`Quote on RFQ ${rfq.orderId} in ${desk.securities.titleOf(desk.selected)}`}
          yes="Send quote"
          close={() => setAsking(false)}
          does={send}
          text={`${side} ${quantityText(shares)} at ${priceText(decimalText(amount))}, ${worth}${validFor(seconds)}`}
        />
      ) : null}
    </>
  );
}

function validFor(seconds: string): string {
  return seconds === '' ? '' : ` Valid for ${seconds} seconds.`;
}
