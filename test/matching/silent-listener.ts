import type { BookListener } from '../../src/matching/index.ts';

/** Counts matches and keeps nothing. */
export class Silent implements BookListener {
  matches = 0;
  accepted(): void {}
  matched(): void {
    this.matches++;
  }
  cancelled(): void {}
  replaced(): void {}
  rejected(): void {}
  topOfBookChanged(): void {}
}
