/** A stretch of the past of a market: its book at any moment of it (getMarketReplay). */

export interface Level {
  readonly price: string;
  readonly quantity: number;
  readonly orders: number;
  readonly contingentQuantity: number;
  readonly contingentOrders: number;
}

export interface ReplayEvent {
  readonly eventSeq: number;
  readonly time: string;
  readonly order?: {
    readonly orderId: string;
    readonly clientId: string;
    readonly action: 'Bid' | 'Offer';
    readonly change: string;
    readonly price: string;
    readonly quantity: string;
    readonly remaining: string;
  };
  readonly match?: {
    readonly matchId: string;
    readonly price: string;
    readonly quantity: string;
    readonly bidClientId: string;
    readonly askClientId: string;
    readonly initiator: 'Bid' | 'Offer';
  };
  readonly market?: { readonly market: string; readonly reason: string | null };
  readonly levels: readonly (Level & { readonly side: 'Bid' | 'Offer' })[];
}

export interface Replay {
  readonly securityId: string;
  readonly from: string;
  readonly to: string;
  readonly market: string | null;
  readonly bids: readonly Level[];
  readonly offers: readonly Level[];
  readonly events: readonly ReplayEvent[];
}

export interface Book {
  readonly bids: readonly Level[];
  readonly offers: readonly Level[];
  readonly market: string | null;
}

/** The book after the first events. */
export function bookAfter({ bids, offers, market, events }: Replay, count: number): Book {
  const sides = { Bid: byPrice(bids), Offer: byPrice(offers) };
  let open = market;
  for (const event of events.slice(0, count)) {
    open = event.market?.market ?? open;
    for (const { side, ...level } of event.levels) {
      if (level.orders + level.contingentOrders === 0) sides[side].delete(level.price);
      else sides[side].set(level.price, level);
    }
  }
  return { bids: sorted(sides.Bid, -1), offers: sorted(sides.Offer, 1), market: open };
}

const byPrice = (levels: readonly Level[]) => new Map(levels.map((level) => [level.price, level]));

function sorted(levels: ReadonlyMap<string, Level>, sign: 1 | -1): readonly Level[] {
  return [...levels.values()].sort((one, other) => sign * (Number(one.price) - Number(other.price)));
}

/** How many events there were up to a moment, milliseconds since 1970. */
export function eventsUpTo({ events }: Replay, at: number): number {
  const later = events.findIndex(({ time }) => Date.parse(time) > at);
  return later < 0 ? events.length : later;
}
