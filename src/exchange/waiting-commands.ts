import { type CommandCost, costOf, isCostly, isLarge } from './command-cost.ts';
import { FairTake } from './fair-take.ts';
import type { Outcome } from './interface.ts';
import { clientOf, type UntimedCommand } from './journaled-command.ts';
import type { Scope } from './scope.ts';
import type { SearchPace } from './search-pace.ts';
import type { VenueState } from './venue-state.ts';

/** Commands of one group commit, which a turn or two of the event loop apply. */
const COMMANDS_MAX = 512;

/** A command, and who waits for its outcome. */
export interface Waiting {
  readonly command: UntimedCommand;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
}

/** What the next group takes. */
export interface Taken {
  readonly commands: readonly Waiting[];
  /** The one of them that may leave effects pending (M17), and its cost. */
  readonly large: { readonly waiting: Waiting; readonly cost: CommandCost } | undefined;
}

interface Candidate {
  readonly waiting: Waiting;
  readonly cost: CommandCost;
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

  /** The commands of the next group, with so many milliseconds of work for those that cost more than nearly all do. */
  take(pace: SearchPace, workMs: number): Taken {
    const all = this.#all;
    const behind = all.splice(endOfOldHours(all));
    const taken = this.#takeOf(all, pace, workMs);
    if (behind.length > 0) this.#all = [...this.#all, ...behind];
    return taken;
  }

  takeAll(): Waiting[] {
    return this.#all.splice(0);
  }

  #takeOf(all: Waiting[], pace: SearchPace, workMs: number): Taken {
    const state = this.#state;
    const first = all.length > COMMANDS_MAX ? sharesOf(all) : all;
    if (state.pending.isPending || first.some(({ command }) => isCostly(command, state))) {
      const candidates = this.#candidates(first);
      const steps = pace.stepsIn(workMs);
      const limits = { commands: COMMANDS_MAX, steps, clientSteps: Math.ceil(steps / 2) };
      const { taken } = this.#fairTake.split(candidates, limits, ({ cost }) => {
        return { clientId: cost.clientId, steps: cost.steps + pace.stepsOfEffects(cost.effects) };
      });
      const commands = taken.map(({ waiting }) => waiting);
      this.#leave(all, commands);
      return { commands, large: taken.find(({ cost }) => isLarge(cost)) };
    }
    this.#leave(all, first);
    return { commands: first, large: undefined };
  }

  #leave(all: readonly Waiting[], taken: readonly Waiting[]): void {
    const gone = new Set(taken);
    this.#all = taken.length === all.length ? [] : all.filter((waiting) => !gone.has(waiting));
  }

  /** The commands that need not wait for pending effects, nor for those that one of the candidates may leave (M17). */
  #candidates(all: readonly Waiting[]): Candidate[] {
    const { pending } = this.#state;
    const candidates: Candidate[] = [];
    const held = new HeldScopes();
    let large: CommandCost | undefined;
    for (const waiting of all) {
      const cost = costOf(waiting.command, this.#state);
      const waits =
        held.has(cost) ||
        pending.delays(cost.scope, cost.clientId) ||
        (large !== undefined && concerns(large, cost)) ||
        (isLarge(cost) && (pending.isPending || large !== undefined));
      if (waits) held.add(cost);
      else {
        candidates.push({ waiting, cost });
        if (isLarge(cost)) large = cost;
      }
    }
    return candidates;
  }
}

/**
 * The commands that may make a group of more that wait: in the order in which they came, an equal share of each client,
 * so that nobody waits for the thousands that another has sent.
 */
function sharesOf(all: readonly Waiting[]): Waiting[] {
  const clients = new Set(all.map(({ command }) => clientOf(command)));
  const share = Math.ceil(COMMANDS_MAX / clients.size);
  const counts = new Map<string, number>();
  return all.filter(({ command }) => {
    const clientId = clientOf(command);
    const count = (counts.get(clientId) ?? 0) + 1;
    counts.set(clientId, count);
    return count <= share;
  });
}

/** Whose commands are held, and in which book: what comes later keeps its place behind them. */
class HeldScopes {
  readonly #scopes = new Map<string, Set<Scope>>();

  add({ clientId, scope }: CommandCost): void {
    const scopes = this.#scopes.get(clientId);
    if (scopes === undefined) this.#scopes.set(clientId, new Set([scope]));
    else scopes.add(scope);
  }

  has({ clientId, scope }: CommandCost): boolean {
    const scopes = this.#scopes.get(clientId);
    return scopes !== undefined && (scope === 'all' || scopes.has('all') || scopes.has(scope));
  }
}

/** Whether a command has to wait for the effects of a large one before it. */
function concerns(large: CommandCost, { scope, clientId }: CommandCost): boolean {
  if (scope === 'none') return false;
  return (
    scope === 'all' ||
    large.scope === 'all' ||
    scope === large.scope ||
    (clientId !== '' && clientId === large.clientId)
  );
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
