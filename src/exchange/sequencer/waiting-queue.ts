import type { Outcome } from '../api/index.ts';
import { clientOf, type Origin, type UntimedCommand } from '../commands/index.ts';

/** A command and its caller. */
export interface Submitted {
  readonly command: UntimedCommand;
  /** Absent: it came through this process. */
  readonly origin?: Origin | undefined;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
}

/** A submitted command with its number in order of arrival. */
export interface Waiting extends Submitted {
  readonly number: number;
}

/** Clients that one group looks at. */
const CLIENTS_A_GROUP = 1024;

/**
 * The waiting commands in order of arrival, in total and by client. Finding a group costs time proportional to the
 * group, however many commands wait.
 */
export class WaitingQueue {
  readonly #all = new Map<number, Waiting>();
  /**
   * The commands of each client up to `counted`; the next client to serve is first. Filled only when more than one
   * group waits.
   */
  readonly #clients = new Map<string, Map<number, Waiting>>();
  #counted = 0;
  /** Changes of market hours, oldest first. */
  readonly #changes = new Set<number>();
  #last = 0;

  get size(): number {
    return this.#all.size;
  }

  add({ command, origin, resolve, reject }: Submitted): void {
    const number = ++this.#last;
    const waiting = { number, command, origin, resolve, reject };
    this.#all.set(number, waiting);
    if (changesHours(waiting)) this.#changes.add(number);
  }

  delete({ number, command }: Waiting): void {
    this.#all.delete(number);
    this.#changes.delete(number);
    if (number > this.#counted) return;
    const clientId = clientOf(command);
    const own = this.#clients.get(clientId);
    own?.delete(number);
    if (own?.size === 0) this.#clients.delete(clientId);
  }

  takeAll(): Waiting[] {
    const all = [...this.#all.values()];
    for (const waiting of all) this.delete(waiting);
    return all;
  }

  /**
   * At most `most` commands for a group, in order of arrival. When more wait, each client gets an equal share, so that
   * a client with thousands of commands does not delay the others.
   */
  first(most: number): Waiting[] {
    const end = this.#endOfOldHours(most);
    if (this.size <= most) return upTo(this.#all, end, most);
    this.#count();
    const share = Math.ceil(most / this.#clients.size);
    const found: Waiting[] = [];
    for (const [clientId, own] of this.#nextClients()) {
      found.push(...upTo(own, end, Math.min(share, most - found.length)));
      if (found.length === most) break;
      this.#clients.delete(clientId);
      this.#clients.set(clientId, own);
    }
    // The allowed commands may be of clients outside the ones examined.
    return found.length > 0 ? found.sort((a, b) => a.number - b.number) : upTo(this.#all, end, most);
  }

  #count(): void {
    while (this.#counted < this.#last) {
      const waiting = this.#all.get(++this.#counted);
      if (waiting === undefined) continue;
      const clientId = clientOf(waiting.command);
      const own = this.#clients.get(clientId);
      if (own === undefined) this.#clients.set(clientId, new Map([[this.#counted, waiting]]));
      else own.set(this.#counted, waiting);
    }
  }

  #nextClients(): (readonly [string, Map<number, Waiting>])[] {
    const next: (readonly [string, Map<number, Waiting>])[] = [];
    for (const client of this.#clients) {
      if (next.length === CLIENTS_A_GROUP) break;
      next.push(client);
    }
    return next;
  }

  /**
   * The number of the last command that the next group may take. An order after a change of market hours waits until
   * the session clock has applied the change, so that it never trades by the old hours.
   */
  #endOfOldHours(most: number): number {
    const [first] = this.#changes;
    if (first === undefined) return Infinity;
    let end = first;
    while (end - first < most && this.#changes.has(end + 1)) end++;
    return end;
  }
}

function upTo(waiting: ReadonlyMap<number, Waiting>, end: number, most: number): Waiting[] {
  const found: Waiting[] = [];
  for (const one of waiting.values()) {
    if (found.length >= most || one.number > end) break;
    found.push(one);
  }
  return found;
}

function changesHours({ command: { type } }: Waiting): boolean {
  return type === 'security' || type === 'calendar';
}
