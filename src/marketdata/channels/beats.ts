import type { Timers } from '../../time/timers.ts';

/** Something that is done at the end of each interval. */
export interface Beaten {
  tick(nowMs: number): void;
}

interface Beat {
  readonly members: Set<Beaten>;
  readonly end: () => void;
}

/** A timer for each interval that somebody wants, of which there are at most 200 (S33). */
export class Beats {
  readonly #timers: Timers;
  readonly #beats = new Map<number, Beat>();

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  add(member: Beaten, intervalMs: number): void {
    let beat = this.#beats.get(intervalMs);
    if (beat === undefined) {
      const members = new Set<Beaten>();
      const end = this.#timers.every(intervalMs, () => {
        const nowMs = this.#timers.nowMs();
        for (const one of members) one.tick(nowMs);
      });
      beat = { members, end };
      this.#beats.set(intervalMs, beat);
    }
    beat.members.add(member);
  }

  remove(member: Beaten, intervalMs: number): void {
    const beat = this.#beats.get(intervalMs);
    if (beat?.members.delete(member) !== true || beat.members.size > 0) return;
    beat.end();
    this.#beats.delete(intervalMs);
  }
}
