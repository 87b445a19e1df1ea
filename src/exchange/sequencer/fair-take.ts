/** A waiting command and its estimated cost. */
export interface Costed {
  /** The commands of one client keep their order. */
  readonly clientId: string;
  /** Estimated search work, in steps (M9); usually 0. */
  readonly steps: number;
}

export interface TakeLimits {
  /** Commands of a group. */
  readonly commands: number;
  /** Most steps of a group. A single command may exceed it; with 0, only commands without cost are taken. */
  readonly steps: number;
  /** Steps of one client in a group. */
  readonly clientSteps: number;
}

/**
 * Chooses the next group from the waiting commands. It takes them in order of arrival. When some of them are costly,
 * each client gets a share, least recently served first, so that one client's searches do not delay the other clients.
 * This affects only the order of the journal.
 */
export class FairTake {
  /** The round in which each client with costly commands last got a share. */
  readonly #served = new Map<string, number>();
  #round = 0;

  /** Splits the waiting commands into the next group and the rest. Both keep the order of arrival. */
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
   * The steps that each client with costly commands may spend: its first command if it fits, then an equal part of the
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
