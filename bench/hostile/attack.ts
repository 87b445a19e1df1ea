import type { Cast } from './cast.ts';

/** What somebody could do to the venue to keep it busy. */
export interface Attack {
  readonly name: string;
  /** Of the server, in addition to its usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
  /** What is there before; load like any other, which is not measured. */
  readonly setUp: (cast: Cast) => Promise<void>;
  /** Bounded in count or time. */
  readonly attack: (cast: Cast) => Promise<void>;
}
