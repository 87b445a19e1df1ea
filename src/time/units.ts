/** Lengths of time. The clock of the venue counts microseconds, timers count milliseconds. */
export const SECOND_US: Microseconds = 1_000_000;
export const MINUTE_US: Microseconds = 60 * SECOND_US;
export const HOUR_US: Microseconds = 60 * MINUTE_US;
export const DAY_US: Microseconds = 24 * HOUR_US;
export const MINUTE_MS: Milliseconds = 60_000;
export const HOUR_MS: Milliseconds = 60 * MINUTE_MS;
export const DAY_MS: Milliseconds = 24 * HOUR_MS;

declare const unit: unique symbol;

/** Since 1970 UTC, or from one event to another. A plain number may be one; a number of Milliseconds may not. */
export type Microseconds = number & { readonly [unit]?: 'Microseconds' };
/** As Microseconds. */
export type Milliseconds = number & { readonly [unit]?: 'Milliseconds' };
