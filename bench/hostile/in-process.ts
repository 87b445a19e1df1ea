import { RULES } from '../../src/exchange/api/rules.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import type { Flow } from './flows.ts';

const SECURITY = 1 as SecurityId;
const START_US = 1_800_000_000_000_000;

/** A venue with one security that trades, in slices (M17). */
const OPEN_VENUE: readonly UntimedCommand[] = [
  { type: 'rules', version: RULES },
  { type: 'security', securityId: SECURITY, issuerId: 1, ownerClientId: 'owner', name: 'A', status: 'trading' },
  { type: 'session', action: 'open', securityId: null, date: '2027-01-15', dayOver: false, scheduled: START_US },
];

/** What one pass over a flow took, command by command. */
interface Pass {
  /** Milliseconds of each command, those that resume included. */
  readonly commandMs: readonly number[];
  /** How many of them only resumed pending work. */
  readonly continues: number;
  /** Search work of the command that took most, in steps. */
  readonly stepsMost: number;
}

/** What all passes over one flow gave. */
export interface Applied extends Omit<Pass, 'commandMs'> {
  readonly name: string;
  /**
   * The longest command of a pass, each command taken at its best of all passes, so that the machine's own pauses do
   * not count.
   */
  readonly longest_ms: number;
  readonly commands: number;
}

export function applyAll(flow: Flow, count: number): Applied {
  const passes = Array.from({ length: count }, () => applyFlow(flow));
  const [first] = passes;
  if (first === undefined) throw new Error('there was no pass');
  const best = first.commandMs.map((_, i) => Math.min(...passes.map(({ commandMs }) => commandMs[i] as number)));
  const longest_ms = best.reduce((longest, one) => Math.max(longest, one), 0);
  const { continues, stepsMost } = first;
  return { name: flow.name, longest_ms, commands: best.length, continues, stepsMost };
}

/** Applies a flow to a separate venue as the sequencer would: each command in turn with one that resumes. */
function applyFlow({ steps }: Flow): Pass {
  const run = new Run();
  for (const command of OPEN_VENUE) run.apply(command);
  for (const step of steps) {
    for (const command of step) run.apply(command);
    run.resume();
  }
  return run;
}

class Run implements Pass {
  readonly commandMs: number[] = [];
  continues = 0;
  stepsMost = 0;
  readonly #state = new VenueState(0);

  constructor() {
    this.#state.sink = () => {};
  }

  apply(command: UntimedCommand): void {
    this.#apply(command);
    if (this.#isDue) this.#continue();
    // The next command of the book waits for all of these.
    while (this.#state.pending.isPending) this.#continue();
  }

  resume(): void {
    while (this.#isDue) this.#continue();
  }

  get #isDue(): boolean {
    return this.#state.engine.hasPendingWork || this.#state.pending.isPending;
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
