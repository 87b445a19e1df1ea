import type { FilledVenue } from './place.ts';

/** 10,000 and 10 million. */
function sizeText(orders: number): string {
  return orders >= 1e6 ? `${Number((orders / 1e6).toFixed(1))} million` : Math.round(orders).toLocaleString('en-US');
}

export function sizesHead(venues: readonly FilledVenue[]): string[] {
  return venues.map(({ extent }) => `${sizeText(extent.orders)} orders`);
}
