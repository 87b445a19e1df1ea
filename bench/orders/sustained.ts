import { type Spread, spreadOf } from '../support/statistics.ts';

/** A server that keeps up answers at once; one that does not falls behind further with each request. */
export const SUSTAINED_P99_MS = 50;

/** What the repetitions at one rate found. */
export interface RateResult<B extends { readonly p99_ms: number }> {
  /** Requests a second. */
  readonly rate: number;
  readonly blocks: readonly B[];
}

type AnyRate = RateResult<{ readonly p99_ms: number }>;

/** Whether the rate was sustained in one repetition at least. */
export function wasSustained(result: AnyRate): boolean {
  return p99Of(result).lowest < SUSTAINED_P99_MS;
}

/**
 * The highest rate up to which each was sustained: in most repetitions, in all of them, in one at least; 0 when none
 * was.
 */
export function sustainedRate(results: readonly AnyRate[]): Spread {
  const upTo = (isSustained: (p99_ms: Spread) => boolean) => {
    const failed = results.findIndex((result) => !isSustained(p99Of(result)));
    return (failed === -1 ? results.at(-1) : results[failed - 1])?.rate ?? 0;
  };
  return {
    median: upTo(({ median }) => median < SUSTAINED_P99_MS),
    lowest: upTo(({ highest }) => highest < SUSTAINED_P99_MS),
    highest: upTo(({ lowest }) => lowest < SUSTAINED_P99_MS),
  };
}

function p99Of({ blocks }: AnyRate): Spread {
  return spreadOf(blocks.map(({ p99_ms }) => p99_ms));
}
