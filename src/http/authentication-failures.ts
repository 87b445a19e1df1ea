import { addressKey } from './address.ts';

interface Window {
  readonly endsAt: number;
  failures: number;
}

const WINDOW_MS = 60_000;

/**
 * Wrong credentials per address and minute. An address that sent too many is refused for the rest of the minute
 * without its credentials being looked at. Bounded: the address that failed longest ago is forgotten first.
 */
export class AuthenticationFailures {
  readonly #failuresMax: number;
  readonly #addressesMax: number;
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();

  /** @param failuresMax per address and minute; 0 switches the guard off */
  constructor(options: { failuresMax: number; addressesMax: number; now: () => number }) {
    this.#failuresMax = options.failuresMax;
    this.#addressesMax = options.addressesMax;
    this.#now = options.now;
  }

  /** How many seconds the address has to wait; 0 when it is welcome. */
  secondsToWait(ip: string): number {
    if (this.#windows.size === 0) return 0;
    const window = this.#windows.get(addressKey(ip));
    if (window === undefined || window.failures < this.#failuresMax) return 0;
    return Math.max(0, Math.ceil((window.endsAt - this.#now()) / 1000));
  }

  count(ip: string): void {
    if (this.#failuresMax === 0) return;
    const key = addressKey(ip);
    const now = this.#now();
    const known = this.#windows.get(key);
    const window = known && known.endsAt > now ? known : { endsAt: now + WINDOW_MS, failures: 0 };
    window.failures++;
    // Set again at the end, so that the order of the map is the order of the last failures.
    this.#windows.delete(key);
    this.#windows.set(key, window);
    if (this.#windows.size <= this.#addressesMax) return;
    const [oldest] = this.#windows.keys();
    if (oldest !== undefined) this.#windows.delete(oldest);
  }
}
