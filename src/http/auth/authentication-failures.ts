import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../time/units.ts';

const WINDOW_MS = MINUTE_MS;

interface Window {
  readonly endsAtMs: number;
  failures: number;
}

/**
 * Wrong credentials per name (an address, a client id) and minute; a name with too many is locked out for the rest of
 * the minute. Bounded: where too many names fail, the one that failed longest ago is forgotten first, but those that
 * are locked out are kept apart, so that no crowd of others can free them.
 */
export class AuthenticationFailures {
  readonly #failuresMax: number;
  readonly #nowMs: () => number;
  /** In the order of the last failures. */
  readonly #watched: LRUCache<string, Window>;
  /** In the order in which they were locked out. */
  readonly #lockedOut: LRUCache<string, Window>;

  /** @param failuresMax per name and minute; 0 switches the guard off */
  constructor(options: { failuresMax: number; namesMax: number; nowMs: () => number }) {
    this.#failuresMax = options.failuresMax;
    this.#watched = new LRUCache({ max: options.namesMax });
    this.#lockedOut = new LRUCache({ max: options.namesMax });
    this.#nowMs = options.nowMs;
  }

  /** How many seconds the name is locked out for; 0 when it is not. */
  secondsToWait(name: string): number {
    if (this.#lockedOut.size === 0) return 0;
    const window = this.#lockedOut.peek(name);
    return window === undefined ? 0 : Math.max(0, Math.ceil((window.endsAtMs - this.#nowMs()) / 1000));
  }

  count(name: string): void {
    if (this.#failuresMax === 0 || this.secondsToWait(name) > 0) return;
    const nowMs = this.#nowMs();
    const known = this.#watched.peek(name);
    const window = known && known.endsAtMs > nowMs ? known : { endsAtMs: nowMs + WINDOW_MS, failures: 0 };
    window.failures++;
    if (window.failures < this.#failuresMax) {
      this.#watched.set(name, window);
      return;
    }
    this.#watched.delete(name);
    this.#lockedOut.set(name, window);
  }
}
