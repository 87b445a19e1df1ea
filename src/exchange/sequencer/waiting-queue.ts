import { violated } from '../../invariant.ts';
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
  /** Its neighbours among all that wait; null of one that was taken. */
  before: Waiting | null;
  after: Waiting | null;
}

/** Clients of whom one group takes commands. */
const CLIENTS_A_GROUP = 1024;

/**
 * The waiting commands in order of arrival, in total and by client. Finding a group costs time proportional to the
 * group, however many commands wait. All of them are a list and not a Map: a Map that commands come to and leave has a
 * new table every few commands. Each earlier table refers to the next one, so that collections of young objects free
 * none of them once one is old, nor the commands and callers in them.
 */
export class WaitingQueue {
  #oldest: Waiting | null = null;
  #newest: Waiting | null = null;
  #size = 0;
  /**
   * The commands of each client before `uncounted`; the next client to serve is first. Filled only when more than one
   * group waits.
   */
  readonly #clients = new Map<string, Map<number, Waiting>>();
  #uncounted: Waiting | null = null;
  /** Changes of market hours, oldest first. */
  readonly #changes = new Set<number>();
  #last = 0;

  get size(): number {
    return this.#size;
  }

  add({ command, origin, resolve, reject }: Submitted): void {
    const before = this.#newest;
    const waiting: Waiting = { number: ++this.#last, command, origin, resolve, reject, before, after: null };
    if (before === null) this.#oldest = waiting;
    else before.after = waiting;
    this.#newest = waiting;
    this.#uncounted ??= waiting;
    this.#size++;
    if (changesHours(waiting)) this.#changes.add(waiting.number);
  }

  /** One that waits. */
  delete(waiting: Waiting): void {
    const { number, command } = waiting;
    const isCounted = this.#uncounted === null || number < this.#uncounted.number;
    this.#unlink(waiting);
    if (this.#changes.size > 0) this.#changes.delete(number);
    if (!isCounted) return;
    const clientId = clientOf(command);
    const own = this.#clients.get(clientId);
    own?.delete(number);
    if (own?.size === 0) this.#clients.delete(clientId);
  }

  #unlink(waiting: Waiting): void {
    const { before, after } = waiting;
    if (before === null && this.#oldest !== waiting) violated('J1', `command ${waiting.number} does not wait`);
    if (before === null) this.#oldest = after;
    else before.after = after;
    if (after === null) this.#newest = before;
    else after.before = before;
    if (this.#uncounted === waiting) this.#uncounted = after;
    // It may be old by now, and would keep all that come after it.
    waiting.before = null;
    waiting.after = null;
    this.#size--;
  }

  takeAll(): Waiting[] {
    const all = this.#upTo(Infinity, this.#size);
    for (const waiting of all) this.delete(waiting);
    return all;
  }

  /**
   * At most `most` commands for a group, in order of arrival. When more wait, each client gets an equal share, so that
   * a client with thousands of commands does not delay the others.
   */
  first(most: number): Waiting[] {
    const end = this.#endOfOldHours(most);
    if (this.size <= most) return this.#upTo(end, most);
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
    return found.length > 0 ? found.sort((a, b) => a.number - b.number) : this.#upTo(end, most);
  }

  #count(): void {
    for (let waiting = this.#uncounted; waiting !== null; waiting = waiting.after) {
      const clientId = clientOf(waiting.command);
      const own = this.#clients.get(clientId);
      if (own === undefined) this.#clients.set(clientId, new Map([[waiting.number, waiting]]));
      else own.set(waiting.number, waiting);
    }
    this.#uncounted = null;
  }

  /** The oldest, at most `most` with numbers up to `end`. */
  #upTo(end: number, most: number): Waiting[] {
    const found: Waiting[] = [];
    for (let one = this.#oldest; one !== null && one.number <= end && found.length < most; one = one.after) {
      found.push(one);
    }
    return found;
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

/** Of one client. */
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
