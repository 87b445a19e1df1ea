/** How the leader reports to each node what clients use of their limits on the others. */
import { setOrDelete, takeReport, type UseReport } from './use-report.ts';

/** Names in one message to a node; further ones go with the next. */
const SENT_MAX = 5000;
/** Names that wait for a node. Further names are not counted there. */
const WAITING_MAX = 100_000;

/** One node, as the sums know it. */
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
      const report = takeReport(member, SENT_MAX, (name) => this.#elsewhere(member, name));
      if (report !== undefined) member.send(report);
    }
  }

  #elsewhere(member: UseMember, name: string): number {
    return (this.#totals.get(name) ?? 0) - (member.held.get(name) ?? 0);
  }

  #hold(from: UseMember, name: string, count: number): void {
    const total = (this.#totals.get(name) ?? 0) - (from.held.get(name) ?? 0) + count;
    setOrDelete(this.#totals, name, total);
    setOrDelete(from.held, name, count);
    for (const member of this.#members) if (member !== from) member.changed.add(name);
  }
}
