/**
 * Ids that may have been given out in a lost end of the journal are not given out again (docs/operate/cluster.md, J18).
 */
import { expect, test } from 'vitest';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { DOLLAR, idOfOrder, order, security } from './venue.ts';

test('orders, matches, blocks, events and tops go on after the skipped numbers', () => {
  const state = new VenueState(0);
  const seqs: number[] = [];
  state.sink = ({ seq }) => seqs.push(seq);
  let time = 0;
  const apply = (command: UntimedCommand) => state.apply({ ...command, time: ++time } as JournaledCommand);
  apply(security());
  const before = idOfOrder(apply(order({ price: 10 * DOLLAR })));
  const [events, top] = [seqs.at(-1)!, state.securities.get(7 as SecurityId)!.top.seq];
  apply({ type: 'skipIds', count: 5000 });
  const after = idOfOrder(apply(order({ price: 11 * DOLLAR })));
  expect(after - before).toBe(5001 * 100);
  expect(seqs.find((seq) => seq > events)).toBe(events + 5001);
  expect(state.securities.get(7 as SecurityId)!.top.seq).toBe(top + 5001);
  expect(state.tops.since(state.securities.get(7 as SecurityId)!.top, top + 1)).toBeUndefined();
  expect([state.counters.matches, state.blocks.count]).toEqual([5000, 5000]);
});
