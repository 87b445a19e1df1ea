/** How a provider shows that a callback is its own, and new. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const CALLBACK_HEADER = 'x-esign-signature';

/** A callback that was signed longer ago, or so far in the future, is refused. */
export const CALLBACK_SECONDS_MAX = 300;

const FORM = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})$/;

/** The signature of a callback that is genuine and of now, by which a replay is known; otherwise undefined. */
export function genuineCallback(
  secret: string,
  header: string | undefined,
  body: string,
  nowSeconds: number,
): string | undefined {
  const [, time, given] = FORM.exec(header ?? '') ?? [];
  if (time === undefined || given === undefined) return undefined;
  const expected = macOf(secret, Number(time), body);
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(expected))) return undefined;
  return Math.abs(nowSeconds - Number(time)) > CALLBACK_SECONDS_MAX ? undefined : expected;
}

function macOf(secret: string, seconds: number, body: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
}
