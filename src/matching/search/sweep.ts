import type { HalfBook, Records, Ref } from '../store/index.ts';
import { ContraWalk } from './contra-walk.ts';
import { DisplayParts } from './display-parts.ts';

/**
 * The contras of one initiator and their fills, as far as they are found: each contra in priority order gets as much as
 * it can take. A long sweep is made in slices, between which the other side of the book does not change (M17).
 */
export class Sweep {
  /** The contras in priority order and their fills, the first `count` of each. */
  readonly contras: Ref[] = [];
  readonly fills: number[] = [];
  count = 0;
  /** Whether the limits of M9 left nothing out. */
  exhaustive = true;
  /** Contras and orders that it may read: so far, and of these now. Where it stops depends on the first alone. */
  allowed = 0;
  #room = 0;
  readonly walk: ContraWalk;
  readonly #records: Records;
  readonly #parts: DisplayParts;
  /** Shares that the initiator can still trade. */
  #left = 0;
  /** Whether no contra is left to be read, and whether the fills have been found and remain to be joined. */
  #isRead = false;
  isFound = false;
  /** Steps that are not counted by the walk and the parts. */
  #steps = 0;
  #spent = 0;

  constructor(records: Records) {
    this.#records = records;
    this.walk = new ContraWalk(records);
    this.#parts = new DisplayParts(records);
  }

  /** See ContraWalk.start. */
  start(initiator: Ref, against: HalfBook, guarded: boolean, countsWhole: boolean): void {
    this.#left = this.#records.remaining(initiator);
    this.#isRead = this.isFound = false;
    this.exhaustive = true;
    this.count = this.allowed = this.#steps = this.#spent = this.#parts.steps = 0;
    this.walk.start(initiator, against, guarded, countsWhole);
  }

  /** Shares that the fills give together. */
  get filled(): number {
    return this.#records.remaining(this.walk.initiator) - this.#left;
  }

  /** A slice begins. */
  allow(most: number): void {
    this.allowed += most;
    this.#room = most;
  }

  /** Reads the contras. Returns false when the slice ends before the last. */
  read(): boolean {
    if (this.#isRead) return true;
    const { walk } = this;
    const room = this.#room;
    let left = this.#left;
    let read = 0;
    while (left > 0 && read < room) {
      const contra = walk.next(left);
      if (contra === 0) {
        this.#isRead = true;
        break;
      }
      read++;
      const fill = Math.min(left, walk.part);
      this.contras[this.count] = contra;
      this.fills[this.count++] = fill;
      left -= fill;
    }
    this.#isRead ||= left === 0;
    this.#left = left;
    this.#room = room - read;
    this.#steps += this.#isRead ? read + walk.skipped : read;
    return this.#isRead;
  }

  /** Makes one fill of each order from those of its parts (M19). Returns false when the slice ends before the last. */
  joinParts(): boolean {
    return !this.walk.parted || this.#parts.join(this, this.#room);
  }

  /** Counts the steps of a search for other fills. */
  spend(steps: number): void {
    this.#steps += steps;
  }

  /** The steps since the last call (M9). */
  takeSpent(): number {
    const spent = this.#steps + this.#parts.steps;
    const since = spent - this.#spent;
    this.#spent = spent;
    return since;
  }
}
