/** Pages of a method-style list: size, start, and whether more records follow. */
import type { SelectQueryBuilder } from 'kysely';
import Type from 'typebox';
import { numericId, optional, wholeNumber } from '../../../http/parameters/index.ts';

/** @param things the items of the list, as the first word of a sentence: `Orders` */
export function pageLimit(things: string, maximum: number) {
  return optional(wholeNumber({ minimum: 1, maximum, description: `${things} of a page; ${maximum} when absent.` }));
}

/** `after` and `limit` of a list in the order of an id. */
export function pageAfter<Id extends number = number>(things: string, id: string, maximum: number) {
  return {
    after: optional(numericId<Id>({ description: `The ${things.toLowerCase()} with a higher ${id} than this.` })),
    limit: pageLimit(things, maximum),
  };
}

/** Whether more records follow. */
export const moreSchema = Type.Union([Type.Literal('Yes'), Type.Literal('No')], {
  description: 'Yes: more follow the last one of this page.',
});

/** @param found the records from the start of the page, one more than fits if more follow */
export function pageOf<T>(found: readonly T[], limit: number): { readonly page: T[]; readonly more: 'Yes' | 'No' } {
  return { page: found.slice(0, limit), more: found.length > limit ? 'Yes' : 'No' };
}

/** `offset` and `limit` of a list whose number of records is known. @param things the items of the list */
export function pageFrom(things: string) {
  return {
    offset: optional(wholeNumber({ description: `${things} to skip; 0 when absent`, minimum: 0 })),
    limit: optional(wholeNumber({ description: `most ${things} to list; 100 when absent`, minimum: 1, maximum: 500 })),
  };
}

/** What a call asks for. */
export interface PageFrom {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** The answer of such a list next to its page: how many records there are, on the page or not. */
export const totalSchema = { totalRecords: Type.Integer({ description: 'all that match' }) };

/** @param sorted the rows of `all`, in their order @param values of a call with pageFrom */
export async function pageOfAll<DB, T extends keyof DB, Row>(
  all: SelectQueryBuilder<DB, T, Record<never, never>>,
  sorted: SelectQueryBuilder<DB, T, Row>,
  { offset = 0, limit = 100 }: PageFrom,
): Promise<{ readonly rows: Row[]; readonly totalRecords: number }> {
  const rows = await sorted.offset(offset).limit(limit).execute();
  const counted = await all.select((row) => row.fn.countAll().as('total')).executeTakeFirstOrThrow();
  return { rows, totalRecords: Number((counted as { readonly total: unknown }).total) };
}
