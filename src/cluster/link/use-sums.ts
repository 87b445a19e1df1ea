/** How the leader reports to each node what clients use of their limits on the others. */

import type { UseReport } from './messages.ts';

/** Names in one message to a node; further ones go with the next. */
const SENT_MAX = 5000;
/** Names that wait for a node. What comes above is not counted there. */
const WAITING_MAX = 100_000;

/** One node, as the sums knows it. */
export class UseMember {
  readonly held = new Map<string, number>();
  /** For this node, since the last message. */
  readonly taken = new Map<string, number>();
  readonly changed = new Set<string>();
  readonly send: (report: UseReport) => void;

  constructor(send: (report: UseReport) => void) {
    this.send = send;
  }
}

export class UseSums {
  readonly #members = new Set<UseMember>();
  /** Held on all nodes. */
  readonly #totals = new Map<string, number>();

  join(send: (report: UseReport) => void): UseMember {
    const member = new UseMember(send);
    for (const name of this.#totals.keys()) member.changed.add(name);
    this.#members.add(member);
    return member;
  }

  leave(member: UseMember): void {
    for (const name of member.held.keys()) this.#hold(member, name, 0);
    this.#members.delete(member);
  }

  report(from: UseMember, { taken, held }: UseReport): void {
    for (const [name, count] of taken) {
      for (const member of this.#members) {
        const waiting = member.taken.get(name) ?? 0;
        if (member !== from && (waiting > 0 || member.taken.size < WAITING_MAX))
          member.taken.set(name, waiting + count);
      }
    }
    for (const [name, count] of held) this.#hold(from, name, count);
  }

  /** Sends each node what it does not know yet. */
  flush(): void {
    for (const member of this.#members) {
      if (member.taken.size + member.changed.size === 0) continue;
      const taken = [...member.taken.entries().take(SENT_MAX)];
      for (const [name] of taken) member.taken.delete(name);
      const changed = [...member.changed.values().take(SENT_MAX)];
      for (const name of changed) member.changed.delete(name);
      member.send({ taken, held: changed.map((name) => [name, this.#elsewhere(member, name)]) });
    }
  }

  #elsewhere(member: UseMember, name: string): number {
    return (this.#totals.get(name) ?? 0) - (member.held.get(name) ?? 0);
  }

  #hold(from: UseMember, name: string, count: number): void {
    const total = (this.#totals.get(name) ?? 0) - (from.held.get(name) ?? 0) + count;
    if (total === 0) this.#totals.delete(name);
    else this.#totals.set(name, total);
    if (count === 0) from.held.delete(name);
    else from.held.set(name, count);
    for (const member of this.#members) if (member !== from) member.changed.add(name);
  }
}
