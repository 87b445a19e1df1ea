/** The effects of commands on the state. Deterministic (M11): no clock, no randomness, no I/O. */

export { checkState } from './state-checks.ts';
export { VenueState } from './venue-state.ts';
export { warmUp } from './warm-up.ts';
