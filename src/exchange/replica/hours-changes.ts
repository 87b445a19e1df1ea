import type { SecurityId } from '../api/index.ts';

/** Whose market hours may be others since they were last read. */
export class HoursChanges {
  #securityIds = new Set<SecurityId>();
  #areAll = true;

  get isEmpty(): boolean {
    return !this.#areAll && this.#securityIds.size === 0;
  }

  /** The hours or the status of a security have changed. */
  note(securityId: SecurityId): void {
    if (!this.#areAll) this.#securityIds.add(securityId);
  }

  /** The calendar has changed, or everything is to be read. */
  noteAll(): void {
    this.#areAll = true;
    this.#securityIds.clear();
  }

  /** The securities that were noted since the last call; all: the calendar, too. */
  take(): ReadonlySet<SecurityId> | 'all' {
    const taken = this.#areAll ? 'all' : this.#securityIds;
    this.#areAll = false;
    this.#securityIds = new Set();
    return taken;
  }
}
