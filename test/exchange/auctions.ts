import type { AuctionPlan, CallTerms, PlannedAuction } from '../../src/exchange/api/auctions.ts';
import type { AuctionEvent, ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { security, type TestVenue } from './venue.ts';

export const ID = 7 as SecurityId;

/** Five minutes, of which the last is binding. */
export const CALL: CallTerms = { callSeconds: 300, noCancelSeconds: 60, randomEndSeconds: 0 };

export function planned(at: PlannedAuction['at'], over: Partial<PlannedAuction> = {}): PlannedAuction {
  return { at, ...CALL, weekdays: null, datesOfMonth: null, ...over };
}

export function plan(over: Partial<AuctionPlan> = {}): AuctionPlan {
  return { auctions: [], afterHalt: null, continuous: true, collar: null, ...over };
}

/** Makes the security known, with a plan. */
export async function planIn({ exchange }: TestVenue, over: Partial<AuctionPlan>): Promise<void> {
  await exchange.submit(security());
  await exchange.submit({ type: 'auctionPlan', securityId: ID, plan: plan(over), expected: null });
}

export function auctionEvents(events: readonly ExchangeEvent[]): AuctionEvent[] {
  return events.filter((event): event is AuctionEvent => event.type === 'auction');
}

export function phases(events: readonly ExchangeEvent[]): string[] {
  return auctionEvents(events).map(({ phase }) => phase);
}

export function matchesOf(events: readonly ExchangeEvent[]) {
  return events.flatMap((event) => (event.type === 'match' ? [event.match] : []));
}
