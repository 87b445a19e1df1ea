/** The hours, calendar, halts and the visible book of markets. */

export { getClob } from './clob.ts';
export { getMarketCalendar, updateMarketHoliday } from './market-calendar.ts';
export { getDepth, getTops } from './market-data.ts';
export { getMarketHolidays, getMarketHours } from './market-hours.ts';
export { getMarketStatus, haltSecurity, marketFields, marketSchema, resumeSecurity } from './market-status.ts';
export { securityMarketHours } from './security-market-hours.ts';
