import type { Logger } from 'pino';
import { systemTimers, type Timers } from '../../time/timers.ts';
import { MINUTE_MS } from '../../time/units.ts';

/** Kinds of refusals and callers that have a line in one minute; further ones are only counted. */
const NAMES_MAX = 500;

interface Window {
  readonly endsAtMs: number;
  readonly fields: object;
  readonly message: string;
  repeated: number;
}

/**
 * The lines of refused calls, which anybody can cause: one for the first refusal of a kind and a caller in a minute,
 * and at the end of the minute one that counts the others.
 */
export class RefusalLog {
  readonly #log: Pick<Logger, 'info'>;
  readonly #timers: Pick<Timers, 'nowMs' | 'after'>;
  /** By kind and caller, in the order in which they end. */
  readonly #windows = new Map<string, Window>();
  /** Refusals without a window. */
  #further = 0;
  #isWaiting = false;

  constructor(log: Pick<Logger, 'info'>, timers: Pick<Timers, 'nowMs' | 'after'> = systemTimers) {
    this.#log = log;
    this.#timers = timers;
  }

  /**
   * Whether this one has a separate line.
   * @param name the kind of refusal and its caller
   * @param request of this refusal alone, such as its id
   */
  note(name: string, fields: object, message: string, request: object = {}): boolean {
    this.#endOver();
    const known = this.#windows.get(name);
    if (known !== undefined) known.repeated++;
    else if (this.#windows.size >= NAMES_MAX) this.#further++;
    else {
      this.#windows.set(name, { endsAtMs: this.#timers.nowMs() + MINUTE_MS, fields, message, repeated: 0 });
      this.#log.info({ ...request, ...fields }, message);
      this.#waitForEnd();
      return true;
    }
    return false;
  }

  #waitForEnd(): void {
    const [first] = this.#windows.values();
    if (first === undefined || this.#isWaiting) return;
    this.#isWaiting = true;
    this.#timers.after(Math.max(0, first.endsAtMs - this.#timers.nowMs()), () => {
      this.#isWaiting = false;
      this.#endOver();
      this.#waitForEnd();
    });
  }

  #endOver(): void {
    const nowMs = this.#timers.nowMs();
    for (const [name, { endsAtMs, fields, message, repeated }] of this.#windows) {
      if (endsAtMs > nowMs) break;
      this.#windows.delete(name);
      if (repeated > 0) this.#log.info({ ...fields, repeated }, message);
    }
    if (this.#further === 0 || this.#windows.size >= NAMES_MAX) return;
    this.#log.info({ repeated: this.#further }, 'refusals of further callers');
    this.#further = 0;
  }
}
