import type { Outcome } from '../api/index.ts';
import { clientOf, type UntimedCommand } from '../commands/index.ts';

/** A command, and who waits for its outcome. */
export interface Waiting {
  readonly command: UntimedCommand;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
}

/** Clients that are looked at for one group. */
const CLIENTS_A_GROUP = 1024;

/** A command that waits, by the order in which they came. */
export interface Numbered {
  readonly number: number;
  readonly waiting: Waiting;
}

/**
 * The commands that wait, in the order in which they came, and those of each client. However many there are, a group is
 * found by looking at as many as it has.
 */
export class WaitingQueue {
  readonly #all = new Map<number, Waiting>();
  /** Those whose turn is next come first. Made only when more wait than make a group, up to `counted`. */
  readonly #clients = new Map<string, Map<number, Waiting>>();
  #counted = 0;
  /** Changes of hours, the oldest first. */
  readonly #changes = new Set<number>();
  #last = 0;

  get size(): number {
    return this.#all.size;
  }

  add(waiting: Waiting): void {
    const number = ++this.#last;
    this.#all.set(number, waiting);
    if (changesHours(waiting)) this.#changes.add(number);
  }

  delete(number: number): void {
    const waiting = this.#all.get(number);
    if (waiting === undefined) return;
    this.#all.delete(number);
    this.#changes.delete(number);
    if (number > this.#counted) return;
    const clientId = clientOf(waiting.command);
    const own = this.#clients.get(clientId);
    own?.delete(number);
    if (own?.size === 0) this.#clients.delete(clientId);
  }

  takeAll(): Waiting[] {
    const all = [...this.#all.values()];
    for (const number of [...this.#all.keys()]) this.delete(number);
    return all;
  }

  /**
   * The commands that may make a group of so many, by their numbers: all, or where more wait an equal share of each
   * client, so that nobody waits for the thousands that another has sent. In the order in which they came.
   */
  first(most: number): Numbered[] {
    const end = this.#endOfOldHours(most);
    if (this.size <= most) return upTo(this.#all, end, most);
    this.#count();
    const share = Math.ceil(most / this.#clients.size);
    const found: Numbered[] = [];
    for (const [clientId, own] of this.#nextClients()) {
      found.push(...upTo(own, end, Math.min(share, most - found.length)));
      if (found.length === most) break;
      this.#clients.delete(clientId);
      this.#clients.set(clientId, own);
    }
    // What is allowed may be of clients that were not looked at.
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
   * The last command that may go into the next group. An order behind a change of hours waits for what the session
   * clock makes of the change: it must not trade by the hours of before.
   */
  #endOfOldHours(most: number): number {
    const [first] = this.#changes;
    if (first === undefined) return Infinity;
    let end = first;
    while (end - first < most && this.#changes.has(end + 1)) end++;
    return end;
  }
}

function upTo(waiting: ReadonlyMap<number, Waiting>, end: number, most: number): Numbered[] {
  const found: Numbered[] = [];
  for (const [number, one] of waiting) {
    if (found.length >= most || number > end) break;
    found.push({ number, waiting: one });
  }
  return found;
}

function changesHours({ command: { type } }: Waiting): boolean {
  return type === 'security' || type === 'calendar';
}
