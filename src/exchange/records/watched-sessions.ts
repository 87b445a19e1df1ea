import { type Microseconds, SECOND_US } from '../../time/units.ts';
import type { WatchedSession } from '../api/index.ts';
import { Deadlines } from '../collections/index.ts';
import { ownerKey } from './self-trade-settings.ts';

/** The sessions that keep watch over orders, by the name that each has for ever. Part of the venue's state. */
export class WatchedSessions {
  readonly #sessions = new Map<string, WatchedSession>();
  /** Of those that a restart of the venue cut off: when they count as lost (V58). */
  readonly cutOff = new Deadlines<string>();
  /** The same by whose orders they watch. */
  readonly #cutOffOf = new Map<string, Set<string>>();

  /** Whether there are sessions that a restart cuts off. */
  get areCutOffByRestart(): boolean {
    return this.#sessions.size > this.cutOff.size;
  }

  get(session: string): WatchedSession | undefined {
    return this.#sessions.get(session);
  }

  /** The session keeps watch from now on; those of the same orders that a restart cut off are back with it. */
  connect(session: string, watched: WatchedSession): void {
    for (const name of this.#cutOffOf.get(ownerOf(watched)) ?? []) this.leave(name);
    const deadline = this.cutOff.get(session);
    this.leave(session);
    this.#sessions.set(session, watched);
    if (deadline !== undefined) this.#cutOff(session, deadline);
  }

  leave(session: string): void {
    const known = this.#sessions.get(session);
    if (known === undefined) return;
    const owner = ownerOf(known);
    const sessions = this.#cutOffOf.get(owner);
    sessions?.delete(session);
    if (sessions?.size === 0) this.#cutOffOf.delete(owner);
    this.#sessions.delete(session);
    this.cutOff.clear(session);
  }

  #cutOff(session: string, deadline: Microseconds): void {
    this.cutOff.set(session, deadline);
    const owner = ownerOf(this.#sessions.get(session) as WatchedSession);
    const sessions = this.#cutOffOf.get(owner);
    if (sessions === undefined) this.#cutOffOf.set(owner, new Set([session]));
    else sessions.add(session);
  }

  /** The connections of all of them are gone, or of those whose names begin so. */
  restarted(time: Microseconds, process = ''): void {
    for (const [name, { seconds }] of this.#sessions) {
      if (name.startsWith(process) && this.cutOff.get(name) === undefined)
        this.#cutOff(name, time + seconds * SECOND_US);
    }
  }

  /** By name, with the deadline of those that are cut off. */
  *entries(): Generator<readonly [session: string, WatchedSession, deadline: Microseconds | null]> {
    for (const name of [...this.#sessions.keys()].sort()) {
      yield [name, this.#sessions.get(name) as WatchedSession, this.cutOff.get(name) ?? null];
    }
  }

  restore(session: string, watched: WatchedSession, deadline: Microseconds | null): void {
    this.#sessions.set(session, watched);
    if (deadline !== null) this.#cutOff(session, deadline);
  }
}

function ownerOf({ clientId, accountId }: WatchedSession): string {
  return ownerKey(clientId, accountId);
}
