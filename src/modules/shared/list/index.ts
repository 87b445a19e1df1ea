/** Lists and single reads of resource-style methods; see README.md here. */

export { comparable, comparing } from './conditions.ts';
export { defineItem } from './define-item.ts';
export { answerList, defineList, listSchema } from './define-list.ts';
export type { FieldFilter } from './filter.ts';
export { itemsOf, shownSchema } from './items.ts';
export type { ListPage, ListQuery } from './list-query.ts';
export { LONG_LIST_MAX, longList, longListBy } from './long-list.ts';
export { LongReads, longRead, pageRead, type ReadDeps } from './long-reads.ts';
export { listParameters } from './parameters.ts';
export type { Item, Resource, Row } from './resource.ts';
export { resourceMethods } from './resource-methods.ts';
