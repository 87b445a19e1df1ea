import type { Contingency, OrderTicket, SecurityId, Shares } from '../api/index.ts';
import type { JournaledCommand, UntimedCommand } from '../commands/index.ts';
import { VenueState } from './venue-state.ts';

const SECURITY = 1 as SecurityId;
const START_US = 1_800_000_000_000_000;
const DATE = '2027-01-15';
/** The openings, the orders that cross in each, and the conditional orders of each side. */
const OPENINGS = 4;
const PLAIN = 300;
const CONDITIONAL = 20;

type Terms = Pick<OrderTicket, 'side'> & {
  readonly quantity: Shares;
  readonly contingency: Contingency;
  readonly minimum: Shares;
};

/**
 * Opens a market full of orders a few times in a private venue, so that the code of an opening and of contingent
 * searches (M9, M13) is compiled before the first real opening, which would otherwise take ten times as long. Takes
 * about 0.1 s and keeps nothing. Returns its counts for tests.
 */
export function warmUp(): { matches: number; steps: number } {
  const state = new VenueState(0);
  state.sink = () => {};
  let timeUs = START_US;
  const apply = (command: UntimedCommand) => {
    state.apply({ ...command, time: timeUs++ } as JournaledCommand);
    while (state.engine.hasPendingWork || state.pending.isPending) state.apply({ type: 'continue', time: timeUs++ });
  };
  apply({ type: 'security', securityId: SECURITY, issuerId: 1, ownerClientId: '', name: '', status: 'trading' });
  apply({ type: 'session', action: 'open', securityId: null, date: DATE, dayOver: false, scheduled: START_US });
  for (let opening = 0; opening < OPENINGS; opening++) {
    apply({ type: 'halt', securityId: SECURITY, reason: '' });
    for (const terms of ordersOf(opening)) apply(enter(terms));
    apply({ type: 'resume', securityId: SECURITY, reason: '' });
  }
  return { matches: state.counters.matches, steps: state.engine.steps };
}

function* ordersOf(opening: number): Generator<Terms> {
  for (let i = 0; i < PLAIN; i++) yield { side: sideOf(i), quantity: 1 + (i % 9), contingency: 'None', minimum: 0 };
  for (let i = 0; i < CONDITIONAL; i++) {
    // Sums of even offers miss the odd bids; small ones are searched by intervals, large ones by bits.
    const scale = opening % 2 === 0 ? 1 : 50;
    yield { side: 'sell', quantity: scale * 2 * (20 + 7 * i), contingency: 'All or None', minimum: 0 };
    const quantity = scale * 2 * (100 + 31 * i) + 1;
    yield i % 2 === 0
      ? { side: 'buy', quantity, contingency: 'All or None', minimum: 0 }
      : { side: 'buy', quantity, contingency: 'Minimum Quantity', minimum: quantity - 10 };
  }
}

function sideOf(number: number): OrderTicket['side'] {
  return number % 2 === 0 ? 'buy' : 'sell';
}

function enter({ side, ...terms }: Terms): UntimedCommand {
  const ticket: OrderTicket = {
    clientId: '',
    memberId: '1',
    accountId: null,
    securityId: SECURITY,
    type: 'Limit',
    side,
    token: null,
    disclosed: true,
    solicited: false,
    expiration: 'Day',
    expirationDate: null,
    ip: '',
  };
  return { type: 'enter', ticket, price: 10_000_000, ...terms };
}
