import { sql } from 'kysely';
import Type from 'typebox';
import {
  ApiError,
  type Client,
  defineMethod,
  type Method,
  type MethodDeclaration,
} from '../../../http/methods/index.ts';
import { Malformed, type Parameters, required, text } from '../../../http/parameters/index.ts';
import { ownedBy, readerOf } from '../record/index.ts';
import { itemsOf, shownSchema } from './items.ts';
import type { Resource, Row, Table } from './resource.ts';

export interface ItemMethod extends Pick<MethodDeclaration<Parameters>, 'name' | 'summary' | 'description'> {
  /** The path with the id, for example /v3/accounts/:accountId. */
  readonly path: string;
  /** The key of the item in the answer. */
  readonly key: string;
  /** The field of the resource with its id, if the name differs from that in the path. */
  readonly idField?: string;
}

/**
 * The read of one record: GET on a path with its id. 1404 for an id that is unknown, deleted, malformed or another
 * client's.
 */
export function defineItem<T extends Table>(resource: Resource<T>, { key, idField, ...method }: ItemMethod): Method {
  const parameter = /:(\w+)/.exec(method.path)?.[1];
  const field = resource.fields[idField ?? parameter ?? ''];
  if (parameter === undefined || field?.column !== resource.id) {
    throw new Error(`${method.name}: the path must hold the id of ${resource.table}, which must be one of its fields`);
  }
  return defineMethod({
    description: 'Archived records are found, deleted ones are not (1404).',
    ...method,
    verb: 'GET',
    style: 'resource',
    scope: resource.scope,
    levels: resource.levels,
    parameters: { [parameter]: required(text({ description: `id, ${field.form}`, maxLength: 100 })) },
    response: Type.Object({ [key]: shownSchema(resource) }),
    refusals: [1404],
    handler: async ({ client, values }) => {
      const id = field.read(values[parameter] ?? '');
      const row = id instanceof Malformed ? undefined : await findRow(resource, client, id.from);
      if (row === undefined) throw new ApiError(1404);
      const [item] = await itemsOf(resource, [row], client);
      return { fields: { [key]: item } };
    },
  });
}

/** The record of the caller (of any client for a master key), also archived, unless it is deleted. */
async function findRow<T extends Table>(
  { deps, table, id, hides }: Resource<T>,
  client: Client,
  value: string | number,
): Promise<Row<T> | undefined> {
  const kept = hides === 'nothing' ? sql`` : sql`and deleted_at is null`;
  const { rows } = await sql<Row<T>>`
    select * from ${sql.table(table)} where ${sql.ref(id)} = ${value} and ${ownedBy(readerOf(client))} ${kept}`.execute(
    deps.db,
  );
  return rows[0];
}
