import type { Conditions } from './conditions.ts';
import type { Filter } from './filter.ts';
import type { Page } from './page.ts';
import type { Sort } from './sort.ts';

/** The request for a list, read and checked. */
export interface ListQuery {
  /** Undefined: all clients (with a master key). */
  readonly clientId: string | undefined;
  readonly deleted: boolean;
  readonly conditions: Conditions;
  /** The filter from which the conditions were made. */
  readonly filter: Filter;
  /** Undefined: newest first. */
  readonly sort: Sort | undefined;
  readonly page: Page;
}

export interface ListPage<R> {
  readonly rows: readonly R[];
  readonly total: number;
}
