/** Pages of a method-style list: size, start, and whether more records follow. */
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
