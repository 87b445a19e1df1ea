import Type from 'typebox';
import { dialectOf } from '../../../database/queries/index.ts';
import {
  type Answer,
  ApiError,
  type Call,
  defineMethod,
  type Method,
  type MethodDeclaration,
} from '../../../http/methods/index.ts';
import type { ValuesOf } from '../../../http/parameters/index.ts';
import { conditionsOf } from './conditions.ts';
import { oneClientIn, readFilter } from './filter.ts';
import { listedItemsOf, listedSchema } from './items.ts';
import type { ListQuery } from './list-query.ts';
import { afterTheEnd, readPage } from './page.ts';
import { type ListParameters, listParameters, paginationSchema } from './parameters.ts';
import { readListPage } from './query.ts';
import type { Resource, Table } from './resource.ts';
import { readSort } from './sort.ts';
import { sumsOf, sumsSchema } from './sums.ts';

export interface ListMethod extends Pick<MethodDeclaration<ListParameters>, 'name' | 'summary' | 'description'> {
  /** For example /v3/accounts. */
  readonly path: string;
  /** The key of the items in the answer. */
  readonly key: string;
}

/**
 * The list of a resource: GET on its path, and POST with the same parameters in a body (C30). See README.md here.
 * Errors: 1422 and 239 for offset and limit, 1400 and 1403 for the filter, each with an empty list.
 */
export function defineList<T extends Table>(resource: Resource<T>, { key, ...method }: ListMethod): Method {
  return defineMethod({
    description:
      'Filters, sorts and pages: see the parameters. The POST form takes them in a body. A page after the end is 239.',
    ...method,
    verb: ['GET', 'POST'],
    style: 'resource',
    scope: resource.scope,
    levels: resource.levels,
    parameters: listParameters(method.name, resource.fields, resource.sums),
    response: listSchema(resource, key),
    refusals: [239, 1422],
    handler: (call) => answerList(resource, key, call),
  });
}

export function listSchema<T extends Table>(resource: Resource<T>, key: string) {
  const shown = { [key]: Type.Array(listedSchema(resource)), pagination: paginationSchema };
  return Type.Object(resource.sums === undefined ? shown : ({ ...shown, sums: sumsSchema } as typeof shown));
}

type ListValues = Omit<ValuesOf<ListParameters>, 'sumBy'> & { readonly sumBy?: string | undefined };

/** The response of defineList, for a method that has further parameters or chooses between resources. */
export async function answerList<T extends Table>(
  resource: Resource<T>,
  key: string,
  call: Pick<Call, 'client' | 'query'> & { readonly values: ListValues },
): Promise<Answer> {
  try {
    return { fields: await listFields(resource, key, call) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.statusCode === 429) throw error;
    throw new ApiError(error.statusCode, error.detail, { ...error.options, fields: { [key]: [] } });
  }
}

async function listFields<T extends Table>(
  resource: Resource<T>,
  key: string,
  { client, query, values }: Pick<Call, 'client' | 'query'> & { readonly values: ListValues },
) {
  const { fields, levels, deps } = resource;
  const page = readPage(values);
  const sent = readFilter(query ?? new URLSearchParams(), values.filter);
  const { clientId, filter } = client.master ? oneClientIn(sent) : { clientId: client.clientId, filter: sent };
  const { deleted = false } = values;
  const asked: ListQuery = {
    clientId,
    deleted,
    conditions: conditionsOf(filter, { fields, levels }, client, dialectOf(deps.db)),
    filter,
    sort: readSort(values.sort, fields, levels, client),
    page,
  };
  const { rows, total } = await readListPage(resource, asked);
  if (rows.length === 0 && page.offset > 0) throw afterTheEnd(total);
  const pagination = {
    totalRecords: total,
    startIndex: page.offset,
    endIndex: Math.max(0, page.offset + rows.length - 1),
  };
  const sums = values.sumBy === undefined ? {} : { sums: await sumsOf(resource, client, asked, values.sumBy) };
  return { [key]: await listedItemsOf(resource, rows, { client, deleted }), pagination, ...sums };
}
