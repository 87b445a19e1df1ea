/** A command that waits, and what it may cost. */
export interface Costed {
  /** Whose it is; the commands of one client keep their order. */
  readonly clientId: string;
  /** The search work that it may cause, in steps (M9); 0 for nearly all. */
  readonly steps: number;
}

export interface TakeLimits {
  /** Commands of a group. */
  readonly commands: number;
  /** Steps of a group, but that one command is taken whatever it costs; with 0, only commands that cost nothing. */
  readonly steps: number;
  /** Steps of one client in a group. */
  readonly clientSteps: number;
}

/**
 * Which of the commands that wait make the next group. All of them in the order in which they came, unless some are
 * costly: then each client has a share, and who had one longest ago comes first, so that no client makes the others
 * wait for its searches. This decides the order in which commands are journaled and nothing else.
 */
export class FairTake {
  /** The round in which a client with costly commands last had its share. */
  readonly #served = new Map<string, number>();
  #round = 0;

  /** Splits what waits into the next group and the rest, both in the order in which they came. */
  split<T>(waiting: readonly T[], limits: TakeLimits, costOf: (item: T) => Costed): { taken: T[]; left: T[] } {
    const costs = waiting.map(costOf);
    const shares = this.#sharesOf(costs, limits);
    const taken: T[] = [];
    const left: T[] = [];
    const held = new Set<string>();
    for (let i = 0; i < waiting.length; i++) {
      const { clientId, steps } = costs[i]!;
      const share = shares.get(clientId) ?? 0;
      if (held.has(clientId) || taken.length === limits.commands || steps > share) {
        held.add(clientId);
        left.push(waiting[i]!);
        continue;
      }
      if (steps > 0) shares.set(clientId, share - steps);
      taken.push(waiting[i]!);
    }
    return { taken, left };
  }

  /**
   * What each client with costly commands may spend: its first one, if there is room for it, and then a part of the
   * rest.
   */
  #sharesOf(costs: readonly Costed[], limits: TakeLimits): Map<string, number> {
    const firsts = new Map<string, number>();
    for (const { clientId, steps } of costs) if (steps > 0 && !firsts.has(clientId)) firsts.set(clientId, steps);
    this.#forgetAllBut(firsts);
    this.#round++;
    const shares = new Map<string, number>();
    if (limits.steps === 0) return shares;
    let room = limits.steps;
    for (const [clientId, steps] of [...firsts].sort(([a], [b]) => this.#servedAt(a) - this.#servedAt(b))) {
      if (shares.size > 0 && steps > room) continue;
      shares.set(clientId, steps);
      this.#served.set(clientId, this.#round);
      room -= steps;
    }
    const more = Math.max(0, Math.floor(room / shares.size));
    for (const [clientId, steps] of shares) {
      shares.set(clientId, Math.max(steps, Math.min(limits.clientSteps, steps + more)));
    }
    return shares;
  }

  #servedAt(clientId: string): number {
    return this.#served.get(clientId) ?? 0;
  }

  #forgetAllBut(clients: ReadonlyMap<string, unknown>): void {
    for (const clientId of this.#served.keys()) if (!clients.has(clientId)) this.#served.delete(clientId);
  }
}
