/** The quotes on an RFQ order, with their versions and ends. */
import { useEffect } from 'preact/hooks';
import type { MethodName } from '../../client/index.ts';
import { type Desk, type Fields, instantOf, moneyText, quantityText } from '../../data/index.ts';
import { ActionsHead, attempt, Empty, type Node, Scroll, useLoaded, When } from '../../parts/index.ts';

interface Quote {
  readonly quoteId: string;
  readonly orderId: string;
  readonly action: string;
  readonly price: string;
  readonly quantity: string;
  readonly version: number;
  readonly quoteStatus: string;
  readonly reason: string | null;
  readonly expiresDate: string | null;
  readonly accountId?: string | null;
}

interface OnProps {
  readonly desk: Desk;
  readonly orderId: string;
  readonly isOwner?: boolean;
}

export function QuotesOn({ desk, orderId, isOwner = false }: OnProps): Node | null {
  const { session, orders } = desk;
  const loaded = useLoaded(() => readQuotes(desk, orderId), [orderId], 5000);
  useEffect(() => orders.happened.subscribe(loaded.again), []);
  const act = async (name: MethodName, { quoteId, version }: Quote, done: string) => {
    // What is accepted is what is on the screen (Y2).
    const fields = name === 'acceptQuote' ? { quoteId, version } : { quoteId };
    await attempt(desk, () => session.api.call(name, fields), done);
    loaded.again();
  };
  const button = (name: MethodName, words: string, done: string, quote: Quote) =>
    session.may(name) ? (
      <button type="button" aria-label={`${words} quote ${quote.quoteId}`} onClick={() => act(name, quote, done)}>
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
            <th scope="col" class="number">
              Version
            </th>
            <th scope="col">Valid until</th>
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
              <td class="number">{quote.version}</td>
              <td>{quote.expiresDate === null ? '–' : <When at={instantOf(quote.expiresDate)} />}</td>
              <td title={quote.reason ?? undefined}>{quote.quoteStatus}</td>
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
