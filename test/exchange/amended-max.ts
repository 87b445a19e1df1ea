import { onTestFinished } from 'vitest';
import { FEE_LIMITS } from '../../src/exchange/api/fees.ts';

/** Until the end of the test a venue keeps the fees of at most `max` orders with amended matches. */
export function setAmendedMax(max: number): void {
  const limits: { amendedMax: number } = FEE_LIMITS;
  const before = limits.amendedMax;
  limits.amendedMax = max;
  onTestFinished(() => {
    limits.amendedMax = before;
  });
}
