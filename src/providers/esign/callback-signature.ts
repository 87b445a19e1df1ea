/** How a provider shows that a callback is its own, and new. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const CALLBACK_HEADER = 'x-esign-signature';

/** A callback that was signed longer ago, or so far in the future, is refused. */
export const CALLBACK_SECONDS_MAX = 300;

/** Signatures that a header may have: two while the provider changes its secret. */
const SIGNATURES_MAX = 5;

const TIME = /^[0-9]{1,12}$/;
const MAC = /^[0-9a-f]{64}$/;

/**
 * The signature of a callback that is genuine and of now, by which a repeated one is known; otherwise undefined. Of the
 * header's signatures, one made with the secret is enough. Those of other schemes are passed over.
 */
export function genuineCallback(
  secret: string,
  header: string | undefined,
  body: string,
  nowSeconds: number,
): string | undefined {
  const parts = (header ?? '').split(',', SIGNATURES_MAX + 1).map((part) => part.trim());
  const named = (name: string) => parts.filter((part) => part.startsWith(name)).map((part) => part.slice(name.length));
  const [time, ...otherTimes] = named('t=');
  if (time === undefined || otherTimes.length > 0 || !TIME.test(time)) return undefined;
  const expected = macOf(secret, Number(time), body);
  if (!named('v1=').some((given) => isSame(given, expected))) return undefined;
  return Math.abs(nowSeconds - Number(time)) > CALLBACK_SECONDS_MAX ? undefined : expected;
}

function isSame(given: string, expected: string): boolean {
  return MAC.test(given) && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

function macOf(secret: string, seconds: number, body: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
}
