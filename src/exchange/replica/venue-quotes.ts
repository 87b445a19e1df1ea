import type { Microseconds } from '../../time/units.ts';
import {
  openView,
  type ProtectionView,
  type QuoteId,
  type QuotePage,
  type QuoteReads,
  type QuoteView,
  type RfqPage,
  type SecurityId,
  type Side,
} from '../api/index.ts';
import type { VenueState } from '../desks/index.ts';
import type { OrderRecord } from '../records/index.ts';

/** Answers from the state of a venue. */
export class VenueQuotes implements QuoteReads {
  readonly #state: VenueState;
  readonly #nowUs: () => Microseconds;

  constructor(state: VenueState, nowUs: () => Microseconds) {
    this.#state = state;
    this.#nowUs = nowUs;
  }

  open(quoteId: QuoteId): QuoteView | undefined {
    const quote = this.#state.quotes.get(quoteId);
    return quote && openView(quote);
  }

  openOf(clientId: string, { after, limit }: QuotePage): QuoteView[] {
    return this.#state.quotes.page(clientId, after, limit).map(openView);
  }

  protectionOf(clientId: string): ProtectionView | null {
    return this.#state.protections.view(clientId, this.#nowUs());
  }
}

/** The live RFQ orders of a security that disclose, and those that ask the client of the page by its id (Y6). */
export function rfqOrdersOf(
  { directed, securities }: VenueState,
  securityId: SecurityId,
  { side, after, limit, clientId }: RfqPage,
): OrderRecord[] {
  const markers = securities.get(securityId)?.markers;
  if (markers === undefined) return [];
  const sides = side === undefined ? [markers.buy, markers.sell] : [markers[side]];
  const shown = sides.flatMap((orders) => orders.after(after, limit));
  const asking = clientId === undefined ? undefined : directed.of(securityId, clientId);
  const named = sideOf(asking?.after(after, Number.POSITIVE_INFINITY) ?? [], side);
  return [...shown, ...named].sort((a, b) => a.orderId - b.orderId).slice(0, limit);
}

function sideOf(orders: readonly OrderRecord[], side: Side | undefined): readonly OrderRecord[] {
  return side === undefined ? orders : orders.filter(({ ticket }) => ticket.side === side);
}
