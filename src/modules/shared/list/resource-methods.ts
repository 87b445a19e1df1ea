import type { Method } from '../../../http/methods/index.ts';
import { defineItem } from './define-item.ts';
import { defineList } from './define-list.ts';
import type { Resource, Table } from './resource.ts';

export interface ResourceMethods {
  /** The plural, as paths and answers have it: parties. */
  readonly many: string;
  /** As the summary of the list names them; `many` when absent. */
  readonly what?: string;
  /** Whether and how single records are read; absent: the resource has only a list. */
  readonly one?: {
    readonly name: string;
    /** As summaries name it: a party. */
    readonly what: string;
    /** The field with the id. */
    readonly id: string;
    readonly description?: string;
  };
  /** Of the list, if it differs from that of every list. */
  readonly description?: string;
}

/**
 * The list of a resource and the read of one record, under their usual names, for example listParties at /v3/parties
 * and readParty at /v3/parties/:partyId.
 */
export function resourceMethods<T extends Table>(resource: Resource<T>, declared: ResourceMethods): Method[] {
  const { many, what = many, one, description } = declared;
  const list = defineList(resource, {
    name: `list${capitalized(many)}`,
    path: `/v3/${many}`,
    key: many,
    summary: `Lists ${what}, newest first`,
    ...(description === undefined ? {} : { description }),
  });
  if (one === undefined) return [list];
  const item = defineItem(resource, {
    name: `read${capitalized(one.name)}`,
    path: `/v3/${many}/:${one.id}`,
    key: one.name,
    summary: `Reads ${one.what}`,
    ...(one.description === undefined ? {} : { description: one.description }),
  });
  return [list, item];
}

function capitalized(word: string): string {
  return `${word[0]?.toUpperCase()}${word.slice(1)}`;
}
