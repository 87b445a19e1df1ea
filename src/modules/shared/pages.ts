/** Pages of a method-style list: how many, from where, and whether there is more. */
import Type from 'typebox';
import { numericId, optional, wholeNumber } from '../../http/parameters/index.ts';

/** @param things what the list holds, as a sentence begins with it: `Orders` */
export function pageLimit(things: string, maximum: number) {
  return optional(wholeNumber({ minimum: 1, maximum, description: `${things} of a page; ${maximum} when absent.` }));
}

/** `after` and `limit` of a list in the order of an id. */
export function pageAfter(things: string, id: string, maximum: number) {
  return {
    after: optional(numericId({ description: `The ${things.toLowerCase()} with a higher ${id} than this.` })),
    limit: pageLimit(things, maximum),
  };
}

/** Whether the next call reads on. */
export const moreSchema = Type.Union([Type.Literal('Yes'), Type.Literal('No')]);

/** @param found from the first of the page on: one more than fits on it, where there are more */
export function pageOf<T>(found: readonly T[], limit: number): { readonly page: T[]; readonly more: 'Yes' | 'No' } {
  return { page: found.slice(0, limit), more: found.length > limit ? 'Yes' : 'No' };
}
