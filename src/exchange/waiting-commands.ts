import { expectedSteps, mayBeCostly } from './command-cost.ts';
import { type Costed, FairTake } from './fair-take.ts';
import type { Outcome } from './interface.ts';
import { clientOf, type UntimedCommand } from './journaled-command.ts';
import type { VenueState } from './venue-state.ts';

/** Commands of one group commit: so few that it stays far below the journal's own limit of bytes. */
const COMMANDS_MAX = 2048;

/** A command, and who waits for its outcome. */
export interface Waiting {
  readonly command: UntimedCommand;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
}

/** The commands that wait for the next group, in the order in which they came. */
export class WaitingCommands {
  readonly #state: VenueState;
  readonly #fairTake = new FairTake();
  #all: Waiting[] = [];

  /** @param state in which costs are guessed */
  constructor(state: VenueState) {
    this.#state = state;
  }

  get size(): number {
    return this.#all.length;
  }

  add(waiting: Waiting): void {
    this.#all.push(waiting);
  }

  /** The commands of the next group, with so many steps of search work. */
  take(steps: number): Waiting[] {
    const all = this.#all;
    const behind = all.splice(endOfOldHours(all));
    const taken = this.#takeOf(all, steps);
    if (behind.length > 0) this.#all = [...this.#all, ...behind];
    return taken;
  }

  takeAll(): Waiting[] {
    return this.#all.splice(0);
  }

  #takeOf(all: Waiting[], steps: number): Waiting[] {
    const { engine } = this.#state;
    if (all.some(({ command }) => mayBeCostly(engine, command))) {
      const limits = { commands: COMMANDS_MAX, steps, clientSteps: Math.ceil(steps / 2) };
      const { taken, left } = this.#fairTake.split(all, limits, ({ command }) => costOf(command, this.#state));
      this.#all = left;
      return taken;
    }
    if (all.length > COMMANDS_MAX) return all.splice(0, COMMANDS_MAX);
    this.#all = [];
    return all;
  }
}

/**
 * How many of the commands may go in one group. An order behind a change of hours waits for what the session clock
 * makes of the change: it must not trade by the hours of before.
 */
function endOfOldHours(waiting: readonly Waiting[]): number {
  let changed = false;
  for (let index = 0; index < waiting.length; index++) {
    const { type } = (waiting[index] as Waiting).command;
    if (type === 'security' || type === 'calendar') changed = true;
    else if (changed) return index;
  }
  return waiting.length;
}

function costOf(command: UntimedCommand, { engine }: VenueState): Costed {
  return { clientId: clientOf(command), steps: expectedSteps(engine, command) };
}
