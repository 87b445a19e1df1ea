/** A new venue for each test of a file, and what most of them do with it. */
import { afterEach, beforeEach } from 'vitest';
import type { OrderId } from '../../../src/exchange/api/units.ts';
import { type Caller, type Fields, ORDER, OTHER_TRADER, TRADER } from './fixtures.ts';
import { openVenue, type Venue } from './venue.ts';

/** Of the test that runs. */
export let venue: Venue;

export function openForEachTest(): void {
  beforeEach(async () => {
    venue = await openVenue();
  });
  afterEach(() => venue.close());
}

/** Ids of the first orders of a venue. */
export const [FIRST, SECOND] = ['100100', '100200'] as const;

/** A bid, where the changes do not say otherwise. */
export const enter = (changes: Fields = {}, caller: Caller = TRADER) =>
  venue.post(caller, 'createOrder', { ...ORDER, ...changes });

export const offer = (changes: Fields = {}) => enter({ action: 'Sell', ...changes }, OTHER_TRADER);

/** Resolves with the id of the order. */
export async function newOrder(changes: Fields = {}, caller: Caller = TRADER): Promise<string> {
  const { body } = await enter(changes, caller);
  return (body as { orderDetails: { orderId: string } }).orderDetails.orderId;
}

export const statusOf = (orderId: string) => venue.exchange.order(Number(orderId) as OrderId)?.status;
