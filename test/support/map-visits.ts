import { vi } from 'vitest';

/** How many entries of maps the work comes by as it goes through them: a measure of work that is not time. */
export function mapVisits(work: () => void): number {
  const iterator = Object.getPrototypeOf(new Map().entries()) as { next: () => IteratorResult<unknown> };
  const { next } = iterator;
  let visits = 0;
  const spy = vi.spyOn(iterator, 'next').mockImplementation(function (this: unknown) {
    visits++;
    return next.call(this);
  });
  try {
    work();
  } finally {
    spy.mockRestore();
  }
  return visits;
}
