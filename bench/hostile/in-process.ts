import type { EnterCommand } from '../../src/exchange/interface.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/journaled-command.ts';
import { VenueState } from '../../src/exchange/venue-state.ts';
import { limitTicket } from '../support/limit-ticket.ts';
import type { HostileBook, HostileOrder } from './books.ts';

const SECURITY = 1;
const START_US = 1_800_000_000_000_000;
const CENT = 10_000;

/** What one pass over a hostile book took, command by command. */
export interface Pass {
  /** Milliseconds of each command, those that carry on included. */
  readonly commandMs: readonly number[];
  /** How many of them only carried on with what was due. */
  readonly continues: number;
  readonly matches: number;
  /** Search work of the command that took most, in steps. */
  readonly stepsMost: number;
}

/**
 * Applies a hostile book to a venue of its own as the sequencer would: each command in turn with one that carries on.
 */
export function applyBook(book: HostileBook): Pass {
  const run = new Run();
  run.apply({
    type: 'security',
    securityId: SECURITY,
    issuerId: 1,
    ownerClientId: 'owner',
    name: 'A',
    status: 'trading',
  });
  run.apply({
    type: 'session',
    action: 'open',
    securityId: null,
    date: '2027-01-15',
    dayOver: false,
    scheduled: START_US,
  });
  if (book.whileHalted) run.apply({ type: 'halt', securityId: SECURITY, reason: 'set-up' });
  for (const order of book.setUp) run.apply(enter(order));
  run.carryOn();
  if (book.whileHalted) run.apply({ type: 'resume', securityId: SECURITY, reason: 'set-up is over' });
  for (const order of book.attack) run.apply(enter(order));
  run.carryOn();
  return run;
}

class Run implements Pass {
  readonly commandMs: number[] = [];
  continues = 0;
  matches = 0;
  stepsMost = 0;
  readonly #state = new VenueState(0);

  constructor() {
    this.#state.sink = (event) => {
      if (event.type === 'match') this.matches++;
    };
  }

  apply(command: UntimedCommand): void {
    this.#apply(command);
    if (this.#state.engine.isDue) this.#continue();
  }

  carryOn(): void {
    while (this.#state.engine.isDue) this.#continue();
  }

  #continue(): void {
    this.continues++;
    this.#apply({ type: 'continue' });
  }

  #apply(command: UntimedCommand): void {
    const timed = { ...command, time: START_US + this.commandMs.length } as JournaledCommand;
    const steps = this.#state.engine.steps;
    const start = performance.now();
    this.#state.apply(timed);
    this.commandMs.push(performance.now() - start);
    this.stepsMost = Math.max(this.stepsMost, this.#state.engine.steps - steps);
  }
}

function enter({ side, quantity, contingency, minimum, cents }: HostileOrder): EnterCommand {
  return {
    type: 'enter',
    ticket: limitTicket({ clientId: 'C10000001', securityId: SECURITY, accountId: null, side }),
    quantity,
    price: (1000 + cents) * CENT,
    contingency,
    minimum,
  };
}
