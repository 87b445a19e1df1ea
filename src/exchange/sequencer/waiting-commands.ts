import type { VenueState } from '../desks/index.ts';
import { EFFECTS_MAX, type Scope } from '../records/index.ts';
import { type CommandCost, costOf, EFFECTS_MIN, isCostly, isLarge, type Place, placeOf } from './command-cost.ts';
import { FairTake } from './fair-take.ts';
import type { SearchPace } from './search-pace.ts';
import { type Submitted, type Waiting, WaitingQueue } from './waiting-queue.ts';

/** Commands of one group commit. One or two turns of the event loop apply them. */
const COMMANDS_MAX = 512;

/** The next group. */
export interface Taken {
  readonly commands: readonly Waiting[];
  /** The command that may leave effects pending (M17), and its cost. */
  readonly large: { readonly waiting: Waiting; readonly cost: CommandCost } | undefined;
}

interface Candidate {
  readonly waiting: Waiting;
  readonly cost: CommandCost;
}

/** The commands that wait for the next group, in order of arrival. */
export class WaitingCommands {
  readonly #state: VenueState;
  readonly #fairTake = new FairTake();
  readonly #queue = new WaitingQueue();

  /** @param state used to estimate costs */
  constructor(state: VenueState) {
    this.#state = state;
  }

  get size(): number {
    return this.#queue.size;
  }

  add(submitted: Submitted): void {
    this.#queue.add(submitted);
  }

  /** The commands of the next group. Costly commands get at most this many milliseconds of work. */
  take(pace: SearchPace, workMs: number): Taken {
    const taken = this.#choose(this.#queue.first(COMMANDS_MAX), pace, workMs);
    for (const waiting of taken.commands) this.#queue.delete(waiting);
    return taken;
  }

  takeAll(): Waiting[] {
    return this.#queue.takeAll();
  }

  #choose(first: readonly Waiting[], pace: SearchPace, workMs: number): Taken {
    const state = this.#state;
    if (!state.pending.isPending && !first.some(({ command }) => isCostly(command, state))) {
      return { commands: first, large: undefined };
    }
    const steps = pace.stepsIn(workMs);
    const limits = { commands: COMMANDS_MAX, steps, clientSteps: Math.ceil(steps / 2) };
    const { taken } = this.#fairTake.split(this.#candidates(first), limits, ({ cost }) => {
      return { clientId: cost.clientId, steps: cost.steps + pace.stepsOfEffects(cost.effects) };
    });
    return { commands: taken.map(({ waiting }) => waiting), large: taken.find(({ cost }) => isLarge(cost)) };
  }

  /** Drops commands that must wait for pending effects, or for effects that a candidate may leave (M17). */
  #candidates(all: readonly Waiting[]): Candidate[] {
    const { pending } = this.#state;
    const candidates: Candidate[] = [];
    const held = new HeldScopes();
    const effects = new Map<string, number>();
    let large: CommandCost | undefined;
    for (const waiting of all) {
      const place = placeOf(waiting.command, this.#state);
      const { clientId, scope } = place;
      if (held.has(place) || pending.delays(scope, clientId) || (large !== undefined && concerns(large, place))) {
        held.add(place);
        continue;
      }
      const before = effects.get(clientId) ?? 0;
      const cost = costOf(waiting.command, this.#state, before < EFFECTS_MAX ? EFFECTS_MAX : EFFECTS_MIN);
      effects.set(clientId, before + cost.effects);
      // No group takes more commands of one client than this.
      const isTooMuch = before >= EFFECTS_MAX && cost.effects > 0;
      if (isTooMuch || (isLarge(cost) && (pending.isPending || large !== undefined))) held.add(place);
      else {
        candidates.push({ waiting, cost });
        if (isLarge(cost)) large = cost;
      }
    }
    return candidates;
  }
}

/** The clients and books whose commands are held: later commands wait too, so that they keep their order. */
class HeldScopes {
  readonly #scopes = new Map<string, Set<Scope>>();

  add({ clientId, scope }: Place): void {
    const scopes = this.#scopes.get(clientId);
    if (scopes === undefined) this.#scopes.set(clientId, new Set([scope]));
    else scopes.add(scope);
  }

  has({ clientId, scope }: Place): boolean {
    const scopes = this.#scopes.get(clientId);
    return scopes !== undefined && (scope === 'all' || scopes.has('all') || scopes.has(scope));
  }
}

/** Whether a command must wait for the effects of an earlier large one. */
function concerns(large: Place, { scope, clientId }: Place): boolean {
  if (scope === 'none') return false;
  return (
    scope === 'all' ||
    large.scope === 'all' ||
    scope === large.scope ||
    (clientId !== '' && clientId === large.clientId)
  );
}
