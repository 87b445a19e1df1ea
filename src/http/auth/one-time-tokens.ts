import { randomBytes } from 'node:crypto';

const VALID_MS = 15 * 60_000;
const TOKENS_MAX = 100;

/** Tokens that each open something once, within 15 minutes. Kept in memory alone: none outlives the process. */
export class OneTimeTokens {
  readonly #nowMs: () => number;
  /** When each ends, in milliseconds of the clock; the oldest first. */
  readonly #ends = new Map<string, number>();

  /** @param nowMs milliseconds of a clock that never goes back; injected by tests */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  issue(): string {
    const [oldest] = this.#ends.keys();
    if (oldest !== undefined && this.#ends.size >= TOKENS_MAX) this.#ends.delete(oldest);
    const token = randomBytes(24).toString('base64url');
    this.#ends.set(token, this.#nowMs() + VALID_MS);
    return token;
  }

  /** Whether the token was issued and is still good; from now on it is not. */
  redeem(token: unknown): boolean {
    if (typeof token !== 'string') return false;
    const endsAtMs = this.#ends.get(token);
    this.#ends.delete(token);
    return endsAtMs !== undefined && this.#nowMs() < endsAtMs;
  }
}
