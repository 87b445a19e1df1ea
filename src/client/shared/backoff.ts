/** How long to wait before the next try: doubled each time up to a cap, and of that any part (full jitter). */
export interface Backoff {
  /** Most that the first wait may be, milliseconds. */
  readonly baseMs: number;
  /** Most that any wait may be, milliseconds. */
  readonly capMs: number;
}

/**
 * Any part of min(cap, base * 2^failures): clients that lost the same server at one moment come back spread out.
 *
 * @param failures how many waits there were before, from 0
 * @param random from 0 to below 1
 */
export function fullJitter({ baseMs, capMs }: Backoff, failures: number, random: () => number): number {
  return random() * Math.min(capMs, baseMs * 2 ** Math.min(failures, 30));
}

/** Number of random bits: 128, in hexadecimal. Works where crypto.randomUUID does not: pages without https. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
