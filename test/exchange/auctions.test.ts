import { describe, expect, test } from 'vitest';
import type { AuctionPlan, CallTerms, PlannedAuction } from '../../src/exchange/api/auctions.ts';
import type { AuctionEvent, ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { markets, moveTo } from './sessions.ts';
import { DOLLAR, idOfOrder, openVenue, order, security, type TestVenue } from './venue.ts';

const ID = 7 as SecurityId;
const CALL: CallTerms = { callSeconds: 300, noCancelSeconds: 60, randomEndSeconds: 0 };

function planned(at: PlannedAuction['at'], over: Partial<PlannedAuction> = {}): PlannedAuction {
  return { at, ...CALL, weekdays: null, datesOfMonth: null, ...over };
}

function plan(over: Partial<AuctionPlan> = {}): AuctionPlan {
  return { auctions: [], afterHalt: null, continuous: true, collar: null, ...over };
}

function phases(events: readonly ExchangeEvent[]): string[] {
  return events.filter((event): event is AuctionEvent => event.type === 'auction').map(({ phase }) => phase);
}

async function planIn(venue: TestVenue, over: Partial<AuctionPlan>): Promise<void> {
  await venue.exchange.submit(security());
  await venue.exchange.submit({ type: 'auctionPlan', securityId: ID, plan: plan(over), expected: null });
}

describe('at a set time (Q8)', () => {
  test('the market is called, trades at one price, and opens again', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    const { exchange } = venue;
    await planIn(venue, { auctions: [planned({ minute: 11 * 60 })] });
    const early = idOfOrder(await exchange.submit(order({ price: 10 * DOLLAR })));
    await moveTo(venue, '2026-11-20T15:55:00Z');
    expect(exchange.security(ID)?.market).toBe('call');
    const sell = idOfOrder(await exchange.submit(order({ side: 'sell', price: 9 * DOLLAR, quantity: 150 })));
    const buy = idOfOrder(await exchange.submit(order({ price: 12 * DOLLAR })));
    expect([early, sell, buy].map((id) => exchange.order(id)?.status)).toEqual(['Live', 'Live', 'Live']);
    await moveTo(venue, '2026-11-20T16:00:00Z');
    expect(exchange.security(ID)?.market).toBe('open');
    expect(exchange.order(buy)?.status).toBe('Executed');
    expect(exchange.order(sell)?.status).toBe('Executed');
    const matches = venue.events.flatMap((event) => (event.type === 'match' ? [event.match] : []));
    expect(matches.map(({ price, quantity, auction }) => ({ price, quantity, auction }))).toEqual([
      { price: 10 * DOLLAR, quantity: 100, auction: 1 },
      { price: 10 * DOLLAR, quantity: 50, auction: 1 },
    ]);
    expect(markets(venue.events)).toEqual(['call', 'open']);
    expect(phases(venue.events)).toEqual(['called', 'uncrossed']);
    expect(exchange.endedAuctions(ID, Infinity, 10)).toMatchObject([
      { auctionId: 1, kind: 'time', price: 10 * DOLLAR, volume: 150, isUncrossed: true },
    ]);
  });
});
