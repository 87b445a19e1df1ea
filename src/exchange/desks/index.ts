/** The effects of commands on the state. Deterministic (M11): no clock, no randomness, no I/O. */

export { VenueState } from './venue-state.ts';
export { warmUp } from './warm-up.ts';
