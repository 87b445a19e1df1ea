/** How work with the processor goes on: several at once, and asked again where no answer came (K8). */
import { HOUR_US, MINUTE_US } from '../../../time/units.ts';

/** Payments, or refunds, that are under way at once. */
export const PAYMENTS_AT_ONCE = 8;

export const MILLIONTHS_PER_CENT = 10_000n;

interface WorkWatch {
  readonly isEnding: () => boolean;
  readonly failed: (number: number, error: unknown) => void;
}

/** Each number once, those of a page at the same time. One that fails keeps no other from its turn. */
export async function eachInTurn(
  page: (after: number) => Promise<readonly number[]>,
  work: (number: number) => Promise<unknown>,
  { isEnding, failed }: WorkWatch,
): Promise<void> {
  for (let after = 0; !isEnding(); ) {
    const numbers = await page(after);
    if (numbers.length === 0) return;
    const done = await Promise.allSettled(numbers.map(work));
    for (const [index, one] of done.entries()) {
      if (one.status === 'rejected') failed(numbers[index] as number, one.reason);
    }
    after = numbers.at(-1) ?? after;
  }
}

/** After minutes that double, up to an hour. */
export function askAgainAt(nowUs: number, asked: number): number {
  return nowUs + Math.min(MINUTE_US * 2 ** Math.min(asked, 6), HOUR_US);
}
