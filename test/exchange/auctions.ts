import { expect } from 'vitest';
import type { AuctionPlan, CallTerms, PlannedAuction } from '../../src/exchange/api/auctions.ts';
import type { AuctionEvent, ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { moveTo } from './sessions.ts';
import { idOfOrder, openVenue, order, security, type TestVenue } from './venue.ts';

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

export const NOON = planned({ minute: 12 * 60 });
/** When the call of NOON begins, when its orders begin to bind, and when it ends. */
export const [CALLED, BINDING, ENDS] = [
  '2026-11-20T16:55:00Z',
  '2026-11-20T16:59:00Z',
  '2026-11-20T17:00:00Z',
] as const;

export const marketOf = ({ exchange }: TestVenue) => exchange.security(ID)?.market;
export const statusOf = ({ exchange }: TestVenue, orderId: OrderId) => exchange.order(orderId)?.status;

export async function sent(venue: TestVenue, ...over: Parameters<typeof order>): Promise<OrderId> {
  return idOfOrder(await venue.exchange.submit(order(...over)));
}

/** A venue that is called at noon, in its call. */
export async function called(over: Partial<AuctionPlan> = {}): Promise<TestVenue> {
  const venue = openVenue({ folder: temporaryFolder() });
  await planIn(venue, { auctions: [NOON], ...over });
  await moveTo(venue, CALLED);
  expect(marketOf(venue)).toBe('call');
  return venue;
}
