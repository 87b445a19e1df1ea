/** The quotes on an RFQ order, with their versions and ends. */
import { useEffect } from 'preact/hooks';
import type { MethodName } from '../../client/index.ts';
import { type Desk, type Fields, instantOf, moneyText, quantityText } from '../../data/index.ts';
import { attempt, Empty, type Node, Rows, type RowsColumn, useLoaded, When } from '../../parts/index.ts';

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

const COLUMNS: readonly RowsColumn<Quote>[] = [
  { title: 'Quote', cell: ({ quoteId }) => quoteId },
  { title: 'Price', isNumber: true, cell: ({ price }) => moneyText(price) },
  { title: 'Shares', isNumber: true, cell: ({ quantity }) => quantityText(quantity) },
  { title: 'Version', isNumber: true, cell: ({ version }) => version },
  {
    title: 'Valid until, New York',
    cell: ({ expiresDate }) => (expiresDate === null ? '–' : <When at={instantOf(expiresDate)} />),
  },
  {
    title: 'State',
    cell: ({ quoteStatus, reason }) => <span title={reason ?? undefined}>{quoteStatus}</span>,
  },
];

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
    <Rows
      label={`Quotes on ${orderId}`}
      rows={quotes}
      keyOf={({ quoteId }) => quoteId}
      columns={COLUMNS}
      actions={(quote) =>
        quote.quoteStatus !== 'Open' ? null : isOwner ? (
          <>
            {button('acceptQuote', 'Accept', 'Accepted: it has traded.', quote)}
            {button('declineQuote', 'Decline', 'Declined.', quote)}
          </>
        ) : (
          button('cancelQuote', 'Take back', 'The quote is taken back.', quote)
        )
      }
    />
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
