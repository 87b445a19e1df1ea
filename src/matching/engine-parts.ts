import { Allocation } from './allocation.ts';
import type { DueWork } from './due-work.ts';
import { OrderIndex } from './order-index.ts';
import { LevelPool } from './price-levels.ts';
import { SEARCH_LIMITS, type SearchLimits } from './search-limits.ts';
import { Work } from './work.ts';

/** A book in which something is due. */
export interface DueBook {
  readonly bookId: number;
  readonly isDue: boolean;
  carryOnWithin(): void;
  dueWork(): DueWork | null;
}

/** What the books of an engine share. */
export class EngineParts {
  readonly limits: SearchLimits;
  readonly orders = new OrderIndex();
  readonly levels = new LevelPool();
  readonly allocation: Allocation;
  readonly work = new Work();
  /** The books in which something is due, those first that were carried on with longest ago. */
  readonly due = new Set<DueBook>();
  /** The books in which commands have lately taken much search work. */
  readonly busy = new Set<unknown>();

  constructor(limits: SearchLimits = SEARCH_LIMITS) {
    this.limits = limits;
    this.allocation = new Allocation(limits);
  }
}
