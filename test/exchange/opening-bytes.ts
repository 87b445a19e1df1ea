/** Prints how many bytes an opening allocates for each of its orders, while V8 has compiled nothing. */

import type { JournaledCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { Replica } from '../../src/exchange/replica/replica.ts';
import { ManualTime } from '../support/manual-time.ts';
import { OPEN_FRIDAY, order, security } from './venue.ts';

const ORDERS = 2000;
const state = new VenueState(0);
const clock = new ManualTime(OPEN_FRIDAY);
const log = { error: () => {} };
const replica = new Replica({ state, clock, sequence: 0, log, alwaysOpen: true, neverCloses: new Set() } as never);
for (let listener = 0; listener < 6; listener++) replica.subscribe(() => {});
let sequence = 0;
const apply = (command: object) => {
  replica.apply({ firstSequence: ++sequence, commands: [{ ...command, time: sequence } as JournaledCommand] });
  replica.publish();
};
const halted = (type: 'halt' | 'resume') => apply({ type, securityId: 7, reason: 'a reason' });
apply(security());
apply({ type: 'session', action: 'open', securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 });
halted('halt');
for (let i = 0; i < ORDERS; i++)
  apply(order({ side: i % 2 === 0 ? 'buy' : 'sell', clientId: `c${i % 2}`, quantity: 1 }));
const before = process.memoryUsage().heapUsed;
halted('resume');
while (state.pending.isPending || state.engine.hasPendingWork) apply({ type: 'continue' });
console.log(JSON.stringify({ bytes: (process.memoryUsage().heapUsed - before) / ORDERS, live: state.orders.size }));
