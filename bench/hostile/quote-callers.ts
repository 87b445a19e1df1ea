/** A client that quotes on as much as it may, in as few calls as it may. */
import type { Attack } from './attack.ts';
import type { Cast } from './cast.ts';
import { loops, orderFields } from './requests.ts';
import { LOCAL_RECEIVER, registerOwn } from './web-callers.ts';

const ORDERS = 50;
/** The most of one client on one order (V38), and together the most parts of a call (Y4). */
const QUOTES_OF_ORDER = 20;
const QUOTING_MS = 3000;

interface Results {
  readonly quoteResults: readonly { readonly quoteId: string | null }[];
}

/** New quotes, their replacements and their ends, 1,000 in a call, with the webhooks of both clients. */
function massQuotes(): Attack {
  let orderIds: string[] = [];
  return {
    name: 'mass quotes with webhooks',
    settings: LOCAL_RECEIVER,
    setUp: async (cast) => {
      await registerOwn(cast, ['updateQuote'], cast.owner);
      await registerOwn(cast, ['createQuote', 'updateQuote'], cast.taker);
      orderIds = await Promise.all(Array.from({ length: ORDERS }, () => askForQuotes(cast)));
    },
    attack: (cast) => {
      const quote = (quotes: readonly object[]) =>
        cast.call<Results>(cast.owner, 'POST massQuote', { memberid: '1', quotes });
      return loops(1, QUOTING_MS, async () => {
        const terms = { price: '5.00', quantity: 1 };
        const parts = orderIds.flatMap((orderid) =>
          Array.from({ length: QUOTES_OF_ORDER }, () => ({ orderid, ...terms })),
        );
        const { quoteResults } = await quote(parts);
        const ids = quoteResults.map(({ quoteId }) => quoteId);
        if (ids.includes(null)) throw new Error('a quote was refused');
        await quote(ids.map((quoteId) => ({ quoteId, price: '5.01' })));
        await cast.call(cast.owner, 'POST cancelQuotes', {});
      });
    },
  };
}

async function askForQuotes(cast: Cast): Promise<string> {
  type Created = { orderDetails: { orderId: string } };
  const terms = { action: 'Buy', quantity: 100, price: 0 } as const;
  const order = { ...orderFields(cast, cast.securityId, terms), type: 'RFQ' };
  const { orderDetails } = await cast.call<Created>(cast.taker, 'POST createOrder', order);
  return orderDetails.orderId;
}

export const QUOTE_CALLERS: readonly Attack[] = [massQuotes()];
