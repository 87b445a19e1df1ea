/** The place where a reader lands. */
import type { Session } from './data/index.ts';
import type { Place } from './place.ts';

/** Whoever sends orders begins with the market, everybody else with open decisions and the figures of today. */
export function homeOf({ capabilities, may }: Session, places: readonly Place[]): Place | undefined {
  const home = !capabilities.operator && may('createOrder') ? 'market' : 'home';
  return places.find(({ name }) => name === home) ?? places[0];
}
