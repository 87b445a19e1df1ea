import { expect } from 'vitest';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { digestOf, linesOf, loadLine } from '../../src/exchange/storage/snapshot-lines.ts';

/** The state as another process loads it from a snapshot. */
export function restartedState(state: VenueState, effectsMax?: number): VenueState {
  const loaded = new VenueState(state.shard, undefined, effectsMax);
  Object.assign(loaded.counters, JSON.parse(JSON.stringify(state.counters)));
  for (const line of linesOf(state)) loadLine(loaded, JSON.parse(JSON.stringify(line)));
  expect(digestOf(loaded)).toBe(digestOf(state));
  return loaded;
}
