import type { HalfBook } from './half-book.ts';
import type { Ref } from './records.ts';

/** The resting orders of a side up to a rank, with and without contingency, by priority. The side must not change. */
export function* byPriority({ plain, contingent, records }: HalfBook, rank: number): Generator<Ref, void, undefined> {
  const first = (level: Ref) => (level === 0 || records.rank(level) > rank ? 0 : records.first(level));
  let one = first(plain.best);
  let other = first(contingent.best);
  while (one !== 0 || other !== 0) {
    if (other === 0 || (one !== 0 && records.byPriority(one, other) < 0)) {
      yield one;
      one = records.next(one) || first(plain.worse(records.level(one)));
    } else {
      yield other;
      other = records.next(other) || first(contingent.worse(records.level(other)));
    }
  }
}
