/** A client's events and the trades of a day, read by cursor (H7). */

export { cursorAt, readCursor } from './event-cursor.ts';
export { getBars } from './get-bars.ts';
export { getEvents } from './get-events.ts';
export { getTimeAndSales } from './get-time-and-sales.ts';
export { amendmentsIn, marketEventsIn, matchesIn, noticesToAllIn, tradingDaysOf } from './market-reading.ts';
export { ownEventOf, ownEventsIn } from './own-events.ts';
