import type { CommandSeq } from '../../exchange/journal/index.ts';
import type { Timers } from '../../time/timers.ts';
import { MINUTE_MS } from '../../time/units.ts';

/** A node repeats nothing for longer. */
const KEPT_MS = MINUTE_MS;
/** Of all nodes; the oldest are forgotten first. More than a minute of the fastest venue measured. */
const COMMANDS_MAX = 2_000_000;

interface Recent {
  readonly atMs: number;
  readonly result: Promise<CommandSeq>;
}

/** The commands that other nodes passed on in the last minute, so that one that comes twice is done once. */
export class RecentCommands {
  readonly #timers: Pick<Timers, 'nowMs'>;
  /** By process and number, the oldest first. */
  readonly #commands = new Map<string, Recent>();

  constructor(timers: Pick<Timers, 'nowMs'>) {
    this.#timers = timers;
  }

  find(process: string, number: number): Promise<CommandSeq> | undefined {
    return this.#commands.get(`${process} ${number}`)?.result;
  }

  add(process: string, number: number, run: () => Promise<CommandSeq>): Promise<CommandSeq> {
    const atMs = this.#timers.nowMs();
    const result = run();
    this.#commands.set(`${process} ${number}`, { atMs, result });
    this.#forget(atMs - KEPT_MS);
    return result;
  }

  /** Two at a time: the map shrinks faster than it grows. */
  #forget(beforeMs: number): void {
    for (let count = 0; count < 2; count++) {
      const [oldest] = this.#commands;
      if (oldest === undefined || (oldest[1].atMs >= beforeMs && this.#commands.size <= COMMANDS_MAX)) return;
      this.#commands.delete(oldest[0]);
    }
  }
}
